import type { CardProblem } from '../../contract/card-rules.ts';
import type { WrongField } from '../form/ErrorSummary.tsx';
import type { Problems } from '../form/use-checks.ts';

/** A field's sentences, one for each problem; a problem without its own uses `invalid`. */
type Sentences<F extends string> = Readonly<
  Record<F, { readonly invalid: string } & Partial<Record<CardProblem, string>>>
>;

/** @returns the sentence for a field's problem, undefined for a valid field */
export function sentenceFor<F extends string>(sentences: Sentences<F>, problems: Problems<F>) {
  return (field: F): string | undefined => {
    const problem = problems[field];
    return problem === undefined ? undefined : (sentences[field][problem] ?? sentences[field].invalid);
  };
}

/** Entries of the summary: the fields that were refused when the form was sent, and are still invalid. */
export function wrongFields<F extends string>(
  prefix: string,
  fields: readonly F[],
  refused: Problems<F>,
  sentence: (field: F) => string | undefined,
): WrongField[] {
  return fields.flatMap((field) => {
    const wrong = refused[field] === undefined ? undefined : sentence(field);
    return wrong === undefined ? [] : [{ id: `${prefix}-${field}`, sentence: wrong }];
  });
}
