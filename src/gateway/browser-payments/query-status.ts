/**
 * Queries a payment's status at its provider's server, and applies a decided one to the order. The browser's own claims
 * are never trusted.
 */
import { isOpenCode } from '../order/order.ts';
import type { FoundPayment, Provider, StateOutcome } from '../ports/index.ts';
import { conclude, isAmountMismatch, isUndecided } from './conclude.ts';
import { type BrowserPaymentDependencies, event, type Reason } from './dependencies.ts';
import { hasEvent, lastQuery } from './timeline.ts';

const NOT_SENT = { status: 'NOT_SENT' } as const;

/** @returns NOT_SENT when an operator has removed the provider */
export async function withProvider(
  { gateway }: BrowserPaymentDependencies,
  { payment }: FoundPayment,
  query: (provider: Provider, reference: string) => Promise<StateOutcome>,
): Promise<StateOutcome> {
  const provider = gateway.browser.providers.get(payment.provider);
  return provider === undefined ? NOT_SENT : decided(await query(provider, payment.reference));
}

/** A decision with an open code is not a decision yet: the payment stays WAITING. */
function decided(state: StateOutcome): StateOutcome {
  if (state.status !== 'DECIDED' || !isOpenCode(state.reply.gatewayCode)) {
    return state;
  }
  return { status: 'WAITING', money: state.money };
}

/**
 * The payment's status at its provider. If the merchant requested the confirmation, confirm again: the first request
 * may have been lost.
 */
export async function statusAtProvider(
  dependencies: BrowserPaymentDependencies,
  found: FoundPayment,
): Promise<StateOutcome> {
  const state = await withProvider(dependencies, found, (provider, reference) => provider.state(reference));
  const isRequested =
    state.status === 'AGREED' && hasEvent(found, 'CONFIRMATION_ASKED') && !isAmountMismatch(found, state);
  return isRequested ? withProvider(dependencies, found, (provider, reference) => provider.confirm(reference)) : state;
}

/** Queries once, outside the schedule. @returns the payment's state afterwards */
export async function queryStatus(
  dependencies: BrowserPaymentDependencies,
  found: FoundPayment,
  reason: Reason,
): Promise<FoundPayment> {
  if (!isUndecided(found)) {
    return found;
  }
  return applyStatus(dependencies, found, await statusAtProvider(dependencies, found), reason);
}

/** Applies a status that was queried outside the schedule. @returns the payment's state afterwards */
export async function applyStatus(
  dependencies: BrowserPaymentDependencies,
  found: FoundPayment,
  state: StateOutcome,
  reason: Reason,
): Promise<FoundPayment> {
  const { key } = found.transaction;
  if (state.status === 'DECIDED') {
    return conclude(dependencies, key, state, reason);
  }
  await dependencies.gateway.browser.payments.note(key, [
    event(dependencies, 'ASKED', 'GATEWAY', reason, state.status),
  ]);
  return (await dependencies.gateway.browser.payments.find(key)) ?? found;
}

/** How long a payer waits for a provider before a page is shown. */
const QUERY_MS_MAX = 1_500;
/** A page that is reloaded again and again queries the provider no more often than this. */
const CACHE_MS = 5_000;

/**
 * Queries for a payer who waits for a page. A status that arrives in time decides the page; the schedule applies a
 * later one.
 *
 * @returns the payment's state afterwards, as far as it is known
 */
export async function queryWithDeadline(
  dependencies: BrowserPaymentDependencies,
  found: FoundPayment,
  reason: Reason,
): Promise<FoundPayment> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<FoundPayment>((resolve) => {
    timer = setTimeout(() => resolve(withoutAnswer(dependencies, found, reason)), QUERY_MS_MAX);
  });
  const queried = querySingleFlight(dependencies, found, reason).catch((error: unknown) => {
    dependencies.gateway.log.error(
      { err: error, transaction: found.transaction.key },
      'the status of a payment could not be queried',
    );
    return found;
  });
  try {
    return await Promise.race([queried, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** For the page, a provider that takes longer than a payer can wait did not answer. */
function withoutAnswer(dependencies: BrowserPaymentDependencies, found: FoundPayment, reason: Reason): FoundPayment {
  const silent = event(dependencies, 'ASKED', 'GATEWAY', reason, 'NO_ANSWER');
  return { ...found, events: [...found.events, { ...silent, lastAt: silent.at, times: 1 }] };
}

/** Pages opened while a query is in flight share its answer. */
async function querySingleFlight(
  dependencies: BrowserPaymentDependencies,
  found: FoundPayment,
  reason: Reason,
): Promise<FoundPayment> {
  const { key } = found.transaction;
  const inFlight = dependencies.inFlightQueries.get(key);
  if (inFlight !== undefined) {
    return inFlight;
  }
  const query = queryStatus(dependencies, found, reason).finally(() => dependencies.inFlightQueries.delete(key));
  dependencies.inFlightQueries.set(key, query);
  return query;
}

/**
 * For a page that shows an open payment: queries anew, unless a cached status is recent enough.
 * @param freshMs how long a status stays cached
 */
export async function cachedStatus(
  dependencies: BrowserPaymentDependencies,
  found: FoundPayment,
  freshMs = CACHE_MS,
): Promise<FoundPayment> {
  const queriedAt = lastQuery(found)?.lastAt ?? 0;
  const isCached = !isUndecided(found) || dependencies.gateway.clock.now() < queriedAt + freshMs;
  return isCached ? found : queryWithDeadline(dependencies, found, 'PAGE');
}
