/** Messages between the gateway and its helper process, into which a token's module is loaded. */
import type { KeyAddress } from './uri.ts';

/** The requests to the helper process. Bytes are base64. */
export type HelperCall =
  | { readonly do: 'open'; readonly address: KeyAddress }
  | { readonly do: 'check' }
  | { readonly do: 'wrap'; readonly bytes: string; readonly place: string }
  | { readonly do: 'unwrap'; readonly bytes: string; readonly place: string };

export interface OpenedKey {
  /** Eight hex digits derived from the key, the same in every token and under every name. */
  readonly id: string;
  /** True if the token may export the key, in plain or wrapped by another key. */
  readonly canLeave: boolean;
}

/**
 * DAMAGED: the token works, but the bytes do not decrypt. REFUSED: a retry with the same PIN may lock the token. AWAY:
 * any other problem; it may be temporary.
 */
export type ProblemKind = 'AWAY' | 'DAMAGED' | 'REFUSED';

export interface TokenProblem {
  readonly kind: ProblemKind;
  /** A sentence for the operator, or the end of a sentence. Contains no PIN or key. */
  readonly text: string;
}

export type Question = HelperCall & { readonly question: number };

export type HelperAnswer = { readonly question: number } & (
  | { readonly opened: OpenedKey }
  | { readonly bytes: string }
  | { readonly problem: TokenProblem }
);
