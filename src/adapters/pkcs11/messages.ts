/** Messages between the gateway and its helper process, into which a token's module is loaded. */
import type { KeyAddress } from './uri.ts';

/** Bytes are base64. */
export type HelperCall =
  | { readonly do: 'open'; readonly address: KeyAddress }
  | { readonly do: 'check' }
  | { readonly do: 'wrap'; readonly bytes: string; readonly place: string }
  | { readonly do: 'unwrap'; readonly bytes: string; readonly place: string };

export interface OpenedKey {
  /** Eight hex digits, the same for the same key in any token and under any name. */
  readonly id: string;
  /** True if the token may export it, in plain or under another key. */
  readonly canLeave: boolean;
}

/**
 * DAMAGED: the token works, but the bytes do not decrypt. REFUSED: a retry with the same PIN may lock the token. AWAY:
 * any other problem, which may end by itself.
 */
export type ProblemKind = 'AWAY' | 'DAMAGED' | 'REFUSED';

export interface TokenProblem {
  readonly kind: ProblemKind;
  /** A sentence for the operator, or the end of one. Contains no PIN or key. */
  readonly text: string;
}

export type Question = HelperCall & { readonly question: number };

export type HelperAnswer = { readonly question: number } & (
  | { readonly opened: OpenedKey }
  | { readonly bytes: string }
  | { readonly problem: TokenProblem }
);
