/** The dependencies of the browser-payment flow, and the helper that all parts of it share. */
import type { Gateway } from '../gateway.ts';
import type { Merchant } from '../merchant/merchant.ts';
import type { Actor, BrowserEvent, EventKind, FoundPayment } from '../ports/index.ts';

export interface BrowserPaymentDependencies {
  readonly gateway: Gateway;
  readonly merchantByKey: (key: number) => Promise<Merchant | undefined>;
  /** Status queries in flight for payers who wait for a page, by the transaction's key. */
  readonly inFlightQueries: Map<number, Promise<FoundPayment>>;
  /** Makes the provider's reconciler poll at once. */
  readonly wake: (provider: string) => void;
}

/** Why the provider was queried: the `source` of the event. */
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
