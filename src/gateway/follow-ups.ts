/**
 * Asks the acquirer what became of transactions whose result is PENDING or UNKNOWN, until it knows. Asking moves no money. When
 * it knows, the order and its transaction change in one commit, and the merchant is told as of any other outcome.
 */
import { resultOf } from '../contract/gateway-codes.ts';
import { DueWorker } from './due-worker.ts';
import { snapshot } from './finish.ts';
import { followUpPause } from './follow-up-schedule.ts';
import type { Log } from './gateway.ts';
import { settleMovement } from './order.ts';
import { type Acquirer, type AcquirerReply, type Clock, REQUEST_KINDS } from './ports.ts';
import type { FollowUp, Orders } from './records.ts';
import { traceOf } from './trace.ts';

export interface FollowUpParts {
  readonly clock: Clock;
  readonly orders: Orders;
  readonly acquirer: Acquirer;
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
  const { clock, orders, acquirer } = parts;
  const { transaction, merchantId, asked } = followUp;
  const answer = await acquirer.inquire({
    trace: traceOf(orders.newKey(), clock.now()),
    original: traceOf(transaction.key, transaction.createdAt),
    originalKind: REQUEST_KINDS[transaction.request.operation],
    merchantId,
  });
  const known = answer.status === 'ANSWERED' && isFinal(answer.reply) && (await settle(parts, followUp, answer.reply));
  if (!known) await orders.followUpAsked(transaction.key, asked + 1, clock.now() + followUpPause(asked + 1));
}

function isFinal({ gatewayCode }: AcquirerReply): boolean {
  return resultOf(gatewayCode) === 'SUCCESS' || resultOf(gatewayCode) === 'FAILURE';
}

/** False when another operation holds the order, or changed it meanwhile: the next question settles it then. */
async function settle(
  { clock, orders, log }: FollowUpParts,
  { order, transaction }: FollowUp,
  reply: AcquirerReply,
): Promise<boolean> {
  const { outcome, request } = transaction;
  if (outcome === undefined || order.lockedBy !== null) return false;
  const now = clock.now();
  const state = settleMovement(order.state, transaction.transactionId, reply.gatewayCode);
  const after = { ...order, state, fence: order.fence + 1, updatedAt: now };
  // The first answer's details stand, the approval's among them, unless the new answer has its own.
  const settled = {
    ...outcome,
    reply: { ...outcome.reply, ...reply },
    gatewayCode: reply.gatewayCode,
    order: snapshot(after),
  };
  const stored = await orders.settle({
    order: after,
    transaction: { ...transaction, outcome: settled, updatedAt: now },
    outcome: settled,
    ...(request.notificationUrl !== undefined && {
      notification: { key: orders.newKey(), url: request.notificationUrl },
    }),
  });
  if (stored)
    log.info({ transaction: transaction.key, gatewayCode: reply.gatewayCode }, 'a result that was open is known');
  return stored;
}
