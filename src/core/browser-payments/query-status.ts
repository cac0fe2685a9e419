/**
 * Queries a payment's status at its provider's server, and applies a decision to the order. Claims from the browser are
 * not trusted.
 */

import { providerSettings } from '../../contract/fields/browser-payment-fields.ts';
import { resultOf } from '../../contract/gateway-codes.ts';
import { BROWSER_PAYMENT_PROVIDERS } from '../../contract/providers/index.ts';
import { isOpenCode } from '../order/order.ts';
import {
  type FoundPayment,
  type Provider,
  type ProviderPayment,
  type StateOutcome,
  supportCode,
} from '../ports/index.ts';
import { conclude, isAmountMismatch, isResultOpen, reloadPayment } from './conclude.ts';
import { type BrowserPaymentDependencies, event, type Reason } from './dependencies.ts';
import { providerPayment } from './provider-payment.ts';
import { awaitsAnotherChoice, hasChosenTwice, hasEvent, lastQuery } from './timeline.ts';

const NOT_SENT = { status: 'NOT_SENT' } as const;

/** @returns NOT_SENT if an operator has removed the provider */
export async function withProvider(
  { gateway }: BrowserPaymentDependencies,
  found: FoundPayment,
  query: (provider: Provider, payment: ProviderPayment) => Promise<StateOutcome>,
): Promise<StateOutcome> {
  const provider = gateway.browser.providers.get(found.payment.provider);
  return provider === undefined
    ? NOT_SENT
    : openCodeAsWaiting(await query(provider, await providerPayment(gateway, found)));
}

/** Treats a decision with an open gateway code as WAITING, because it does not decide the payment. */
function openCodeAsWaiting(state: StateOutcome): StateOutcome {
  if (state.status !== 'DECIDED' || !isOpenCode(state.reply.gatewayCode)) {
    return state;
  }
  return { status: 'WAITING', money: state.money };
}

/** The name of the status in the timeline. */
export function statusName(state: StateOutcome): string {
  return state.status === 'WAITING' && state.accepted !== undefined ? 'ACCEPTED' : state.status;
}

/**
 * Queries the payment's status at its provider. If a confirmation was sent before, sends it again, because the first
 * one may have been lost.
 */
export async function statusAtProvider(
  dependencies: BrowserPaymentDependencies,
  found: FoundPayment,
): Promise<StateOutcome> {
  const state = await withProvider(dependencies, found, (provider, payment) => provider.state(payment));
  if (state.status !== 'AGREED' || isAmountMismatch(found, state) || awaitsAnotherChoice(found)) {
    return state;
  }
  if (hasEvent(found, 'CONFIRMATION_ASKED')) {
    return confirmAtProvider(dependencies, found);
  }
  if (!isCompletedHere(found)) {
    return state;
  }
  // Store the event before the request, as for a confirmation by the merchant: the payment may be made from now on.
  const noted = event(dependencies, 'CONFIRMATION_ASKED', 'GATEWAY', '');
  await dependencies.gateway.browser.payments.note(found.transaction.key, [noted]);
  return confirmAtProvider(dependencies, found);
}

/** True if the payer confirms at the provider and the gateway then has to complete the payment. */
function isCompletedHere({ payment, transaction }: FoundPayment): boolean {
  const { provider } = payment;
  const settings = providerSettings(transaction.request.details, provider);
  return (
    BROWSER_PAYMENT_PROVIDERS[provider]?.completedBy === 'GATEWAY' &&
    settings?.paymentConfirmation !== 'CONFIRM_AT_MERCHANT'
  );
}

/**
 * Completes the payment that the payer agreed to. If the provider declines the payer's way to pay, the payer returns to
 * the provider once to choose another. The second decline is final.
 */
export async function confirmAtProvider(
  dependencies: BrowserPaymentDependencies,
  found: FoundPayment,
): Promise<StateOutcome> {
  const state = await withProvider(dependencies, found, (provider, payment) => provider.confirm(payment));
  if (state.status !== 'CHOOSE_AGAIN') {
    return state;
  }
  const { money, reply } = state;
  const { key } = found.transaction;
  if (hasChosenTwice(await reloadPayment(dependencies, key))) {
    const gatewayCode = resultOf(reply.gatewayCode) === 'FAILURE' ? reply.gatewayCode : 'DECLINED';
    return { status: 'DECIDED', money, reply: { ...reply, gatewayCode } };
  }
  const noted = event(dependencies, 'SENT_BACK', 'PROVIDER', '', reply.code);
  await dependencies.gateway.browser.payments.note(key, [noted]);
  return state;
}

/** Queries once, outside the schedule. @returns the payment's state afterwards */
export async function queryStatus(
  dependencies: BrowserPaymentDependencies,
  found: FoundPayment,
  reason: Reason,
): Promise<FoundPayment> {
  if (!isResultOpen(found)) {
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
    event(dependencies, 'ASKED', 'GATEWAY', reason, statusName(state)),
  ]);
  return (await dependencies.gateway.browser.payments.find(key)) ?? found;
}

/** The longest that a payer waits for a provider before a page is shown. */
const QUERY_MS_MAX = 1_500;
/** The minimum interval of queries from repeated page loads. */
const CACHE_MS = 5_000;

/**
 * Queries for a payer that waits for a page. A status that arrives in time decides the page; the schedule applies a
 * later one.
 *
 * @returns the payment's state afterwards, as far as it is known
 */
export function queryWithDeadline(
  dependencies: BrowserPaymentDependencies,
  found: FoundPayment,
  reason: Reason,
): Promise<FoundPayment> {
  return withDeadline(dependencies, found, reason, querySingleFlight(dependencies, found, reason));
}

/** Limits the wait of a page for a query or another request to the provider. */
export async function withDeadline(
  dependencies: BrowserPaymentDependencies,
  found: FoundPayment,
  reason: Reason,
  asking: Promise<FoundPayment>,
): Promise<FoundPayment> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<FoundPayment>((resolve) => {
    timer = setTimeout(() => resolve(withoutAnswer(dependencies, found, reason)), QUERY_MS_MAX);
  });
  const queried = asking.catch((error: unknown) => {
    const { gateway } = dependencies;
    gateway.log.error(
      { err: error, transaction: found.transaction.key, paymentCode: supportCode(gateway.sealer, found.order.key) },
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

/**
 * Adds a query without an answer to the events, so that the page treats a provider that exceeds the limit as
 * unanswered.
 */
function withoutAnswer(dependencies: BrowserPaymentDependencies, found: FoundPayment, reason: Reason): FoundPayment {
  const silent = event(dependencies, 'ASKED', 'GATEWAY', reason, 'NO_ANSWER');
  return { ...found, events: [...found.events, { ...silent, lastAt: silent.at, times: 1 }] };
}

/** Pages that are opened while a query is in flight share its result. */
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
 * Queries for a page that shows an open payment, unless a cached status is recent enough.
 * @param freshMs how long a status stays cached
 */
export async function cachedStatus(
  dependencies: BrowserPaymentDependencies,
  found: FoundPayment,
  freshMs = CACHE_MS,
): Promise<FoundPayment> {
  const queriedAt = lastQuery(found)?.lastAt ?? 0;
  const isCached = !isResultOpen(found) || dependencies.gateway.clock.now() < queriedAt + freshMs;
  return isCached ? found : queryWithDeadline(dependencies, found, 'PAGE');
}
