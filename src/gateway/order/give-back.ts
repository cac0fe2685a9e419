/**
 * How a payment is given back whole, step by step: voided, and refunded where it cannot be voided. Pure: the order's
 * movements say how far it is, also after a crash.
 */
import { isOpen, type Movement, type OrderState, standing, wasNeverSent } from './order.ts';
import { partOf } from './parts.ts';
import { refundable, voidRefusal } from './transitions.ts';

export type GiveBackStep =
  | { readonly kind: 'VOID' }
  /** `amount` in minor units. */
  | { readonly kind: 'REFUND'; readonly amount: bigint }
  /** Something on the order is open. */
  | { readonly kind: 'WAIT' }
  | { readonly kind: 'DONE'; readonly result: 'FAIL' | 'NOT_APPLICABLE' | 'OKAY' };

/** More tries of what could not be sent are for a person to judge. */
const TRIES_MAX = 24;

/**
 * @param made voids and refunds of the payment so far that were made to give it back, and no others
 * @param isVoidable whether the time in which payments can be voided is not over; an authorization always can be
 */
export function giveBackStep(
  order: OrderState,
  payment: Movement,
  made: readonly Movement[],
  isVoidable: boolean,
): GiveBackStep {
  // What another operation gives back or takes is not known before it ends.
  if (order.movements.some(isOpen)) {
    return { kind: 'WAIT' };
  }
  const isStanding = standing(order, payment.type).includes(payment);
  const part = partOf(order, payment.transactionId);
  const left = payment.type === 'PAYMENT' ? refundable(part) : part.totalAuthorized;
  if (!isStanding || left <= 0n) {
    return { kind: 'DONE', result: made.some(({ result }) => result === 'SUCCESS') ? 'OKAY' : 'NOT_APPLICABLE' };
  }
  // What was never sent is tried again.
  const refused = made.filter((one) => one.result === 'FAILURE' && !wasNeverSent(one));
  if (made.length === TRIES_MAX || refused.some(({ type }) => type === 'REFUND')) {
    return { kind: 'DONE', result: 'FAIL' };
  }
  if (refused.length === 0 && (isVoidable || payment.type === 'AUTHORIZATION')) {
    if (voidRefusal(part, payment) === undefined) {
      return { kind: 'VOID' };
    }
  }
  // Nothing was captured of an authorization: there is nothing to refund.
  return payment.type === 'PAYMENT' ? { kind: 'REFUND', amount: left } : { kind: 'DONE', result: 'FAIL' };
}
