/**
 * Which operation an order allows in which state, and what transaction it makes: one table. What the table does not
 * list is refused. What depends on amounts stands below it. All of it is pure; what depends on the clock is the
 * operation's own.
 */
import {
  firstMoneyMovement,
  isOpen,
  type Movement,
  type OrderState,
  type OrderStatus,
  orderStatus,
  type TransactionType,
} from './order.ts';

/** The operations that move or judge money on an order. */
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

/** NEW: no order of that id exists, or nothing ever came of it. */
export type OrderPhase = OrderStatus | 'NEW';

type Transitions = Readonly<Partial<Record<OrderOperation, readonly TransactionType[]>>>;

const REFUND: readonly TransactionType[] = ['REFUND', 'REFUND_REQUEST'];
/**
 * As long as money may still be captured on it, an authorization may be changed: also once some was captured or given
 * back.
 */
const UPDATE: Transitions = { UPDATE_AUTHORIZATION: ['AUTHORIZATION_UPDATE'] };
const REFERRAL: readonly TransactionType[] = ['AUTHORIZATION', 'PAYMENT'];

const BROWSER: readonly TransactionType[] = ['AUTHORIZATION', 'PAYMENT'];

/** Initial transactions may be tried again after each failure; captures and refunds without them stand alone. */
const PAYING: Transitions = {
  AUTHORIZE: ['AUTHORIZATION'],
  PAY: ['PAYMENT'],
  VERIFY: ['VERIFICATION'],
  INITIATE_BROWSER_PAYMENT: BROWSER,
};

const BEGINNING: Transitions = {
  ...PAYING,
  CAPTURE: ['CAPTURE'],
  REFUND,
};

/** State × operation → the types of transaction that may come of it. */
export const TRANSITIONS: Readonly<Record<OrderPhase, Transitions>> = {
  NEW: BEGINNING,
  FAILED: { ...BEGINNING, REFERRAL },
  VERIFIED: { ...PAYING, REFERRAL },
  // Only a verification's result is awaited; a payment that is awaited stands in the way by itself.
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

/** What undoes each type. */
export const VOID_OF: Readonly<Partial<Record<TransactionType, TransactionType>>> = {
  AUTHORIZATION: 'VOID_AUTHORIZATION',
  CAPTURE: 'VOID_CAPTURE',
  PAYMENT: 'VOID_PAYMENT',
  REFUND: 'VOID_REFUND',
};

/** While one of these is open nobody knows what there is to capture, give back or undo. */
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
 * Why the operation is not possible now, in a sentence's part, or undefined when the table allows it.
 *
 * @param type of the transaction, where the operation has several
 */
export function refusal(
  order: OrderState | undefined,
  operation: OrderOperation,
  type?: TransactionType,
): string | undefined {
  const phase = phaseOf(order);
  const blocking = order?.movements.find((movement) => BLOCKING.has(movement.type) && isOpen(movement));
  if (blocking !== undefined) {
    return `transaction '${blocking.transactionId}' of this order is not finished`;
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

function isInitial(operation: OrderOperation): boolean {
  return operation in PAYING;
}

/** What of a type is not known yet, in minor units: it may turn out to have moved. */
function openAmount({ movements }: Pick<OrderState, 'movements'>, ...types: readonly TransactionType[]): bigint {
  return movements
    .filter((movement) => types.includes(movement.type) && isOpen(movement))
    .reduce((sum, { amount }) => sum + amount, 0n);
}

/**
 * Minor units that may still be captured. @param excessPercent of the authorized amount, beyond it; two decimals count
 */
export function capturable(order: OrderState, excessPercent: number): bigint {
  const hundredths = BigInt(Math.round(excessPercent * 100));
  const allowed = (order.totalAuthorized * (10_000n + hundredths)) / 10_000n;
  return allowed - order.totalCaptured - openAmount(order, 'CAPTURE');
}

/** Minor units that may still be given back of what was captured. Below zero after an excess. */
export function refundable(order: OrderState): bigint {
  // A request that became a refund holds its amount no more: its refund does.
  const made = new Set(order.movements.map(({ approved }) => approved));
  const waiting = { movements: order.movements.filter(({ transactionId }) => !made.has(transactionId)) };
  return (
    order.totalCaptured - order.totalRefunded - openAmount(order, 'REFUND') - openAmount(waiting, 'REFUND_REQUEST')
  );
}

/** Minor units below which an authorization cannot be changed: they are captured, or may be. */
export function authorizationFloor(order: OrderState): bigint {
  return order.totalCaptured + openAmount(order, 'CAPTURE');
}

/** Why the target cannot be undone, in a sentence's part, or undefined when its amount is free to go. */
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
  if (type === 'PAYMENT' && refundable(order) < target.amount) {
    return 'a part of the payment is refunded';
  }
  if (type === 'CAPTURE' && refundable(order) < target.amount) {
    return 'a part of what was captured is refunded';
  }
  return undefined;
}
