import type { CardProblem } from '../../contract/card-rules.ts';
import { detailSentence } from '../details/detail-sentence.ts';
import type { Rules } from '../form/checks.ts';
import { sentenceOf } from '../form/problems.ts';

/** The problem of one field among the others: the security code's length depends on the number. */
export type ProblemOf = (field: string, values: Readonly<Record<string, string>>) => CardProblem | undefined;

/** Fields to validate again when another one changes. */
const DEPENDENTS = { number: 'securityCode' };

/**
 * How a method's form is validated: the boxes of its instrument, at each of which the server wrote its sentences, by
 * our own rules, and those of the details by the browser's.
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

/** Read from the boxes, so that text that a browser restored or filled in counts as well. */
function valuesOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(new FormData(form) as unknown as Iterable<[string, string]>);
}
