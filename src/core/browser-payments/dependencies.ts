/** The dependencies of the browser-payment flow, and a shared helper for its events. */
import type { Gateway } from '../gateway.ts';
import type { Merchant } from '../merchant/merchant.ts';
import type { Actor, BrowserEvent, EventKind, FoundPayment } from '../ports/index.ts';

export interface BrowserPaymentDependencies {
  readonly gateway: Gateway;
  readonly merchantByKey: (key: number) => Promise<Merchant | undefined>;
  /** Status queries in flight for payers that wait for a page, by transaction key. */
  readonly inFlightQueries: Map<number, Promise<FoundPayment>>;
  /** Makes the provider's reconciler poll at once. */
  readonly wake: (provider: string) => void;
}

/** The reason for a status query: the `source` of its event. */
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
