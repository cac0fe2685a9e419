/**
 * Recovers transactions with a durable intent and no outcome, because their process died or their commit was in doubt.
 * They are completed as unanswered: a request is declined as TIMED_OUT and reversed, without being sent again; an
 * advice becomes PENDING and is repeated. A transaction that certainly was not sent needs no reversal.
 */

import type { Gateway } from '../gateway.ts';
import type { IncompleteTransaction } from '../ports/index.ts';
import { completeOnce } from '../processing/complete.ts';
import type { FinalAnswer } from '../processing/final-answer.ts';
import { DueWorker } from '../workers/due-worker.ts';

const AT_ONCE_MAX = 64;

/**
 * Completes all transactions that dead processes left. Runs before the first request is accepted.
 * @returns the number of completed transactions
 */
export async function recover(gateway: Gateway): Promise<number> {
  for (let ended = 0; ; ) {
    const left = await gateway.orders.incomplete(AT_ONCE_MAX);
    if (left.length === 0) {
      return ended;
    }
    for (const one of left) {
      await completeLeft(gateway, one);
    }
    ended += left.length;
  }
}

/** Like `recover`, while this process runs: completes the transactions of processes that die, and in-doubt intents. */
export function recoveryWorker(gateway: Gateway): DueWorker<IncompleteTransaction> {
  return new DueWorker({
    name: 'abandoned transactions',
    log: gateway.log,
    queue: { kind: 'ABANDONED' },
    isMore: () => gateway.inDoubtCommits.isOpen,
    possible: () => true,
    batchSize: AT_ONCE_MAX,
    due: async (limit) => [
      ...(await gateway.orders.incomplete(limit)),
      ...(await gateway.inDoubtCommits.findDurable()),
    ],
    work: (left) => completeLeft(gateway, left),
  });
}

async function completeLeft(gateway: Gateway, left: IncompleteTransaction): Promise<void> {
  await completeOnce(gateway, { ...left, answer: finalAnswer(gateway, left) });
  gateway.counts.recovered += 1;
  gateway.log.warn({ transaction: left.transaction.key }, 'recovered a transaction that was in flight');
}

/**
 * The answer with which to complete the transaction: the result that was decided without the acquirer, or a missing
 * answer.
 */
function finalAnswer(gateway: Gateway, { transaction: { key, request } }: IncompleteTransaction): FinalAnswer {
  if (request.decided !== undefined) {
    return { status: 'DECIDED', gatewayCode: request.decided };
  }
  return { status: gateway.inDoubtCommits.has(key) ? 'NOT_SENT' : 'NO_ANSWER' };
}
