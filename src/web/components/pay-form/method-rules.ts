import type { CardProblem } from '../../../contract/card-rules.ts';
import { detailSentence } from '../details/detail-sentence.ts';
import type { Rules } from '../form/checks.ts';
import { sentenceOf } from '../form/problems.ts';

/** Returns the problem of a field, given all values: the security code's length depends on the number. */
export type ProblemOf = (field: string, values: Readonly<Record<string, string>>) => CardProblem | undefined;

/** Fields to validate again when another one changes. */
const DEPENDENTS = { number: 'securityCode' };

/**
 * Validation of a method's form: the instrument's inputs by our own rules, with the sentences that the server rendered,
 * and those of the details by the browser's rules.
 */
export function rulesOf(form: HTMLFormElement, problemOf: ProblemOf): Rules {
  return {
    dependents: DEPENDENTS,
    isValidatedOnBlur: (box) => box.dataset.sentences !== undefined,
    sentence: (box) => {
      const { sentences } = box.dataset;
      if (sentences === undefined) {
        return detailSentence(box);
      }
      const problem = problemOf(box.name, valuesOf(form));
      return problem === undefined ? '' : sentenceOf(JSON.parse(sentences), problem);
    },
  };
}

/** The values of the form's inputs, including text that a browser restored or filled in. */
function valuesOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(new FormData(form) as unknown as Iterable<[string, string]>);
}
