/**
 * What a process that died left behind: transactions whose intent is durable and whose outcome is not. Nobody knows whether
 * their message arrived, so they end as one without an answer does: a request is declined, TIMED_OUT, and reversed, and never sent
 * again; an advice is PENDING, and told again. Runs before the first request is taken.
 */
import { type FinalAnswer, finishTransaction } from './finish.ts';
import type { Gateway } from './gateway.ts';
import type { StoredTransaction } from './records.ts';

/** @returns how many transactions were ended */
export async function recover(gateway: Gateway): Promise<number> {
  const left = await gateway.orders.unfinished();
  for (const { order, transaction, merchantId } of left) {
    await finishTransaction(gateway, { order, transaction, merchantId, answer: lastWord(transaction) });
    gateway.log.warn({ transaction: transaction.key }, 'recovered a transaction that was under way');
  }
  return left.length;
}

/** Of a refund that was only asked for the acquirer never heard: it waits for a person, as it was meant to. */
function lastWord({ request }: StoredTransaction): FinalAnswer {
  return request.type === 'REFUND_REQUEST' ? { status: 'DECIDED', gatewayCode: 'PENDING' } : { status: 'NO_ANSWER' };
}
