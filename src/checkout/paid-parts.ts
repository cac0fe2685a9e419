/** What the parts of an order that was paid in parts are, for its receipt. */
import { isPaidInParts } from '../gateway/index.ts';
import type { Orders, StoredOrder, StoredTransaction } from '../gateway/ports/index.ts';
import type { PaidPart } from '../views/index.ts';
import { storedAmount } from './amount.ts';
import { shownInstrument } from './receipt-references.ts';

export interface PaidParts {
  /** Minor units of the whole order. */
  readonly total: bigint;
  /** In the order in which they were paid. */
  readonly shown: readonly PaidPart[];
}

/** @returns undefined where one payment paid the whole order */
export async function paidParts(
  orders: Pick<Orders, 'transactions'>,
  { key, state }: Pick<StoredOrder, 'key' | 'state'>,
): Promise<PaidParts | undefined> {
  if (!isPaidInParts(state)) {
    return undefined;
  }
  const paid = state.movements.filter(({ part, result }) => part !== undefined && result === 'SUCCESS');
  const ids = new Set(paid.map(({ transactionId }) => transactionId));
  const transactions = (await orders.transactions(key)).filter(({ transactionId }) => ids.has(transactionId));
  return { total: state.amount, shown: transactions.map(({ request }) => paidPart(request)) };
}

function paidPart(request: StoredTransaction['request']): PaidPart {
  return { instrument: shownInstrument(request.instrument), amount: storedAmount(request) };
}
