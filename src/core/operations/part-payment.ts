/** Payments of a part of an order. */
import { namedError } from '../../contract/errors/catalogue.ts';
import { isOpenCode } from '../order/order.ts';
import { restOf } from '../order/parts.ts';
import type { StoredOrder } from '../ports/index.ts';
import type { FinalAnswer } from '../processing/final-answer.ts';
import type { Plan, TransactionCall } from './plan.ts';

/**
 * The amount of this transaction in minor units, and the part of the order that it pays.
 * @throws InterfaceError if the order has changed since the part was computed
 */
export function partOrWhole(
  { part, operation }: TransactionCall,
  { amount, currency }: Pick<Plan, 'amount' | 'currency'>,
  order: StoredOrder | undefined,
): Pick<Plan, 'amount' | 'part'> {
  if (part === undefined) {
    return { amount };
  }
  const paid = part.kind === 'HOLD' ? part.amount : order && restOf(order.state);
  const isSame = order?.state.amount === amount && order.state.currency === currency.code;
  if (paid === undefined || !isSame || paid <= 0n || paid >= amount) {
    throw namedError('NOT_POSSIBLE', {
      operation,
      why: 'the order is not any more as it was when a part was to be paid',
    });
  }
  if (part.kind === 'REST') {
    return { amount: paid, part };
  }
  const { amount: _amount, ...hold } = part;
  return { amount: paid, part: hold };
}

/**
 * Rejects a part whose approval is still open, so that it is reversed: if it later became a decline, the order would be
 * paid only in part.
 */
export function knownAtOnce(answer: FinalAnswer): FinalAnswer {
  return answer.status === 'ANSWERED' && answer.rejected === undefined && isOpenCode(answer.reply.gatewayCode)
    ? { status: 'ANSWERED', reply: answer.reply, rejected: 'ACQUIRER_SYSTEM_ERROR' }
    : answer;
}
