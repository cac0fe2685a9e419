/** The status of an order. */
import { effectiveMovements, isOpen, type OrderState, type TransactionType } from './order.ts';

/** In the sequence in which an order may have them. */
export const ORDER_STATUSES = [
  'INITIATED',
  'AUTHORIZED',
  'PARTIALLY_CAPTURED',
  'CAPTURED',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
  'EXCESSIVELY_REFUNDED',
  'REFUND_REQUESTED',
  'CANCELLED',
  'VERIFIED',
  'FAILED',
] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

export function orderStatus(order: OrderState): OrderStatus {
  if (order.movements.some(({ type, result }) => type === 'REFUND_REQUEST' && result === 'PENDING')) {
    return 'REFUND_REQUESTED';
  }
  // In an order paid in parts, one part may be voided and the other not.
  const parts = effectiveMovements(order, 'AUTHORIZATION', 'PAYMENT').filter(({ part }) => part !== undefined);
  if (hasSucceeded(order, 'VOID_AUTHORIZATION', 'VOID_PAYMENT') && parts.length === 0) {
    return 'CANCELLED';
  }
  const { totalAuthorized, totalCaptured, totalRefunded } = order;
  if (totalRefunded > 0n) {
    return refundedStatus(order);
  }
  if (totalCaptured > 0n) {
    return totalCaptured >= totalAuthorized ? 'CAPTURED' : 'PARTIALLY_CAPTURED';
  }
  if (totalAuthorized > 0n) {
    return 'AUTHORIZED';
  }
  return statusWithoutMoney(order);
}

function refundedStatus(order: OrderState): OrderStatus {
  const { totalCaptured, totalRefunded } = order;
  // For a standalone refund the payment was made elsewhere, so its amount is unknown here.
  const isStandalone = !hasSucceeded(order, 'CAPTURE', 'PAYMENT');
  if (totalRefunded === totalCaptured || isStandalone) {
    return 'REFUNDED';
  }
  return totalRefunded > totalCaptured ? 'EXCESSIVELY_REFUNDED' : 'PARTIALLY_REFUNDED';
}

function statusWithoutMoney(order: OrderState): OrderStatus {
  const { movements } = order;
  // A payment of amount zero, as for free trials, also counts as captured or authorized.
  if (hasSucceeded(order, 'PAYMENT')) {
    return 'CAPTURED';
  }
  if (hasSucceeded(order, 'AUTHORIZATION')) {
    return 'AUTHORIZED';
  }
  // A standalone refund or capture was the only money movement, and was voided.
  if (hasSucceeded(order, 'VOID_CAPTURE', 'VOID_REFUND')) {
    return 'CANCELLED';
  }
  if (movements.some(isOpen) || movements.length === 0) {
    return 'INITIATED';
  }
  return hasSucceeded(order, 'VERIFICATION') ? 'VERIFIED' : 'FAILED';
}

function hasSucceeded(order: OrderState, ...types: readonly TransactionType[]): boolean {
  return order.movements.some(({ type, result }) => result === 'SUCCESS' && types.includes(type));
}
