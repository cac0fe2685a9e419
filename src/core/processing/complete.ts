/** The last recovery point: persists the acquirer's reply, or its absence, with the order in one commit. */
import { type GatewayCode, resultOf } from '../../contract/gateway-codes.ts';
import type { Gateway } from '../gateway.ts';
import { applyMovement, isOpenCode, type Movement } from '../order/order.ts';
import { snapshot } from '../order/order-snapshot.ts';
import {
  type BrowserEvent,
  type CompletedTransaction,
  type StoredOrder,
  type StoredTransaction,
  supportCode,
  type TransactionOutcome,
} from '../ports/index.ts';
import { advicePause, followUpPause } from '../schedules/follow-up-schedule.ts';
import { firstQueryAt, pauseAfterEnd } from '../schedules/query-schedule.ts';
import { agreedBy } from './agreed-by.ts';
import { enqueueNotification, persistWithNotification } from './enqueue-notification.ts';
import type { FinalAnswer } from './final-answer.ts';
import { requestKind } from './message-kinds.ts';
import { owesMail } from './owes-receipt.ts';
import { isAdvised, isBrowserPayment, providerIdOf } from './processor.ts';
import { reversalOf } from './reversal-of.ts';
import { riskResultOf } from './risk-result.ts';
import { savedToken } from './saved-token.ts';
import { type OrderWithSettledParts, settleParts } from './settle-parts.ts';

export interface Completion {
  readonly order: StoredOrder;
  readonly transaction: StoredTransaction;
  readonly merchantId: string;
  readonly answer: FinalAnswer;
}

/** NOT_SENT: the message certainly was not sent. NO_ANSWER: the request is declined and reversed. */
const UNANSWERED_CODE: Record<'NO_ANSWER' | 'NOT_SENT', GatewayCode> = {
  NO_ANSWER: 'TIMED_OUT',
  NOT_SENT: 'ACQUIRER_SYSTEM_ERROR',
};

function gatewayCodeOf(answer: FinalAnswer, { request }: StoredTransaction): GatewayCode {
  if (answer.status === 'DECIDED') {
    return answer.gatewayCode;
  }
  if (answer.status === 'ANSWERED') {
    const code = answer.rejected ?? answer.reply.gatewayCode;
    // An approved hold stays pending until the rest is paid.
    return request.part?.kind === 'HOLD' && resultOf(code) === 'SUCCESS' ? 'PENDING' : code;
  }
  if (answer.status === 'REPLIED') {
    return answer.reply.gatewayCode;
  }
  if (answer.status === 'CREATED') {
    return 'PENDING';
  }
  // An advice without an answer has not failed, because it is retried until it is answered.
  return isAdvised(request) ? 'PENDING' : UNANSWERED_CODE[answer.status];
}

const STORE_PAUSE_MS = 500;
/** The number of attempts per log line: one line per minute while the store is unavailable. */
const LOG_EVERY_TRIES = 120;

/**
 * Completes a transaction. Keeps the acquirer's answer in memory until it can be persisted: retries while the disk is
 * full or the store cannot issue keys.
 *
 * @returns the transaction as stored; if another process evicted this one and completed the transaction, with the
 *   outcome that the other process stored
 * @throws Error if the order's lock was lost and the transaction has no outcome, which cannot happen
 */
export async function completeTransaction(gateway: Gateway, completion: Completion): Promise<StoredTransaction> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await completeOnce(gateway, completion);
    } catch (error) {
      if (error instanceof LockLost) {
        throw error;
      }
      const { key, orderKey } = completion.transaction;
      if (tries % LOG_EVERY_TRIES === 1) {
        gateway.log.error(
          { err: error, transaction: key, paymentCode: supportCode(gateway.sealer, orderKey) },
          'an outcome cannot be stored; trying again',
        );
      }
      await gateway.pause(STORE_PAUSE_MS);
    }
  }
}

/** Completes a transaction with a single attempt, for callers that retry themselves. @throws all errors of the store */
export async function completeOnce(gateway: Gateway, completion: Completion): Promise<StoredTransaction> {
  const completed = await completedOf(gateway, completion);
  const stored = (await persistWithNotification(gateway.notifications, completed, (one) =>
    gateway.orders.complete(one),
  ))
    ? completed.transaction
    : await completedEarlier(gateway, completed);
  if (completed.reversal !== undefined) {
    gateway.reversalStored();
  }
  gateway.counts.results.note(completed.transaction.request.type, completed.outcome.gatewayCode);
  return stored;
}

/**
 * Returns the stored outcome after the lock was lost: an earlier attempt was durable although it seemed to fail, or
 * another process has completed the transaction.
 */
async function completedEarlier(gateway: Gateway, { transaction }: CompletedTransaction): Promise<StoredTransaction> {
  const stored = await gateway.orders.transaction(transaction.orderKey, transaction.transactionId);
  if (stored?.outcome === undefined) {
    throw new LockLost(transaction.key);
  }
  gateway.log.warn(
    { transaction: transaction.key, paymentCode: supportCode(gateway.sealer, transaction.orderKey) },
    'a transaction was completed before: the stored outcome is kept',
  );
  return stored;
}

class LockLost extends Error {
  constructor(transactionKey: number) {
    super(`Transaction ${transactionKey} lost its order's lock and has no outcome.`);
  }
}

async function completedOf(gateway: Gateway, completion: Completion): Promise<CompletedTransaction> {
  const { order, transaction, answer } = completion;
  const now = gateway.clock.now();
  const gatewayCode = gatewayCodeOf(answer, transaction);
  const state = applyMovement(order.state, movementOf(transaction, gatewayCode, answer), transaction.request.currency);
  const { order: after, settled } = await withSettled(gateway, completion, { ...order, state, updatedAt: now });
  const risk = riskResultOf(transaction, answer);
  const saved = await savedToken(gateway.savedCards, order.merchantKey, transaction, gatewayCode);
  const outcome: TransactionOutcome = {
    gatewayCode,
    risk,
    reply: answer.status === 'ANSWERED' ? answer.reply : undefined,
    provider: answer.status === 'REPLIED' ? answer.reply : undefined,
    savedToken: saved,
    order: snapshot(after),
  };
  const completed = { ...transaction, outcome, updatedAt: now };
  const agreed = agreedBy(completed);
  const followUpAt = followUpAtOf(transaction, gatewayCode, answer, now);
  const events = isBrowserPayment(transaction.request) ? [beginning(completion, gatewayCode, now)] : undefined;
  // The merchant itself redirects the payer to the provider, so it needs no notification of a created payment.
  const isNews = answer.status !== 'CREATED';
  const { order: stored, notification } = isNews
    ? await enqueueNotification(gateway, {
        merchantId: completion.merchantId,
        order: after,
        transaction: completed,
        events,
      })
    : { order: after, notification: undefined };
  return {
    order: stored,
    notification,
    transaction: completed,
    outcome,
    owesReceipt: await owesMail(gateway.orders, after, completed),
    agreed,
    reversal: needsReversal(answer, transaction) ? reversalOf(gateway, completion) : undefined,
    followUpAt,
    created: answer.status === 'CREATED' ? answer : undefined,
    events,
    settled: settled.length > 0 ? settled : undefined,
  };
}

/** Settles the order's holds, if this is a successful payment of the rest. */
async function withSettled(
  gateway: Gateway,
  { transaction: { transactionId, request }, merchantId }: Completion,
  order: StoredOrder,
): Promise<OrderWithSettledParts> {
  const isPaid = order.state.movements.some((one) => one.transactionId === transactionId && one.result === 'SUCCESS');
  return request.part?.kind === 'REST' && isPaid ? settleParts(gateway, order, merchantId) : { order, settled: [] };
}

/** A refund request that waits for approval has no status to query. */
function followUpAtOf(
  { request }: StoredTransaction,
  gatewayCode: GatewayCode,
  answer: FinalAnswer,
  now: number,
): number | undefined {
  if (request.part?.kind === 'HOLD') {
    return isOpenCode(gatewayCode) ? request.part.until : undefined;
  }
  if (isBrowserPayment(request)) {
    // The payment may exist at the provider, although no payer was redirected to it. Query its status, so that it is
    // cancelled there.
    if (answer.status === 'NO_ANSWER') {
      return now + (pauseAfterEnd(0) ?? 0);
    }
    return answer.status === 'CREATED' ? firstQueryAt(now) : undefined;
  }
  if (request.type === 'REFUND_REQUEST' || !isOpenCode(gatewayCode)) {
    return undefined;
  }
  return now + (providerIdOf(request) === undefined ? followUpPause(0) : advicePause(0));
}

function beginning({ transaction, answer }: Completion, gatewayCode: GatewayCode, at: number): BrowserEvent {
  const actor = transaction.request.entryPoint === 'HOSTED_PAGE' ? 'PAYER' : 'MERCHANT';
  const source = transaction.request.from ?? '';
  return answer.status === 'CREATED'
    ? { kind: 'INITIATED', actor, outcome: '', source, at }
    : { kind: 'NOT_INITIATED', actor, outcome: gatewayCode, source, at };
}

/**
 * True for a request without an answer, because it may have arrived, and for an approval that the merchant's rules
 * reject. Advices are repeated instead of reversed.
 */
function needsReversal(answer: FinalAnswer, { request }: StoredTransaction): boolean {
  if (requestKind(request.type) === undefined || providerIdOf(request) !== undefined) {
    return false;
  }
  if (answer.status !== 'ANSWERED') {
    return answer.status === 'NO_ANSWER';
  }
  return answer.rejected !== undefined || answer.reply.gatewayCode === 'TIMED_OUT';
}

/**
 * The members are in the order of the stored JSON.
 *
 * @param answer undefined for a result from a ledger
 */
export function movementOf(
  transaction: StoredTransaction,
  gatewayCode: GatewayCode,
  answer: FinalAnswer | undefined,
): Movement {
  const { transactionId, request } = transaction;
  const result = resultOf(gatewayCode);
  const riskCode = answer && riskResultOf(transaction, answer)?.gatewayCode;
  return {
    transactionId,
    type: request.type,
    result,
    gatewayCode,
    amount: request.amount,
    target: request.target,
    notSent: answer?.status === 'NOT_SENT' || answer?.status === 'DECIDED' ? true : undefined,
    isCancelled: request.isCancelled,
    session: request.session,
    // If the refund failed, its refund request continues to reserve the amount.
    approved: result === 'FAILURE' ? undefined : request.approved,
    provider: providerIdOf(request),
    giftCard: request.instrument.type === 'GIFT_CARD' ? true : undefined,
    part: request.part?.kind,
    review: riskCode === 'REVIEW_REQUIRED' ? 'REQUIRED' : undefined,
    isRisky: riskCode === 'REJECTED' && answer?.status === 'DECIDED' ? true : undefined,
  };
}
