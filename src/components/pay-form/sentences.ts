import type { CardProblem } from '../../contract/card-rules.ts';
import type { WrongField } from '../form/ErrorSummary.tsx';
import type { Problems } from '../form/use-checks.ts';

/** A field has a sentence for each problem that it can have; what has none of its own is simply not right. */
type Sentences<F extends string> = Readonly<
  Record<F, { readonly invalid: string } & Partial<Record<CardProblem, string>>>
>;

/** @returns what is wrong with a field in words, undefined where it is right */
export function sentenceFor<F extends string>(sentences: Sentences<F>, problems: Problems<F>) {
  return (field: F): string | undefined => {
    const problem = problems[field];
    return problem === undefined ? undefined : (sentences[field][problem] ?? sentences[field].invalid);
  };
}

/**
 * Entries of the summary: the fields that the server refused and that are still wrong. What the script finds by
 * itself is said beside the box alone, where the payer already is.
 */
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
