/**
 * What a process that died left behind: transactions whose intent is durable and whose outcome is not. Nobody knows whether
 * their message arrived, so they end as a request without an answer does: declined, TIMED_OUT, and reversed. None is sent
 * again. Runs before the first request is taken.
 */
import { finishTransaction } from './finish.ts';
import type { Gateway } from './gateway.ts';

/** @returns how many transactions were ended */
export async function recover(gateway: Gateway): Promise<number> {
  const left = await gateway.orders.unfinished();
  for (const { order, transaction, merchantId } of left) {
    await finishTransaction(gateway, { order, transaction, merchantId, answer: { status: 'NO_ANSWER' } });
    gateway.log.warn({ transaction: transaction.key }, 'recovered a transaction that was under way: reversing it');
  }
  return left.length;
}
