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
  const idsOf = (boxes: readonly Box[]): Set<string> => new Set(boxes.map(({ id }) => id));
  /** The ids of inputs to validate at each key, even while they are valid. */
  const watched = idsOf(boxesOf(form).filter((box) => isWrong(box) && rules.isValidatedOnBlur(box)));
  /** The ids of inputs that were invalid when the form was last sent, to the server or here. */
  let refused = idsOf(boxesOf(form).filter(isWrong));

  const validate = (some: readonly Box[]): void => {
    for (const box of some) {
      showError(box, rules.sentence(box));
    }
  };
  const summarize = (): void => {
    showSummary(
      form,
      boxesOf(form)
        .filter((box) => refused.has(box.id) && isWrong(box))
        .map((box) => ({ id: box.id, sentence: inSummary(box, errorAt(box)) })),
    );
  };

  form.addEventListener('input', ({ target }) => {
    const { name } = target as Box;
    const touched = boxesOf(form).filter((box) => box === target || box.name === rules.dependents[name]);
    validate(touched.filter((box) => watched.has(box.id) || isWrong(box)));
    summarize();
  });
  // An empty input that was only passed is not marked as wrong.
  form.addEventListener(
    'blur',
    ({ target }) => {
      const box = boxesOf(form).find((one) => one === target);
      if (box !== undefined && rules.isValidatedOnBlur(box) && box.value.trim() !== '') {
        afterPress(() => {
          watched.add(box.id);
          validate([box]);
          summarize();
          alertOf(box, true);
        });
      }
    },
    true,
  );

  return () => {
    const boxes = boxesOf(form);
    validate(boxes);
    // The first invalid input takes the focus, and a screen reader reads it with its error.
    for (const box of boxes) {
      alertOf(box, false);
    }
    const wrong = boxes.filter(isWrong);
    refused = idsOf(wrong);
    for (const { id } of boxes.filter(rules.isValidatedOnBlur)) {
      watched.add(id);
    }
    summarize();
    wrong[0]?.focus();
    return wrong.length === 0;
  };
}

const SENTENCE = '{sentence}';

/** Returns the sentence for the summary of errors, where it also says whether it is about delivery or billing. */
function inSummary(box: Box, sentence: string): string {
  const pattern = box.closest<HTMLElement>('[data-of]')?.dataset.of ?? SENTENCE;
  return pattern.replace(SENTENCE, () => sentence);
}
