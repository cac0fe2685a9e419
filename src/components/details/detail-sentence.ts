import type { Box } from '../form/boxes.ts';

/**
 * What is wrong with a box of the details, by what the server wrote at it: the browser's own rules, and a sentence for
 * either of two problems. What the server alone can judge comes back from there.
 *
 * @returns empty for a valid box
 */
export function detailSentence(box: Box): string {
  const { missing, invalid } = box.dataset;
  if (box.closest('.detail-group')?.querySelector('.same :checked')) {
    return '';
  }
  const isEmpty = box.value.trim() === '' && !box.validity.badInput;
  return (isEmpty ? isNeeded(box) && missing : !box.validity.valid && invalid) || '';
}

/** A post code is needed where the chosen country has any. */
function isNeeded({ required, dataset, ariaRequired }: Box): boolean {
  const country = dataset.country === undefined ? null : document.getElementById(dataset.country);
  const chosen = country instanceof HTMLSelectElement ? country.selectedOptions[0] : undefined;
  return required || ariaRequired === 'true' || (chosen !== undefined && chosen.dataset.codeless === undefined);
}
