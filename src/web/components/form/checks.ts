/** Validates the inputs of a form and shows their errors, by the form's own rules. */
import type { AfterPress } from './after-press.ts';
import { alertOf, type Box, boxesOf, errorAt, isWrong, showError } from './boxes.ts';
import { showSummary } from './summary-entries.ts';

export interface Rules {
  /** @returns the error sentence for an input; empty for a valid one */
  readonly sentence: (box: Box) => string;
  /** True for an input to validate on blur, and from then on at each key. The others are validated on submit. */
  readonly isValidatedOnBlur: (box: Box) => boolean;
  /** The name of another input to validate again when an input changes, by that input's name. */
  readonly dependents: Readonly<Record<string, string>>;
}

/**
 * Errors found by the server stay until the payer changes the input.
 *
 * @returns a function that validates all inputs before sending, and moves the focus to the first invalid one; it
 *   returns whether all are valid
 */
export function watchBoxes(form: HTMLFormElement, rules: Rules, afterPress: AfterPress): () => boolean {
  const boxes = boxesOf(form);
  /** Inputs to validate at each key, even while they are valid. */
  const watched = new Set(boxes.filter((box) => isWrong(box) && rules.isValidatedOnBlur(box)));
  /** Inputs that were invalid when the form was last sent, to the server or here. */
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
  // An empty input that was only passed is not marked as wrong.
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
    // The first invalid input takes the focus, and a screen reader reads it with its error.
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

/** Returns the sentence for the summary of errors, where it also says whether it is about delivery or billing. */
function inSummary(box: Box, sentence: string): string {
  const pattern = box.closest<HTMLElement>('[data-of]')?.dataset.of ?? SENTENCE;
  return pattern.replace(SENTENCE, () => sentence);
}
