/** When the boxes of a form are validated, and what is shown then. By which rules, the form says. */
import type { AfterPress } from './after-press.ts';
import { alertOf, type Box, boxesOf, errorAt, isWrong, showError } from './boxes.ts';
import { showSummary } from './summary-entries.ts';

export interface Rules {
  /** @returns the sentence about what is wrong with a box; empty for a valid one */
  readonly sentence: (box: Box) => string;
  /** Such a box is validated once the payer left it, and from then on at each key; the others when the form is sent. */
  readonly isValidatedOnBlur: (box: Box) => boolean;
  /** By a box's name, that of one to validate again when it changes. */
  readonly dependents: Readonly<Record<string, string>>;
}

/**
 * What the server found wrong stays until the payer touches the box.
 *
 * @returns validates every box before sending, and moves to the first invalid one; whether all are valid
 */
export function watchBoxes(form: HTMLFormElement, rules: Rules, afterPress: AfterPress): () => boolean {
  const boxes = boxesOf(form);
  /** Validated at each key, even while they are valid. */
  const watched = new Set(boxes.filter((box) => isWrong(box) && rules.isValidatedOnBlur(box)));
  /** What was wrong when the form was sent last, to the server or here. */
  let refused = boxes.filter(isWrong);

  const validate = (some: readonly Box[]): void => {
    for (const box of some) {
      showError(box, rules.sentence(box));
    }
  };
  const summarize = (): void => {
    showSummary(
      form,
      refused.filter(isWrong).map((box) => ({ id: box.id, sentence: inSummary(box, errorAt(box)) })),
    );
  };

  form.addEventListener('input', ({ target }) => {
    const { name } = target as Box;
    const touched = boxes.filter((box) => box === target || box.name === rules.dependents[name]);
    validate(touched.filter((box) => watched.has(box) || isWrong(box)));
    summarize();
  });
  // An empty box that was only passed is not called wrong.
  form.addEventListener(
    'blur',
    ({ target }) => {
      const box = boxes.find((one) => one === target);
      if (box !== undefined && rules.isValidatedOnBlur(box) && box.value.trim() !== '') {
        afterPress(() => {
          watched.add(box);
          validate([box]);
          summarize();
          alertOf(box, true);
        });
      }
    },
    true,
  );

  return () => {
    validate(boxes);
    // The first one takes the focus, and is read with its error.
    for (const box of boxes) {
      alertOf(box, false);
    }
    refused = boxes.filter(isWrong);
    for (const box of boxes.filter(rules.isValidatedOnBlur)) {
      watched.add(box);
    }
    summarize();
    refused[0]?.focus();
    return refused.length === 0;
  };
}

const SENTENCE = '{sentence}';

/** In the summary, away from its box, a sentence says of which address it is. */
function inSummary(box: Box, sentence: string): string {
  const pattern = box.closest<HTMLElement>('[data-of]')?.dataset.of ?? SENTENCE;
  return pattern.replace(SENTENCE, () => sentence);
}
