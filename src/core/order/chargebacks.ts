/** Chargebacks of an order. Pure. */
import type { OrderState } from './order.ts';

/** The prefix of the ids of chargebacks that a browser-payment provider has reported. Each is of a whole payment. */
export const REJECTION = 'rejection-';

/**
 * The amount charged back and not returned, in minor units. Reports may arrive in any order: a chargeback reversal
 * known before its chargeback counts as 0, not as a credit.
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
