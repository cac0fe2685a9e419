/** What an operation of the stand-in is given, and what it gives. */
import type { PayPalAccount } from './accounts.ts';
import type { PayPalLedger } from './ledger/ledger.ts';
import type { Outcome } from './outcomes.ts';
import type { Resources } from './resources.ts';
import type { Authority } from './webhooks/authority.ts';
import type { EventType } from './webhooks/events.ts';

/** How PayPal reports transactions. */
export interface Reporting {
  /** They appear so long after they were made. */
  readonly afterMs: number;
  /** The most that one search finds. */
  readonly resultsMax: number;
}

/** One commit of the ledger, and what it may do beside writing rows. */
export interface Work {
  readonly ledger: PayPalLedger;
  readonly resources: Resources;
  readonly now: number;
  /** Divides the stand-in's own times. */
  readonly speed: number;
  /** In which an authorization is honored: it is not renewed before. */
  readonly honorMs: number;
  readonly reporting: Reporting;
  /** Queues a webhook. @param merchant the account that it is about */
  emit(merchant: string, type: EventType, resource: object): void;
}

export interface OperationContext extends Work {
  readonly account: PayPalAccount;
  /** Whose key signs webhooks. */
  readonly signer: Authority;
  /** The id in the address; empty where it has none. */
  readonly id: string;
  readonly body: unknown;
  /** Judged by the facts. */
  readonly query: Readonly<Record<string, string | undefined>>;
  /** `PayPal-Request-Id` */
  readonly requestId: string | undefined;
  /** Whether the caller prefers a representation to the least. */
  readonly isWhole: boolean;
  /** @param type of the facts @throws Refusal 400 for a value that is not as described */
  checkType(type: string, value: unknown): void;
  /** What a tester asked of this call. @param texts of the request, in which a script may stand */
  outcome(texts?: readonly (string | undefined | null)[]): Outcome;
}

export interface Answer {
  readonly status: number;
  readonly body?: object;
}

export interface Operation {
  /** For control calls: `orders.capture`. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As the server's routes write it; the id, where it has one, is `:id`. */
  readonly path: string;
  /** How long a PayPal-Request-Id holds; absent: the operation takes none. */
  readonly repeatsMs?: number;
  /** Does it. @returns the resource's id @throws Refusal; nothing was stored then */
  act(context: OperationContext): string;
  /** The resource in its latest state, which is what a repeat gets too. */
  show(context: OperationContext, resource: string, isRepeat: boolean): Answer;
}
