/**
 * Asks the acquirer what became of transactions whose result is PENDING or UNKNOWN, until it knows. Asking moves no money. An
 * advice that nothing was answered to is told again instead, which is how the acquirer is certain to hear of it. When the result
 * is known, the order and its transaction change in one commit, and the merchant is told as of any other outcome.
 */
import { resultOf } from '../contract/gateway-codes.ts';
import { adviceOf } from './advice.ts';
import { DueWorker } from './due-worker.ts';
import { advicePause, followUpPause } from './follow-up-schedule.ts';
import type { Log, Sealer } from './gateway.ts';
import { adviceKind, messageKind } from './message-kinds.ts';
import type { NotificationParts } from './notifications.ts';
import { isOpenCode } from './order.ts';
import type { Acquirer, AcquirerReply, Clock, StatusOutcome } from './ports.ts';
import type { FollowUp, Orders, TransactionOutcome } from './records.ts';
import { settle } from './settle.ts';
import { traceOf } from './trace.ts';

export interface FollowUpParts {
  readonly clock: Clock;
  readonly orders: Orders;
  readonly notifications: NotificationParts;
  readonly acquirer: Acquirer;
  readonly sealer: Sealer;
  readonly log: Log;
}

export function followUpWorker(parts: FollowUpParts): DueWorker<FollowUp> {
  const { clock, orders, acquirer, log } = parts;
  return new DueWorker({
    name: 'transactions without a result',
    log,
    possible: () => acquirer.ready(),
    due: (limit) => orders.dueFollowUps(clock.now(), limit),
    work: (followUp) => ask(parts, followUp),
  });
}

async function ask(parts: FollowUpParts, followUp: FollowUp): Promise<void> {
  const { clock, orders } = parts;
  const { transaction, asked } = followUp;
  const unheard = isUnheardAdvice(followUp);
  const answer = await answerTo(parts, followUp, unheard);
  if (answer !== undefined && isFinal(answer) && (await settled(parts, followUp, answer))) return;
  // The acquirer went away meanwhile, or tries one message at a time: it was not asked, and stays due. Another process may do it.
  if (answer === undefined && !parts.acquirer.ready()) return orders.followUpAsked(transaction.key, asked, clock.now());
  const pause = unheard && answer === undefined ? advicePause(asked + 1) : followUpPause(asked + 1);
  await orders.followUpAsked(transaction.key, asked + 1, clock.now() + pause);
}

/** What is known now; undefined where nobody answered. */
async function answerTo(parts: FollowUpParts, followUp: FollowUp, unheard: boolean): Promise<Settled | undefined> {
  const heard = unheard ? await adviseAgain(parts, followUp) : undefined;
  // An advice gets its first answer again however often it is told: what became of one that was open is asked.
  const answer = heard === undefined || isOpenAnswer(heard) ? await inquire(parts, followUp) : heard;
  return answer.status === 'ANSWERED' ? { gatewayCode: answer.reply.gatewayCode, reply: answer.reply } : undefined;
}

function isOpenAnswer(answer: StatusOutcome): boolean {
  return answer.status === 'ANSWERED' && isOpenCode(answer.reply.gatewayCode);
}

/** What an open result became. */
type Settled = Pick<TransactionOutcome, 'gatewayCode' | 'reply'>;

function isUnheardAdvice({ transaction }: FollowUp): boolean {
  return adviceKind(transaction.request.type) !== undefined && transaction.outcome?.reply === undefined;
}

async function adviseAgain({ acquirer, orders, sealer }: FollowUpParts, followUp: FollowUp): Promise<StatusOutcome> {
  return acquirer.advise(await adviceOf({ orders, sealer }, followUp), true);
}

async function inquire(
  { acquirer, orders, clock }: FollowUpParts,
  { transaction, merchantId }: FollowUp,
): Promise<StatusOutcome> {
  const originalKind = messageKind(transaction.request.type);
  if (originalKind === undefined) throw new Error('A transaction of which the acquirer knows nothing is followed up.');
  return acquirer.inquire({
    trace: traceOf(orders.newKey(), clock.now()),
    original: traceOf(transaction.key, transaction.createdAt),
    originalKind,
    merchantId,
  });
}

function isFinal({ gatewayCode }: Settled): boolean {
  return resultOf(gatewayCode) === 'SUCCESS' || resultOf(gatewayCode) === 'FAILURE';
}

/** False when another operation holds the order, or changed it meanwhile: the next question settles it then. */
async function settled(
  parts: FollowUpParts,
  { order, transaction, merchantId }: FollowUp,
  { gatewayCode, reply }: Settled,
): Promise<boolean> {
  const known = reply && { reply: laterReply(transaction.outcome?.reply, reply) };
  const stored = await settle(parts, { merchantId, order, transaction, became: { ...known, gatewayCode } });
  if (stored) parts.log.info({ transaction: transaction.key, gatewayCode }, 'a result that was open is known');
  return stored !== undefined;
}

/** The first answer's details stand, the approval's among them: the new one may be of the question, not of the card transaction. */
function laterReply(first: AcquirerReply | undefined, reply: AcquirerReply): AcquirerReply {
  const { acquirerCode, acquirerMessage, authorizationCode, gatewayCode } = reply;
  const news = { acquirerCode, acquirerMessage, ...(authorizationCode !== undefined && { authorizationCode }) };
  return { ...reply, ...first, ...news, gatewayCode };
}
