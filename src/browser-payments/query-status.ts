/**
 * Asks a provider's server how a payment stands, and makes its answer the order's where it is decided. The browser is
 * never believed.
 */
import type { FoundPayment, StoredEvent } from '../gateway/browser/browser-payment-records.ts';
import { isOpenCode } from '../gateway/order.ts';
import type { Provider, StateOutcome } from '../gateway/provider-port.ts';
import { conclude, isAmountMismatch, isUndecided } from './conclude.ts';
import { type BrowserPaymentDependencies, event, type Reason } from './dependencies.ts';

const NOT_SENT = { status: 'NOT_SENT' } as const;

/** @returns NOT_SENT where an operator took the provider away */
export async function withProvider(
  { gateway }: BrowserPaymentDependencies,
  { payment }: FoundPayment,
  question: (provider: Provider, reference: string) => Promise<StateOutcome>,
): Promise<StateOutcome> {
  const provider = gateway.browser.providers.get(payment.provider);
  return provider === undefined ? NOT_SENT : decided(await question(provider, payment.reference));
}

/** A decision whose code leaves the result open is none yet: the payment waits for it. */
function decided(state: StateOutcome): StateOutcome {
  if (state.status !== 'DECIDED' || !isOpenCode(state.reply.gatewayCode)) {
    return state;
  }
  return { status: 'WAITING', money: state.money };
}

/**
 * How the payment stands at its provider. A payment that the merchant wanted confirmed is confirmed, in case that the
 * first try was lost.
 */
export async function statusAtProvider(
  dependencies: BrowserPaymentDependencies,
  found: FoundPayment,
): Promise<StateOutcome> {
  const state = await withProvider(dependencies, found, (provider, reference) => provider.state(reference));
  const isWanted =
    state.status === 'AGREED' && hasEvent(found, 'CONFIRMATION_ASKED') && !isAmountMismatch(found, state);
  return isWanted ? withProvider(dependencies, found, (provider, reference) => provider.confirm(reference)) : state;
}

export function hasEvent({ events }: Pick<FoundPayment, 'events'>, kind: string, outcome?: string): boolean {
  return events.some((one) => one.kind === kind && (outcome === undefined || one.outcome === outcome));
}

/** The newest answer to a question, or the silence that it met. Undefined before the first. */
function lastQuery({ events }: Pick<FoundPayment, 'events'>): StoredEvent | undefined {
  const queried = events.filter(({ kind }) => kind === 'ASKED');
  return queried.toSorted((one, other) => one.lastAt - other.lastAt).at(-1);
}

/**
 * How the payment stood when its provider was asked last, which may have been silent. Undefined before the first
 * question.
 */
export function lastStatus(found: Pick<FoundPayment, 'events'>): string | undefined {
  return lastQuery(found)?.outcome;
}

/** The provider did not answer: nobody knows. */
export function isUnanswered(status: string | undefined): boolean {
  return status === 'NO_ANSWER' || status === 'NOT_SENT';
}

/** Once, outside the schedule. @returns how the payment stands then */
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

/** What a provider said outside the schedule. @returns how the payment stands then */
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

/** As long as a payer waits for a provider before a page is shown. */
const QUERY_MS_MAX = 1_500;
/** A page that is opened again and again asks the provider no oftener. */
const CACHE_MS = 5_000;

/**
 * Asks for a payer who waits for a page. What comes in time decides the page; the schedule takes up what does not.
 *
 * @returns how the payment stands then, as far as it is known
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
      'a payment could not be asked about',
    );
    return found;
  });
  try {
    return await Promise.race([queried, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** A provider that takes longer than a payer can wait is silent, as far as the page can tell. */
function withoutAnswer(dependencies: BrowserPaymentDependencies, found: FoundPayment, reason: Reason): FoundPayment {
  const silent = event(dependencies, 'ASKED', 'GATEWAY', reason, 'NO_ANSWER');
  return { ...found, events: [...found.events, { ...silent, lastAt: silent.at, times: 1 }] };
}

/** Pages that are opened while a question is under way share its answer. */
async function querySingleFlight(
  dependencies: BrowserPaymentDependencies,
  found: FoundPayment,
  reason: Reason,
): Promise<FoundPayment> {
  const { key } = found.transaction;
  const underWay = dependencies.inFlightQueries.get(key);
  if (underWay !== undefined) {
    return underWay;
  }
  const query = queryStatus(dependencies, found, reason).finally(() => dependencies.inFlightQueries.delete(key));
  dependencies.inFlightQueries.set(key, query);
  return query;
}

/**
 * For a page that says how an open payment stands: asked anew, unless that was done a moment ago.
 * @param freshMs how long an answer is good for
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
