/** What the gateway and its helper, the process that a token's module is loaded into, say to each other. */
import type { KeyAddress } from './uri.ts';

/** Bytes are base64. */
export type Call =
  | { readonly do: 'open'; readonly address: KeyAddress }
  | { readonly do: 'check' }
  | { readonly do: 'wrap'; readonly bytes: string; readonly place: string }
  | { readonly do: 'unwrap'; readonly bytes: string; readonly place: string };

export interface OpenedKey {
  /** Eight hex digits: the same for the same key, on whatever token and under whatever name. */
  readonly id: string;
  /** Whether it may leave the token, in clear or under another key. */
  readonly canLeave: boolean;
}

/**
 * DAMAGED: the token answers, and the bytes do not open. REFUSED: asking again with the same PIN may lock the token.
 * AWAY: every other one; it may be otherwise in a minute.
 */
export type ProblemKind = 'AWAY' | 'DAMAGED' | 'REFUSED';

export interface Problem {
  readonly kind: ProblemKind;
  /** A sentence for the operator, or the end of one; nothing of a PIN or key. */
  readonly text: string;
}

export type Question = Call & { readonly question: number };

export type Answer = { readonly question: number } & (
  | { readonly opened: OpenedKey }
  | { readonly bytes: string }
  | { readonly problem: Problem }
);
