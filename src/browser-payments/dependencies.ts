/** What every part of the browser-payment flow works with, and the few things that all of them do. */
import type { Actor, BrowserEvent, EventKind, FoundPayment } from '../gateway/browser/browser-payment-records.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Merchant } from '../gateway/merchant.ts';

export interface BrowserPaymentDependencies {
  readonly gateway: Gateway;
  readonly merchantByKey: (key: number) => Promise<Merchant | undefined>;
  /** Questions under way for payers who wait for a page, by the transaction's key. */
  readonly inFlightQueries: Map<number, Promise<FoundPayment>>;
  /** Lets the provider's reconciler look at once. */
  readonly wake: (provider: string) => void;
}

/** Why the provider was asked: the `source` of what is noted then. */
export type Reason = 'CALLBACK' | 'CONFIRMATION' | 'PAGE' | 'RETURN' | 'SCHEDULE' | 'WITHDRAWAL';

const OUTCOME_CHARACTERS_MAX = 40;

export function event(
  { gateway }: BrowserPaymentDependencies,
  kind: EventKind,
  actor: Actor,
  source: string,
  outcome = '',
): BrowserEvent {
  return { kind, actor, source, outcome: outcome.slice(0, OUTCOME_CHARACTERS_MAX), at: gateway.clock.now() };
}
