/**
 * How a payment is given back whole, step by step: voided, and refunded where it cannot be voided. Pure: each step has
 * an id made from the payment's row, so that the order's movements say how far it is, also after a crash.
 */
import { isOpen, type Movement, type OrderState, standing } from './order.ts';
import { partOf } from './parts.ts';
import { refundable, voidRefusal } from './transitions.ts';

export type GiveBackStep =
  | { readonly kind: 'VOID'; readonly transactionId: string }
  /** `amount` in minor units. */
  | { readonly kind: 'REFUND'; readonly transactionId: string; readonly amount: bigint }
  /** Something on the order is open. */
  | { readonly kind: 'WAIT' }
  | { readonly kind: 'DONE'; readonly result: 'FAIL' | 'NOT_APPLICABLE' | 'OKAY' };

/**
 * @param key of the payment's row
 * @param isVoidable whether the time in which payments can be voided is not over; an authorization always can be
 */
export function giveBackStep(order: OrderState, payment: Movement, key: number, isVoidable: boolean): GiveBackStep {
  const [voidId, refundId] = [`risk-void-${key}`, `risk-refund-${key}`];
  const made = (id: string) => order.movements.find(({ transactionId }) => transactionId === id);
  const [voided, refunded] = [made(voidId), made(refundId)];
  // What another operation gives back or takes is not known before it ends.
  if (order.movements.some(isOpen)) {
    return { kind: 'WAIT' };
  }
  if (voided?.result === 'SUCCESS' || refunded?.result === 'SUCCESS') {
    return { kind: 'DONE', result: 'OKAY' };
  }
  const isStanding = standing(order, payment.type).includes(payment);
  const part = partOf(order, payment.transactionId);
  const left = payment.type === 'PAYMENT' ? refundable(part) : part.totalAuthorized;
  if (!isStanding || left <= 0n) {
    return { kind: 'DONE', result: 'NOT_APPLICABLE' };
  }
  if (voided === undefined && (isVoidable || payment.type === 'AUTHORIZATION')) {
    if (voidRefusal(part, payment) === undefined) {
      return { kind: 'VOID', transactionId: voidId };
    }
  }
  // Nothing was captured of an authorization: there is nothing to refund.
  return payment.type === 'PAYMENT' && refunded === undefined
    ? { kind: 'REFUND', transactionId: refundId, amount: left }
    : { kind: 'DONE', result: 'FAIL' };
}
