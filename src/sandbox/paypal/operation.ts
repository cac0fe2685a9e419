/** What an operation of the stand-in is given, and what it gives. */
import type { PayPalAccount } from './accounts.ts';
import type { PayPalLedger } from './ledger/ledger.ts';
import type { Outcome } from './outcomes.ts';
import type { EventQueue } from './webhooks/events.ts';

export interface OperationContext {
  readonly ledger: PayPalLedger;
  readonly account: PayPalAccount;
  /** The id in the address; empty where it has none. */
  readonly id: string;
  readonly body: unknown;
  readonly now: number;
  /** Of the stand-in's addresses, as the caller reached it. */
  readonly base: string;
  /** Divides the stand-in's own times. */
  readonly speed: number;
  /** Whether the caller prefers a representation to the least. */
  readonly isWhole: boolean;
  readonly events: EventQueue;
  /** What a tester asked of this call. */
  readonly outcome: (texts: readonly (string | undefined | null)[]) => Outcome;
}

export interface Answer {
  readonly status: number;
  readonly body?: object;
}

export interface Operation {
  /** As in the description. */
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  /** How long a PayPal-Request-Id holds; absent: the operation takes none. */
  readonly repeatsMs?: number;
  /** Does it. @returns the resource's id @throws Refusal; nothing was stored then */
  act(context: OperationContext): string;
  /** The resource in its latest state, which is what a repeat gets too. */
  show(context: OperationContext, resource: string, isRepeat: boolean): Answer;
}
