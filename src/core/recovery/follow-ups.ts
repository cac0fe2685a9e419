/**
 * Queries the acquirer for the status of transactions with a PENDING or UNKNOWN result until it is final, for a week at
 * most. A query moves no money. An unanswered advice is repeated instead, so that it certainly arrives. A hold is
 * released when its time ends and the rest of its order is unpaid. A final result changes the order and its transaction
 * in one commit, and the merchant is notified as of any outcome.
 */
import { resultOf } from '../../contract/gateway-codes.ts';
import { isOpenCode } from '../order/order.ts';
import {
  type AcquirerReply,
  type Acquirers,
  type Clock,
  DEFAULT_ACQUIRER,
  type FollowUp,
  type Log,
  type NotificationDependencies,
  type Orders,
  type SavedCards,
  type Sealer,
  type StatusOutcome,
  type StoredTransaction,
  type TransactionOutcome,
} from '../ports/index.ts';
import { acquirerNamed, acquirerOf } from '../processing/acquirers.ts';
import { adviceOf, isUnansweredAdvice } from '../processing/advice.ts';
import { messageKind } from '../processing/message-kinds.ts';
import { acquirerProcessor } from '../processing/processor.ts';
import { resolvePending } from '../processing/resolve-pending.ts';
import { traceOf } from '../processing/trace.ts';
import { ASKED_FOR_MS, advicePause, followUpPause, NEVER } from '../schedules/follow-up-schedule.ts';
import { DueWorker } from '../workers/due-worker.ts';
import { releasePart } from './release-part.ts';

export interface FollowUpDependencies {
  readonly clock: Clock;
  readonly orders: Orders;
  readonly notifications: NotificationDependencies;
  readonly acquirers: Acquirers;
  readonly sealer: Sealer;
  readonly log: Log;
  /** Called after a reversal is stored: wakes the worker that sends reversals. */
  readonly reversalStored: () => void;
  readonly savedCards: SavedCards;
}

/**
 * Creates the worker of one acquirer. Each acquirer has its own, so that an outage of one does not delay the results of
 * others.
 */
export function followUpWorker(
  dependencies: FollowUpDependencies,
  name: string = DEFAULT_ACQUIRER,
): DueWorker<FollowUp> {
  const { clock, orders, log } = dependencies;
  const acquirer = acquirerNamed(dependencies, name);
  return new DueWorker({
    name: 'pending results',
    log,
    queue: { kind: 'FOLLOW_UP', processor: acquirerProcessor(name) },
    possible: () => acquirer.ready(),
    due: (limit) => orders.dueFollowUps(name, clock.now(), limit),
    work: (followUp) =>
      followUp.transaction.request.part?.kind === 'HOLD'
        ? releaseInTime(dependencies, followUp)
        : queryStatus(dependencies, followUp),
  });
}

/**
 * Releases a hold that has expired. If a payment of the rest is in progress, retries later: that payment settles the
 * hold, or leaves it held.
 */
async function releaseInTime(dependencies: FollowUpDependencies, followUp: FollowUp): Promise<void> {
  const { clock, orders } = dependencies;
  const { transaction, queries } = followUp;
  if (!(await releasePart(dependencies, followUp))) {
    await orders.followUpQueried(transaction.key, queries, clock.now() + RELEASE_PAUSE_MS);
  }
}

/** The delay before the retry. A payment takes a few seconds at most. */
const RELEASE_PAUSE_MS = 5_000;

async function queryStatus(dependencies: FollowUpDependencies, followUp: FollowUp): Promise<void> {
  const { clock, orders } = dependencies;
  const { transaction, queries } = followUp;
  const isUnanswered = isUnansweredAdvice(transaction);
  const answer = await answerTo(dependencies, followUp, isUnanswered);
  const isKnown = answer !== undefined && isFinal(answer);
  if (isKnown && (await resolve(dependencies, followUp, answer))) {
    return;
  }
  // No query was sent, because the acquirer has disconnected or its trial message is in flight. The follow-up stays
  // due, and another process may claim it.
  if (answer === undefined && !acquirerOf(dependencies, transaction).ready()) {
    return orders.followUpQueried(transaction.key, queries, clock.now());
  }
  const pause = isUnanswered && answer === undefined ? advicePause(queries + 1) : followUpPause(queries + 1);
  const isRepeated = isUnanswered || isKnown;
  const dueAt = isRepeated ? clock.now() + pause : nextQueryAt(dependencies, transaction, pause);
  await orders.followUpQueried(transaction.key, queries + 1, dueAt);
}

/**
 * Returns the time of the next query. The last one is at the end of the week; after it an operator has to find the
 * result.
 * @param pause the pause of the schedule, in milliseconds
 */
function nextQueryAt(
  { clock, log }: FollowUpDependencies,
  { key, createdAt }: StoredTransaction,
  pause: number,
): number {
  const [now, last] = [clock.now(), createdAt + ASKED_FOR_MS];
  if (now < last) {
    return Math.min(now + pause, last);
  }
  log.error({ transaction: key }, 'a result is asked for no more: it was open for too long');
  return NEVER;
}

/** Returns the result that the acquirer reports now; undefined without an answer. */
async function answerTo(
  dependencies: FollowUpDependencies,
  followUp: FollowUp,
  isUnanswered: boolean,
): Promise<ResolvedStatus | undefined> {
  const repeated = isUnanswered ? await repeatAdvice(dependencies, followUp) : undefined;
  // The acquirer repeats its first answer to a repeated advice. If that answer is open, query the status.
  const answer = repeated === undefined || isOpenAnswer(repeated) ? await inquire(dependencies, followUp) : repeated;
  return answer.status === 'ANSWERED' ? { gatewayCode: answer.reply.gatewayCode, reply: answer.reply } : undefined;
}

function isOpenAnswer(answer: StatusOutcome): boolean {
  return answer.status === 'ANSWERED' && isOpenCode(answer.reply.gatewayCode);
}

/** The result of an open transaction. */
type ResolvedStatus = Pick<TransactionOutcome, 'gatewayCode' | 'reply'>;

async function repeatAdvice(dependencies: FollowUpDependencies, followUp: FollowUp): Promise<StatusOutcome> {
  return acquirerOf(dependencies, followUp.transaction).advise(await adviceOf(dependencies, followUp), true);
}

async function inquire(
  dependencies: FollowUpDependencies,
  { transaction, merchantId }: FollowUp,
): Promise<StatusOutcome> {
  const originalKind = messageKind(transaction.request.type);
  if (originalKind === undefined) {
    throw new Error('A transaction of which the acquirer knows nothing is followed up.');
  }
  const { orders, clock } = dependencies;
  return acquirerOf(dependencies, transaction).inquire({
    trace: traceOf(orders.newKey(), clock.now()),
    original: traceOf(transaction.key, transaction.createdAt),
    originalKind,
    merchantId,
  });
}

function isFinal({ gatewayCode }: ResolvedStatus): boolean {
  return resultOf(gatewayCode) === 'SUCCESS' || resultOf(gatewayCode) === 'FAILURE';
}

/** @returns false if another operation has locked or changed the order. The next query resolves the result */
async function resolve(
  dependencies: FollowUpDependencies,
  { order, transaction, merchantId }: FollowUp,
  { gatewayCode, reply }: ResolvedStatus,
): Promise<boolean> {
  const known = reply && { reply: mergedReply(transaction.outcome?.reply, reply) };
  const stored = await resolvePending(dependencies, {
    merchantId,
    order,
    transaction,
    became: { ...known, gatewayCode },
  });
  if (stored) {
    dependencies.log.info({ transaction: transaction.key, gatewayCode }, 'a pending result is resolved');
  }
  return stored !== undefined;
}

/**
 * Keeps the details of the first reply, such as those of the approval, because the details of the new reply may
 * describe the query and not the card transaction.
 */
function mergedReply(first: AcquirerReply | undefined, reply: AcquirerReply): AcquirerReply {
  const { acquirerCode, acquirerMessage, authorizationCode, gatewayCode } = reply;
  const news = { acquirerCode, acquirerMessage, ...(authorizationCode !== undefined && { authorizationCode }) };
  return { ...reply, ...first, ...news, gatewayCode };
}
