/** What payers' banks took back of an order. Pure. */
import type { OrderState } from './order.ts';

/**
 * Minor units that payers' banks took back and have not returned. Reports may come in any order, so a return may be
 * known before what it returns: that is nothing, and no credit.
 */
export function chargedBack({ movements }: Pick<OrderState, 'movements'>): bigint {
  const sum = movements.reduce((total, { type, amount }) => {
    if (type === 'CHARGEBACK') {
      return total + amount;
    }
    return type === 'CHARGEBACK_REVERSAL' ? total - amount : total;
  }, 0n);
  return sum > 0n ? sum : 0n;
}
