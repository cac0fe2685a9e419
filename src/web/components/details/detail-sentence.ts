import type { Box } from '../form/boxes.ts';

/**
 * Validates an input of the details by the browser's rules, and returns the sentence that the server rendered for the
 * problem. Rules that only the server knows are checked after sending.
 *
 * @returns empty for a valid input
 */
export function detailSentence(box: Box): string {
  const { missing, invalid } = box.dataset;
  if (box.closest('.detail-group')?.querySelector('.same :checked')) {
    return '';
  }
  const isEmpty = box.value.trim() === '' && !box.validity.badInput;
  return (isEmpty ? isNeeded(box) && missing : !box.validity.valid && invalid) || '';
}

/** A post code is required if the chosen country has post codes. */
function isNeeded({ required, dataset, ariaRequired }: Box): boolean {
  const country = dataset.country === undefined ? null : document.getElementById(dataset.country);
  const chosen = country instanceof HTMLSelectElement ? country.selectedOptions[0] : undefined;
  return required || ariaRequired === 'true' || (chosen !== undefined && chosen.dataset.codeless === undefined);
}
