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

/** What was decided without the acquirer needs nobody's word. */
function lastWord({ request }: StoredTransaction): FinalAnswer {
  return request.decided === undefined ? { status: 'NO_ANSWER' } : { status: 'DECIDED', gatewayCode: request.decided };
}
