import type { WrongField } from '../form/ErrorSummary.tsx';
import { type Problems, type Sentences, sentenceOf } from '../form/problems.ts';

/** @returns the sentence for a field's problem, undefined for a valid field */
export function sentenceFor<F extends string>(sentences: Readonly<Record<F, Sentences>>, problems: Problems<F>) {
  return (field: F): string | undefined => {
    const problem = problems[field];
    return problem === undefined ? undefined : sentenceOf(sentences[field], problem);
  };
}

/** Entries of the error summary. */
export function wrongFields<F extends string>(
  prefix: string,
  fields: readonly F[],
  sentence: (field: F) => string | undefined,
): WrongField[] {
  return fields.flatMap((field) => {
    const wrong = sentence(field);
    return wrong === undefined ? [] : [{ id: `${prefix}-${field}`, sentence: wrong }];
  });
}
