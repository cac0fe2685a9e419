/**
 * The types of answers, derived from the contract: a misspelt, missing or additional member does not compile. A member
 * that is ALWAYS PROVIDED is required; any other may be absent or `undefined`, which JSON omits.
 */
import type { Field, FreeNames, Group, List } from './field.ts';
import type { WrittenAsNumber } from './field-types.ts';

declare const EXACT_NUMBER: unique symbol;

/** A JSON number with its exact text: see `exactNumber`. */
export interface ExactNumber {
  readonly [EXACT_NUMBER]: true;
}

/**
 * The type of a group in answers. Counts may be numbers; amounts are exact numbers.
 *
 * @example const answer: AnswerOf<typeof tokenAnswer> = { result: 'SUCCESS', … };
 */
export type AnswerOf<G> = G extends Group<infer M> ? AnsweredMembers<M, ExactNumber | number> : never;

/** The type of a group's values for `writeGroup`, in which numbers are texts. */
export type AnswerValues<G> = G extends Group<infer M> ? AnsweredMembers<M, string> : never;

type AnsweredMembers<M, N> = Flat<
  { readonly [Name in AlwaysIn<M>]: Answered<M[Name], N> } & {
    readonly [Name in Exclude<keyof M, AlwaysIn<M>>]?: Answered<M[Name], N> | undefined;
  }
>;

/** Makes the compiler show a single object type in its messages. */
type Flat<T> = { [Name in keyof T]: T[Name] };

/** The names of members that are ALWAYS PROVIDED, in every version. */
type AlwaysIn<M> = {
  [Name in keyof M]: M[Name] extends { readonly always: true }
    ? M[Name] extends { readonly since: number } | { readonly until: number }
      ? never
      : Name
    : never;
}[keyof M];

type Answered<Node, N> =
  Node extends Field<infer _V, infer A>
    ? A extends WrittenAsNumber
      ? N
      : A
    : Node extends Group<infer M>
      ? AnsweredMembers<M, N>
      : Node extends List<infer M>
        ? readonly AnsweredMembers<M, N>[]
        : Node extends FreeNames<infer E>
          ? { readonly [name: string]: Answered<E, N> | undefined }
          : never;
