/** The parts of an order that was paid in parts, for its receipt. */
import { effectiveMovements, isPaidInParts, partOf } from '../../core/index.ts';
import type { Orders, StoredOrder, StoredTransaction } from '../../core/ports/index.ts';
import type { PaidPart } from '../../web/views/index.ts';
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
  const stands = effectiveMovements(state, 'AUTHORIZATION', 'PAYMENT').filter(({ part }) => part !== undefined);
  // If everything was voided, the parts are those of the original payment.
  const ids = new Set((stands.length > 0 ? stands : paid).map(({ transactionId }) => transactionId));
  const transactions = (await orders.transactions(key)).filter(({ transactionId }) => ids.has(transactionId));
  return { total: state.amount, shown: transactions.map((transaction) => paidPart(state, transaction)) };
}

/** With the captured amount; before a capture, the reserved amount. */
function paidPart(state: StoredOrder['state'], { transactionId, request }: StoredTransaction): PaidPart {
  const { totalAuthorized, totalCaptured } = partOf(state, transactionId);
  const amount = [totalCaptured, totalAuthorized].find((sum) => sum > 0n) ?? request.amount;
  return {
    instrument: shownInstrument(request.instrument),
    amount: storedAmount({ amount, currency: request.currency }),
  };
}
