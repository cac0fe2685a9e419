import { useState } from 'preact/hooks';
import type { WrongField } from './ErrorSummary.tsx';

type Box = HTMLInputElement | HTMLSelectElement;

export interface DetailChecks {
  readonly wrong: readonly WrongField[];
  /** Validates before sending, and moves to the first invalid box. @returns whether all are valid */
  pass(details: HTMLElement | null, mayMove: boolean): boolean;
  /** The payer typed: what was refused is judged again. */
  type(event: Event): void;
}

/**
 * Checks boxes that the server made, by what it wrote at each: the browser's own rules, and a sentence for either of
 * two problems. What the server alone can judge comes back from there.
 */
export function useDetails(initial: readonly WrongField[]): DetailChecks {
  const [wrong, setWrong] = useState(initial);
  return {
    wrong,
    pass(details, mayMove) {
      const boxes = [...(details?.querySelectorAll<Box>('[data-missing]') ?? [])];
      const judged = boxes.map((box) => ({ box, problem: judge(box) }));
      const refused = judged.filter(({ problem }) => problem !== '');
      setWrong(refused.map(({ box, problem }) => ({ id: box.id, sentence: summed(box, problem) })));
      if (mayMove) {
        refused[0]?.box.focus();
      }
      return refused.length === 0;
    },
    type({ target }) {
      const box = target as Box;
      if (box.ariaInvalid === 'true') {
        judge(box);
      }
    },
  };
}

/** Writes at the box what is wrong with it. @returns the sentence; empty for a valid one */
function judge(box: Box): string {
  const { missing, invalid } = box.dataset;
  const isEmpty = box.value.trim() === '' && !box.validity.badInput;
  const problem = (isEmpty ? isNeeded(box) && missing : !box.validity.valid && invalid) || '';
  if (problem === '') {
    box.removeAttribute('aria-invalid');
  } else {
    box.setAttribute('aria-invalid', 'true');
  }
  const said = document.getElementById(`${box.id}-error`);
  if (said !== null) {
    said.textContent = problem;
  }
  return problem;
}

/** In the summary, away from its box, a sentence says of which address it is. */
function summed(box: Box, sentence: string): string {
  const pattern = box.closest('fieldset[data-of]')?.getAttribute('data-of') ?? SENTENCE;
  return pattern.replace(SENTENCE, () => sentence);
}

const SENTENCE = '{sentence}';

/** A post code is needed where the chosen country has any. */
function isNeeded({ required, dataset }: Box): boolean {
  const country = dataset.country === undefined ? null : document.getElementById(dataset.country);
  const chosen = country instanceof HTMLSelectElement ? country.selectedOptions[0] : undefined;
  return required || (chosen !== undefined && chosen.dataset.codeless === undefined);
}
