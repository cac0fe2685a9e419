/**
 * Follows up unanswered requests at one provider: undecided payments, ended payments that may have been paid after all,
 * and captures, refunds and voids without an answer. Each provider has its own worker, so that an outage of one does
 * not delay the others.
 */
import { resultOf } from '../../contract/gateway-codes.ts';
import { isOpenCode } from '../order/order.ts';
import {
  type FollowUp,
  type FoundPayment,
  type MovementOutcome,
  type StateOutcome,
  type StatusQuery,
  type StoredOrder,
  type StoredTransaction,
  supportCode,
} from '../ports/index.ts';
import { isBrowserPayment } from '../processing/processor.ts';
import { resolvePending } from '../processing/resolve-pending.ts';
import { advicePause, noSooner, pendingPause } from '../schedules/follow-up-schedule.ts';
import {
  ABANDONED_AFTER_MS,
  firstQueryAt,
  pauseAfterEnd,
  queryPause,
  UNDECIDED_AFTER_MS,
} from '../schedules/query-schedule.ts';
import { DueWorker } from '../workers/due-worker.ts';
import { conclude, isResultOpen, reloadPayment } from './conclude.ts';
import { type BrowserPaymentDependencies, event } from './dependencies.ts';
import { refundLateCapture } from './late-capture.ts';
import { adviseProvider } from './movement.ts';
import { statusAtProvider, statusName, withProvider } from './query-status.ts';
import { hasEvent, isUnanswered } from './timeline.ts';

/**
 * The number of payments that are queried together. A provider that does not answer takes ten seconds per batch. At
 * this size ten thousand payments are queried within a few minutes.
 */
const BATCH_SIZE = 512;

export function reconciler(dependencies: BrowserPaymentDependencies, provider: string): DueWorker<FollowUp> {
  const { clock, browser, log } = dependencies.gateway;
  return new DueWorker({
    name: `payments with ${provider}`,
    log,
    queue: { kind: 'FOLLOW_UP', processor: provider },
    possible: () => true,
    batchSize: BATCH_SIZE,
    due: (limit) => browser.payments.due(provider, clock.now(), limit),
    work: (due) => followUp(dependencies, due),
  });
}

async function followUp(dependencies: BrowserPaymentDependencies, due: FollowUp): Promise<void> {
  const { transaction, queries } = due;
  const query = { earlierQueries: queries, at: dependencies.gateway.clock.now() };
  if (!isBrowserPayment(transaction.request)) {
    return repeatAdvice(dependencies, due, query);
  }
  const found = await reloadPayment(dependencies, transaction.key);
  if (isResultOpen(found)) {
    return queryPending(dependencies, found, query);
  }
  return found.payment.late === 'REFUNDING'
    ? refundLateCapture(dependencies, found, query)
    : queryAfterEnd(dependencies, found, query);
}

/** Repeats a capture, refund or void as an advice until the provider answers. */
async function repeatAdvice(
  dependencies: BrowserPaymentDependencies,
  { order, transaction, merchantId }: FollowUp,
  query: StatusQuery,
): Promise<void> {
  const { gateway } = dependencies;
  const answer = await adviseProvider(gateway, { order, transaction });
  if (answer.status === 'REPLIED' && !isOpenCode(answer.reply.gatewayCode)) {
    const became = { gatewayCode: answer.reply.gatewayCode, provider: answer.reply };
    if ((await resolvePending(gateway, { merchantId, order, transaction, became })) !== undefined) {
      return;
    }
  }
  const dueAt = await nextAdviceAt(dependencies, order, transaction, answer, query);
  await gateway.browser.payments.recordQuery(transaction.key, query, dueAt);
}

/**
 * Returns null if the movement already has its final result: a callback may have scheduled a query that is no longer
 * needed.
 */
async function nextAdviceAt(
  { gateway }: BrowserPaymentDependencies,
  order: StoredOrder,
  { transactionId }: StoredTransaction,
  answer: MovementOutcome,
  { earlierQueries }: StatusQuery,
): Promise<number | null> {
  const now = await gateway.orders.transaction(order.key, transactionId);
  if (now?.outcome !== undefined && !isOpenCode(now.outcome.gatewayCode)) {
    return null;
  }
  const isPending = answer.status === 'REPLIED' && isOpenCode(answer.reply.gatewayCode);
  const pause = (isPending ? pendingPause : advicePause)(earlierQueries + 1);
  return gateway.clock.now() + noSooner(pause, answer);
}

async function queryPending(
  dependencies: BrowserPaymentDependencies,
  found: FoundPayment,
  query: StatusQuery,
): Promise<void> {
  const state = await statusAtProvider(dependencies, found);
  if (state.status === 'DECIDED') {
    // `conclude` schedules the next query if one is needed; for a locked order it schedules one soon.
    await conclude(dependencies, found.transaction.key, state, 'SCHEDULE');
    return;
  }
  const isWaiting = hasAgreed(found, state);
  if (isWaiting && state.status === 'WAITING' && state.accepted && isOver(dependencies, found)) {
    // An accepted transfer that was not rejected in all this time has been executed.
    const { money, accepted: reply } = state;
    await conclude(dependencies, found.transaction.key, { status: 'DECIDED', money, reply }, 'SCHEDULE');
    return;
  }
  if (dependencies.gateway.clock.now() >= endOf(found, isWaiting)) {
    return end(dependencies, found, query);
  }
  return queryLater(dependencies, found, query, state, isWaiting);
}

function isOver({ gateway }: BrowserPaymentDependencies, found: FoundPayment): boolean {
  return gateway.clock.now() >= endOf(found, true);
}

function endOf({ payment }: FoundPayment, isWaiting: boolean): number {
  return payment.createdAt + (isWaiting ? UNDECIDED_AFTER_MS : ABANDONED_AFTER_MS);
}

async function queryLater(
  dependencies: BrowserPaymentDependencies,
  found: FoundPayment,
  query: StatusQuery,
  state: StateOutcome,
  isWaiting: boolean,
): Promise<void> {
  const { clock, browser } = dependencies.gateway;
  const noted = event(dependencies, 'ASKED', 'GATEWAY', 'SCHEDULE', statusName(state));
  const pause = noSooner(queryPause(query.earlierQueries + 1, isWaiting), state);
  const dueAt = Math.min(clock.now() + pause, endOf(found, isWaiting));
  await browser.payments.recordQuery(found.transaction.key, query, dueAt, [noted]);
}

/**
 * True if the payer has completed all steps. While the provider does not answer, a payer who returned to the gateway is
 * assumed to have completed them.
 */
function hasAgreed(found: FoundPayment, { status }: StateOutcome): boolean {
  if (status === 'WAITING') {
    return true;
  }
  return (status === 'NO_ANSWER' || status === 'NOT_SENT') && hasEvent(found, 'CAME_BACK');
}

/** Ends the payment after its time limit: cancels it at the provider. If the payer paid first, that payment counts. */
async function end(dependencies: BrowserPaymentDependencies, found: FoundPayment, query: StatusQuery): Promise<void> {
  const { gateway } = dependencies;
  const { key } = found.transaction;
  const state = await withProvider(dependencies, found, (provider, payment) => provider.cancel(payment));
  if (isSuccess(state)) {
    await conclude(dependencies, key, state, 'SCHEDULE');
    return;
  }
  const now = gateway.clock.now();
  // The payer agreed at the last moment: from now on the provider's time limit applies.
  if (state.status === 'WAITING' && now < endOf(found, true)) {
    return queryLater(dependencies, found, query, state, true);
  }
  const { order, transaction, merchantId } = await reloadPayment(dependencies, key);
  const resolved = await resolvePending(gateway, {
    merchantId,
    order,
    transaction,
    became: { gatewayCode: 'ABORTED' },
    events: [
      event(dependencies, 'WITHDRAWN', 'GATEWAY', 'SCHEDULE', state.status),
      event(dependencies, 'COMPLETED', 'GATEWAY', 'SCHEDULE', 'ABORTED'),
    ],
    followUpAt: now + (pauseAfterEnd(0) ?? 0),
  });
  if (resolved === undefined) {
    await gateway.browser.payments.recordQuery(key, query, firstQueryAt(now));
  } else {
    gateway.log.info(
      { transaction: key, paymentCode: supportCode(gateway.sealer, order.key) },
      'a browser payment ended unpaid',
    );
  }
}

function isSuccess(state: StateOutcome): state is Extract<StateOutcome, { status: 'DECIDED' }> {
  return state.status === 'DECIDED' && resultOf(state.reply.gatewayCode) === 'SUCCESS';
}

/**
 * Queries a payment that ended here without money: it may have been paid at the provider after all, and is cancelled if
 * it is still payable there.
 */
async function queryAfterEnd(
  dependencies: BrowserPaymentDependencies,
  found: FoundPayment,
  query: StatusQuery,
): Promise<void> {
  const { gateway } = dependencies;
  const { key, outcome } = found.transaction;
  if (outcome !== undefined && resultOf(outcome.gatewayCode) === 'SUCCESS') {
    return queryPaid(dependencies, found, query);
  }
  if (outcome === undefined || found.payment.late !== null) {
    return gateway.browser.payments.recordQuery(key, query, null);
  }
  const state = await cancelIfOpen(dependencies, found);
  if (isSuccess(state)) {
    await conclude(dependencies, key, state, 'SCHEDULE');
    return;
  }
  const done = state.status === 'UNKNOWN_PAYMENT' && found.payment.pageUrl === null;
  const pause = pauseAfterEnd(
    isImpossible(state) ? query.earlierQueries + 1 : Math.min(query.earlierQueries + 1, LAST_QUERY),
  );
  const noted = event(dependencies, 'ASKED', 'GATEWAY', 'SCHEDULE', state.status);
  const dueAt = done || pause === null ? null : gateway.clock.now() + pause;
  await gateway.browser.payments.recordQuery(key, query, dueAt, [noted]);
}

/** Queries a successful payment after a callback reported a return of its money, and books the provider's answer. */
async function queryPaid(
  dependencies: BrowserPaymentDependencies,
  found: FoundPayment,
  query: StatusQuery,
): Promise<void> {
  const { browser, clock } = dependencies.gateway;
  const { key } = found.transaction;
  const state = await withProvider(dependencies, found, (provider, payment) => provider.state(payment));
  if (state.status === 'DECIDED') {
    await conclude(dependencies, key, state, 'SCHEDULE');
  }
  const pause = isUnanswered(state.status) ? pauseAfterEnd(Math.min(query.earlierQueries + 1, LAST_QUERY)) : null;
  await browser.payments.recordQuery(key, query, pause === null ? null : clock.now() + pause);
}

/** While the provider may still take money, or its status is unknown, queries continue at the longest pause. */
const LAST_QUERY = 2;

function isImpossible(state: StateOutcome): boolean {
  return state.status === 'DECIDED' || state.status === 'UNKNOWN_PAYMENT';
}

async function cancelIfOpen(dependencies: BrowserPaymentDependencies, found: FoundPayment): Promise<StateOutcome> {
  const state = await withProvider(dependencies, found, (provider, payment) => provider.state(payment));
  const isPossible = state.status === 'OPEN' || state.status === 'AGREED' || state.status === 'WAITING';
  return isPossible ? withProvider(dependencies, found, (provider, payment) => provider.cancel(payment)) : state;
}
