/**
 * The steps that give back a whole payment: void it, or refund it if it cannot be voided. Pure: the progress follows
 * from the order's movements, also after a crash.
 */
import { effectiveMovements, isOpen, type Movement, type OrderState, wasNeverSent } from './order.ts';
import { partOf } from './parts.ts';
import { refundable, voidRefusal } from './transitions.ts';

export type GiveBackStep =
  | { readonly kind: 'VOID' }
  /** `amount` in minor units. */
  | { readonly kind: 'REFUND'; readonly amount: bigint }
  /** A movement of the order is still open. */
  | { readonly kind: 'WAIT' }
  | { readonly kind: 'DONE'; readonly result: 'FAIL' | 'NOT_APPLICABLE' | 'OKAY' };

/** The number of attempts that could not be sent, after which an operator decides. */
const TRIES_MAX = 24;

/**
 * @param made the voids and refunds made so far to give this payment back
 * @param isVoidable true while payments can be voided; authorizations can be voided at any time
 */
export function giveBackStep(
  order: OrderState,
  payment: Movement,
  made: readonly Movement[],
  isVoidable: boolean,
): GiveBackStep {
  // The effect of an open operation is unknown until it ends.
  if (order.movements.some(isOpen)) {
    return { kind: 'WAIT' };
  }
  const isStanding = effectiveMovements(order, payment.type).includes(payment);
  const part = partOf(order, payment.transactionId);
  const left = payment.type === 'PAYMENT' ? refundable(part) : part.totalAuthorized;
  if (!isStanding || left <= 0n) {
    return { kind: 'DONE', result: made.some(({ result }) => result === 'SUCCESS') ? 'OKAY' : 'NOT_APPLICABLE' };
  }
  // A step that was not sent is retried.
  const refused = made.filter((one) => one.result === 'FAILURE' && !wasNeverSent(one));
  if (made.length === TRIES_MAX || refused.some(({ type }) => type === 'REFUND')) {
    return { kind: 'DONE', result: 'FAIL' };
  }
  if (refused.length === 0 && (isVoidable || payment.type === 'AUTHORIZATION')) {
    if (voidRefusal(part, payment) === undefined) {
      return { kind: 'VOID' };
    }
  }
  // An authorization without captures has no amount to refund.
  return payment.type === 'PAYMENT' ? { kind: 'REFUND', amount: left } : { kind: 'DONE', result: 'FAIL' };
}
