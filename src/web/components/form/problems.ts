import type { CardProblem } from '../../../contract/card-rules.ts';

/** The values of a form's inputs, by their names. */
export type FormValues<F extends string> = Readonly<Record<F, string>>;
/** The problems of invalid fields. */
export type Problems<F extends string> = Partial<Record<F, CardProblem>>;

/** A field's sentences, one for each problem; a problem without its own uses `invalid`. */
export type Sentences = { readonly invalid: string } & Partial<Record<CardProblem, string>>;

export function sentenceOf(sentences: Sentences, problem: CardProblem): string {
  return sentences[problem] ?? sentences.invalid;
}
