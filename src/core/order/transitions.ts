/**
 * A table of the operations that an order allows in each state, with the transaction types that they create. Operations
 * that the table does not list are refused. Below are the rules on amounts; rules on time are in `core/operations`.
 * Pure.
 */
import { chargedBack } from './chargebacks.ts';
import { firstMoneyMovement, isOpen, type Movement, type OrderState, type TransactionType } from './order.ts';
import { type OrderStatus, orderStatus } from './order-status.ts';
import { partOf } from './parts.ts';

/** The operations that move money on an order, or verify a card. */
export const ORDER_OPERATIONS = [
  'AUTHORIZE',
  'CAPTURE',
  'INITIATE_BROWSER_PAYMENT',
  'PAY',
  'REFERRAL',
  'REFUND',
  'UPDATE_AUTHORIZATION',
  'VERIFY',
  'VOID',
] as const;

export type OrderOperation = (typeof ORDER_OPERATIONS)[number];

/** NEW: there is no order with that id, or it has no transaction. */
export type OrderPhase = OrderStatus | 'NEW';

type Transitions = Readonly<Partial<Record<OrderOperation, readonly TransactionType[]>>>;

const REFUND: readonly TransactionType[] = ['REFUND', 'REFUND_REQUEST'];
/** An authorization may be updated as long as it can still be captured, also after partial captures or refunds. */
const UPDATE: Transitions = { UPDATE_AUTHORIZATION: ['AUTHORIZATION_UPDATE'] };
const REFERRAL: readonly TransactionType[] = ['AUTHORIZATION', 'PAYMENT'];

const BROWSER: readonly TransactionType[] = ['AUTHORIZATION', 'PAYMENT'];

/** The initial transactions, which may be retried after each failure. */
const PAYING: Transitions = {
  AUTHORIZE: ['AUTHORIZATION'],
  PAY: ['PAYMENT'],
  VERIFY: ['VERIFICATION'],
  INITIATE_BROWSER_PAYMENT: BROWSER,
};

/** The operations that can start an order. Without an initial transaction, captures and refunds are standalone. */
const BEGINNING: Transitions = {
  ...PAYING,
  CAPTURE: ['CAPTURE'],
  REFUND,
};

/** The types of transaction that may result, by state and operation. */
const TRANSITIONS: Readonly<Record<OrderPhase, Transitions>> = {
  NEW: BEGINNING,
  FAILED: { ...BEGINNING, REFERRAL },
  VERIFIED: { ...PAYING, REFERRAL },
  // In this state only the result of a verification is open; `refusal` refuses an open payment.
  INITIATED: PAYING,
  AUTHORIZED: {
    CAPTURE: ['CAPTURE'],
    ...UPDATE,
    VOID: ['VOID_AUTHORIZATION'],
  },
  PARTIALLY_CAPTURED: {
    CAPTURE: ['CAPTURE'],
    REFUND,
    ...UPDATE,
    VOID: ['VOID_CAPTURE'],
  },
  CAPTURED: { CAPTURE: ['CAPTURE'], REFUND, ...UPDATE, VOID: ['VOID_CAPTURE', 'VOID_PAYMENT'] },
  PARTIALLY_REFUNDED: { CAPTURE: ['CAPTURE'], REFUND, ...UPDATE, VOID: ['VOID_CAPTURE', 'VOID_REFUND'] },
  REFUNDED: { CAPTURE: ['CAPTURE'], REFUND, ...UPDATE, VOID: ['VOID_REFUND'] },
  EXCESSIVELY_REFUNDED: { CAPTURE: ['CAPTURE'], REFUND, ...UPDATE, VOID: ['VOID_REFUND'] },
  REFUND_REQUESTED: { CAPTURE: ['CAPTURE'], REFUND, ...UPDATE, VOID: ['VOID_CAPTURE', 'VOID_REFUND'] },
  CANCELLED: {},
};

/** The void type for each transaction type. */
export const VOID_OF: Readonly<Partial<Record<TransactionType, TransactionType>>> = {
  AUTHORIZATION: 'VOID_AUTHORIZATION',
  CAPTURE: 'VOID_CAPTURE',
  PAYMENT: 'VOID_PAYMENT',
  REFUND: 'VOID_REFUND',
};

/**
 * Types of transactions that block others while they are open, because the amounts to capture, refund or void are
 * unknown.
 */
const BLOCKING: ReadonlySet<TransactionType> = new Set([
  'AUTHORIZATION_UPDATE',
  'VOID_AUTHORIZATION',
  'VOID_CAPTURE',
  'VOID_PAYMENT',
  'VOID_REFUND',
]);

export function phaseOf(order: OrderState | undefined): OrderPhase {
  return order === undefined || order.movements.length === 0 ? 'NEW' : orderStatus(order);
}

/**
 * Returns the reason why the operation is not possible now, as a part of a sentence, or undefined if the table allows
 * it.
 *
 * @param type the type of the transaction, if the operation has several types
 */
export function refusal(
  order: OrderState | undefined,
  operation: OrderOperation,
  type?: TransactionType,
): string | undefined {
  const barred = barredRefusal(order);
  if (barred !== undefined) {
    return barred;
  }
  const phase = phaseOf(order);
  const blocking = order?.movements.find((movement) => BLOCKING.has(movement.type) && isOpen(movement));
  if (blocking !== undefined) {
    return `transaction '${blocking.transactionId}' of this order is not finished`;
  }
  const held = order && reviewRefusal(order, operation, type);
  if (held !== undefined) {
    return held;
  }
  const first = isInitial(operation) ? order && firstMoneyMovement(order) : undefined;
  if (first !== undefined) {
    const state = first.result === 'SUCCESS' ? 'was successful' : 'is not finished';
    return `transaction '${first.transactionId}' of this order ${state}; use another order id for another payment`;
  }
  const types = TRANSITIONS[phase][operation];
  if (types !== undefined && (type === undefined || types.includes(type))) {
    return undefined;
  }
  return phase === 'NEW' ? 'there is nothing on this order yet' : `the order's status is ${phase}`;
}

/**
 * Returns the reason why the order allows no operation at all, as a part of a sentence, or undefined if it is not
 * barred.
 */
export function barredRefusal(order: Pick<OrderState, 'isBarred'> | undefined): string | undefined {
  return order?.isBarred
    ? 'money of this order moved after the backup that was restored, which the operator has to resolve first'
    : undefined;
}

/**
 * Returns the reason why a risk review blocks the operation, as a part of a sentence, or undefined.
 *
 * @param order the whole order: in an order paid in parts, the review of one part blocks operations on all parts
 */
export function reviewRefusal(
  order: OrderState,
  operation: OrderOperation,
  type?: TransactionType,
): string | undefined {
  const takesMoney = HELD_BACK.has(operation) || type === 'VOID_REFUND';
  const held = takesMoney ? order.movements.find(isInReview) : undefined;
  return held && `transaction '${held.transactionId}' of this order is held for a review of its risk`;
}

/**
 * The operations that take more of the payer's money, and therefore wait for the risk review. The void of a refund
 * waits too.
 */
const HELD_BACK: ReadonlySet<OrderOperation> = new Set(['CAPTURE', 'UPDATE_AUTHORIZATION']);

/** Includes rejected payments, because they are about to be voided or refunded. */
function isInReview({ review, result }: Movement): boolean {
  return result !== 'FAILURE' && (review === 'REQUIRED' || review === 'REJECTED');
}

function isInitial(operation: OrderOperation): boolean {
  return operation in PAYING;
}

/** The amount of the open transactions of these types, in minor units: their money may have moved. */
function openAmount({ movements }: Pick<OrderState, 'movements'>, ...types: readonly TransactionType[]): bigint {
  return movements
    .filter((movement) => types.includes(movement.type) && isOpen(movement))
    .reduce((sum, { amount }) => sum + amount, 0n);
}

/**
 * The amount that may still be captured, in minor units.
 * @param excessPercent the allowed excess over the authorized amount in percent, rounded to two decimals
 */
export function capturable(order: OrderState, excessPercent: number): bigint {
  const hundredths = BigInt(Math.round(excessPercent * 100));
  const allowed = (order.totalAuthorized * (10_000n + hundredths)) / 10_000n;
  return allowed - order.totalCaptured - openCaptures(order);
}

/** The amount of the captures whose results are not known, in minor units. */
export function openCaptures(order: OrderState): bigint {
  return openAmount(order, 'CAPTURE');
}

/**
 * The amount that may still be refunded, in minor units. Chargebacks count as returned to the payer. Negative after an
 * excess refund.
 */
export function refundable(order: OrderState): bigint {
  return order.totalCaptured - order.totalRefunded - chargedBack(order) - openRefunds(order);
}

/** The amount of the refunds whose results are not known, and of the requested ones, in minor units. */
export function openRefunds(order: OrderState): bigint {
  // Once a refund was made for an approved request, the refund reserves the amount and the request no longer does.
  const made = new Set(order.movements.map(({ approved }) => approved));
  const waiting = { movements: order.movements.filter(({ transactionId }) => !made.has(transactionId)) };
  return openAmount(order, 'REFUND') + openAmount(waiting, 'REFUND_REQUEST');
}

/** The minimum of an authorization update, in minor units: the captured amount and that of open captures. */
export function authorizationFloor(order: OrderState): bigint {
  return order.totalCaptured + openCaptures(order);
}

/**
 * Returns the reason why the order does not allow a void of the target, as a part of a sentence, or undefined if it
 * does. In an order paid in parts, only the target's own part counts, except for a risk review.
 */
export function targetRefusal(order: OrderState, target: Movement): string | undefined {
  const type = VOID_OF[target.type];
  const part = partOf(order, target.transactionId);
  return voidRefusal(part, target) ?? reviewRefusal(order, 'VOID', type) ?? refusal(part, 'VOID', type);
}

/** The amount that a void of the target cancels, in minor units. An updated authorization has its current amount. */
export function voidedAmount(order: OrderState, target: Movement): bigint {
  return target.type === 'AUTHORIZATION' ? partOf(order, target.transactionId).totalAuthorized : target.amount;
}

/** Returns the reason why the target cannot be voided, as a part of a sentence, or undefined if it can. */
export function voidRefusal(order: OrderState, target: Movement): string | undefined {
  const { transactionId, type, result } = target;
  if (VOID_OF[type] === undefined) {
    return `a transaction of type ${type} cannot be voided`;
  }
  if (result !== 'SUCCESS') {
    return `transaction '${transactionId}' was not successful`;
  }
  if (
    order.movements.some(
      (one) => one.target === transactionId && one.type.startsWith('VOID_') && one.result !== 'FAILURE',
    )
  ) {
    return `transaction '${transactionId}' is voided already`;
  }
  if (type === 'AUTHORIZATION' && order.totalCaptured > 0n) {
    return 'a part of the authorization is captured: void its captures first';
  }
  if (type === 'AUTHORIZATION' && authorizationFloor(order) > 0n) {
    return 'a capture of the authorization is not finished';
  }
  if ((type === 'PAYMENT' || type === 'CAPTURE') && chargedBack(order) > 0n) {
    return 'a part of what was captured is charged back';
  }
  if (type === 'PAYMENT' && refundable(order) < target.amount) {
    return 'a part of the payment is refunded';
  }
  if (type === 'CAPTURE' && refundable(order) < target.amount) {
    return 'a part of what was captured is refunded';
  }
  return undefined;
}
