/** The simulator's operations: their context, input and answer. */
import type { SimulatorAnswer } from '../kit/http/exchange.ts';
import type { PayPalAccount } from './accounts.ts';
import type { PayPalLedger } from './ledger/ledger.ts';
import type { PayPalOutcome } from './outcomes.ts';
import type { PayPalResources } from './resources.ts';
import type { Authority } from './webhooks/authority.ts';
import type { EventType } from './webhooks/events.ts';

/** Settings of PayPal's transaction reports. */
export interface Reporting {
  /** The delay until a transaction appears. */
  readonly afterMs: number;
  /** The maximum number of results of one search. */
  readonly resultsMax: number;
}

/** The context of a change. Each change is one commit of the ledger. */
export interface PayPalWork {
  readonly ledger: PayPalLedger;
  readonly resources: PayPalResources;
  readonly now: number;
  /** Divides the simulator's own durations. */
  readonly speed: number;
  /** The honor period of an authorization, within which it cannot be renewed. */
  readonly honorMs: number;
  readonly reporting: Reporting;
  /** Queues a webhook. @param merchant the account that the event concerns */
  emit(merchant: string, type: EventType, resource: object): void;
}

export interface PayPalOperationContext extends PayPalWork {
  readonly account: PayPalAccount;
  /** The authority whose key signs webhooks. */
  readonly signer: Authority;
  /** The id in the request's path; empty if the path has none. */
  readonly id: string;
  readonly body: unknown;
  /** The query's parameters, already validated against the description. */
  readonly query: Readonly<Record<string, string | undefined>>;
  /** `PayPal-Request-Id` */
  readonly requestId: string | undefined;
  /** Whether the caller prefers a full representation to a minimal one. */
  readonly isWhole: boolean;
  /** @param type a type of the metadata @throws PayPalRefusal 400 for a value that violates it */
  checkType(type: string, value: unknown): void;
  /** The outcome that a tester chose for this call. @param texts texts of the request that may name a script */
  outcome(texts?: readonly (string | undefined | null)[]): PayPalOutcome;
}

export type PayPalResponse = SimulatorAnswer;

export interface PayPalOperation {
  /** The name for control calls: `orders.capture`. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path in the form of the server's routes, in which an id is `:id`. */
  readonly path: string;
  /** How long a PayPal-Request-Id is remembered. Absent: the operation ignores it. */
  readonly repeatsMs?: number;
  /** Set if the metadata of the descriptions does not have the operation: its messages are not validated. */
  readonly isUndescribed?: true;
  /** Executes the operation. @returns the resource's id @throws PayPalRefusal, without storing changes */
  act(context: PayPalOperationContext): string;
  /** The resource in its current state, also for a repeat. */
  show(context: PayPalOperationContext, resource: string, isRepeat: boolean): PayPalResponse;
}
