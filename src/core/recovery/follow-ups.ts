/**
 * Queries the acquirer for the status of transactions with a PENDING or UNKNOWN result until it is final, for a week at
 * most. A query moves no money. An unanswered advice is repeated instead, so that it certainly arrives. A hold is
 * released when its time ends and the rest of its order is unpaid. For a final result, the order and its transaction
 * change in one commit, and the merchant is notified as for any outcome.
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
  /** Called after a reversal was stored, so that it is sent at once. */
  readonly reversalStored: () => void;
  readonly savedCards: SavedCards;
}

/** The worker of one acquirer, so that an outage of another one does not delay its results. */
export function followUpWorker(
  dependencies: FollowUpDependencies,
  name: string = DEFAULT_ACQUIRER,
): DueWorker<FollowUp> {
  const { clock, orders, log } = dependencies;
  const acquirer = acquirerNamed(dependencies, name);
  return new DueWorker({
    name: 'pending results',
    log,
    possible: () => acquirer.ready(),
    due: (limit) => orders.dueFollowUps(name, clock.now(), limit),
    work: (followUp) =>
      followUp.transaction.request.part?.kind === 'HOLD'
        ? releaseInTime(dependencies, followUp)
        : queryStatus(dependencies, followUp),
  });
}

/** The hold has expired. A payment of the rest in progress takes precedence: it settles the hold, or leaves it held. */
async function releaseInTime(dependencies: FollowUpDependencies, followUp: FollowUp): Promise<void> {
  const { clock, orders } = dependencies;
  const { transaction, queries } = followUp;
  if (!(await releasePart(dependencies, followUp))) {
    await orders.followUpQueried(transaction.key, queries, clock.now() + RELEASE_PAUSE_MS);
  }
}

/** A payment takes a few seconds at most. */
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
  // The acquirer disconnected meanwhile, or a trial message is in flight: no query was sent, so it stays due. Another
  // process may claim it.
  if (answer === undefined && !acquirerOf(dependencies, transaction).ready()) {
    return orders.followUpQueried(transaction.key, queries, clock.now());
  }
  const pause = isUnanswered && answer === undefined ? advicePause(queries + 1) : followUpPause(queries + 1);
  const isRepeated = isUnanswered || isKnown;
  const dueAt = isRepeated ? clock.now() + pause : nextQueryAt(dependencies, transaction, pause);
  await orders.followUpQueried(transaction.key, queries + 1, dueAt);
}

/**
 * Schedules the last query for the end of the week; after that an operator has to find the result.
 * @param pause of the schedule
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

/** The result that is known now; undefined without an answer. */
async function answerTo(
  dependencies: FollowUpDependencies,
  followUp: FollowUp,
  isUnanswered: boolean,
): Promise<ResolvedStatus | undefined> {
  const repeated = isUnanswered ? await repeatAdvice(dependencies, followUp) : undefined;
  // A repeated advice gets its first answer again: if that is open, query the status.
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

/** @returns false if another operation has locked or changed the order meanwhile: the next query resolves it */
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
 * Keeps the details of the first reply, such as those of the approval: the new ones may describe the query, not the
 * card transaction.
 */
function mergedReply(first: AcquirerReply | undefined, reply: AcquirerReply): AcquirerReply {
  const { acquirerCode, acquirerMessage, authorizationCode, gatewayCode } = reply;
  const news = { acquirerCode, acquirerMessage, ...(authorizationCode !== undefined && { authorizationCode }) };
  return { ...reply, ...first, ...news, gatewayCode };
}
