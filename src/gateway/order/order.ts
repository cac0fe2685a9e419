/**
 * The order as a pure model: its state, and how an outcome changes it. No clock, no store. Which operations an order
 * allows is in `transitions.ts`.
 */
import { type GatewayCode, type Result, resultOf } from '../../contract/gateway-codes.ts';
import { invariant } from '../../contract/invariant.ts';
import type { OrderNotifications } from './order-notifications.ts';

/** Transaction types of answers: `transactionType` of the contract lists the same. */
export type TransactionType =
  | 'AUTHORIZATION'
  | 'AUTHORIZATION_UPDATE'
  | 'CAPTURE'
  | 'CHARGEBACK'
  | 'CHARGEBACK_REVERSAL'
  | 'FUNDING'
  | 'PAYMENT'
  | 'REFUND'
  | 'REFUND_REQUEST'
  | 'VERIFICATION'
  | 'VOID_AUTHORIZATION'
  | 'VOID_CAPTURE'
  | 'VOID_PAYMENT'
  | 'VOID_REFUND';

/** One completed transaction, as far as the order's rules need it. */
export interface Movement {
  readonly transactionId: string;
  readonly type: TransactionType;
  readonly result: Result;
  readonly gatewayCode: GatewayCode;
  /** Minor units. Of an AUTHORIZATION_UPDATE the new total, of a void what it cancels. */
  readonly amount: bigint;
  /** The transaction that this one voids, captures or changes. */
  readonly target?: string;
  /** It was not sent to the acquirer: the issuer did not decide on the card. */
  readonly notSent?: true;
  /** It was not sent because the payer cancelled at the bank's question. */
  readonly isCancelled?: true;
  /** Key of the session whose hosted page sent it; absent for API requests. */
  readonly session?: number;
  /** Of a refund: the refund request that the operator has approved. */
  readonly approved?: string;
  /** The browser-payment provider that the payer chose; absent where the acquirer processed it. */
  readonly provider?: string;
  /** Paid with a gift card, whose balance is no secret of the issuer's. Absent for other instruments. */
  readonly giftCard?: true;
  /** It pays a part of the order's amount (`parts.ts`). Absent where it pays, or was to pay, all of it. */
  readonly part?: PartKind;
  /** Of a HOLD: it was approved and given back, because the rest was not paid. */
  readonly released?: true;
  /** Risk rules rejected it, so that it was not sent. */
  readonly isRisky?: true;
  /** Of a payment that risk rules held for a person: until the decision, and what it was. */
  readonly review?: 'ACCEPTED' | 'REJECTED' | 'REQUIRED';
}

/**
 * A part of an order's amount. HOLD: the first one, approved by the issuer and kept open here until the rest is paid.
 * REST: the other one, for all that the order's holds leave.
 */
export type PartKind = 'HOLD' | 'REST';

export interface OrderTotals {
  /** Minor units, all three. */
  readonly totalAuthorized: bigint;
  readonly totalCaptured: bigint;
  readonly totalRefunded: bigint;
}

export interface OrderState extends OrderTotals {
  /** ISO 4217. Of the newest payment attempt until one succeeds, then fixed. */
  readonly currency: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly movements: readonly Movement[];
  /** Absent in orders older than this member. */
  readonly notifications?: OrderNotifications;
  /** Transaction ids of its payers' authentications, which no transaction can have; absent where there are none. */
  readonly authentications?: readonly string[];
  /** Only a processor's ledger has some of its movements, since a backup was restored: it allows no operation. */
  readonly isBarred?: true;
}

export type OrderStatus =
  | 'AUTHORIZED'
  | 'CANCELLED'
  | 'CAPTURED'
  | 'EXCESSIVELY_REFUNDED'
  | 'FAILED'
  | 'INITIATED'
  | 'PARTIALLY_CAPTURED'
  | 'PARTIALLY_REFUNDED'
  | 'REFUNDED'
  | 'REFUND_REQUESTED'
  | 'VERIFIED';

type Effect = (totals: OrderTotals, amount: bigint) => Partial<OrderTotals>;

const nothing: Effect = () => ({});

/** How a successful transaction of each type changes the totals. */
const EFFECTS: Readonly<Record<TransactionType, Effect>> = {
  AUTHORIZATION: ({ totalAuthorized }, amount) => ({ totalAuthorized: totalAuthorized + amount }),
  AUTHORIZATION_UPDATE: (_, amount) => ({ totalAuthorized: amount }),
  CAPTURE: ({ totalCaptured }, amount) => ({ totalCaptured: totalCaptured + amount }),
  // A bank's decision changes nothing that the merchant captured or refunded: `chargedBack` of `chargebacks.ts` adds it
  // up.
  CHARGEBACK: nothing,
  CHARGEBACK_REVERSAL: nothing,
  FUNDING: nothing,
  PAYMENT: ({ totalAuthorized, totalCaptured }, amount) => ({
    totalAuthorized: totalAuthorized + amount,
    totalCaptured: totalCaptured + amount,
  }),
  REFUND: ({ totalRefunded }, amount) => ({ totalRefunded: totalRefunded + amount }),
  REFUND_REQUEST: nothing,
  VERIFICATION: nothing,
  VOID_AUTHORIZATION: ({ totalAuthorized }, amount) => ({ totalAuthorized: totalAuthorized - amount }),
  VOID_CAPTURE: ({ totalCaptured }, amount) => ({ totalCaptured: totalCaptured - amount }),
  VOID_PAYMENT: ({ totalAuthorized, totalCaptured }, amount) => ({
    totalAuthorized: totalAuthorized - amount,
    totalCaptured: totalCaptured - amount,
  }),
  VOID_REFUND: ({ totalRefunded }, amount) => ({ totalRefunded: totalRefunded - amount }),
};

/** What a processor reported afterwards: no payment attempt, and no result of the order's. */
const REPORTED: ReadonlySet<TransactionType> = new Set(['CHARGEBACK', 'CHARGEBACK_REVERSAL', 'FUNDING']);

/** The transactions that set the order's amount and currency; the others only follow. */
const DESCRIBING: ReadonlySet<TransactionType> = new Set([
  'AUTHORIZATION',
  'CAPTURE',
  'PAYMENT',
  'REFUND',
  'REFUND_REQUEST',
  'VERIFICATION',
]);

export function newOrder(currency: string, amount: bigint): OrderState {
  return { currency, amount, totalAuthorized: 0n, totalCaptured: 0n, totalRefunded: 0n, movements: [] };
}

/** The order after a transaction's outcome: `(order, event) → order`. */
export function applyMovement(order: OrderState, movement: Movement, currency: string): OrderState {
  const movements = [...order.movements, movement];
  // The order's amount is not a part's.
  const describes = DESCRIBING.has(movement.type) && movement.part === undefined && !hasMovedMoney(order);
  const described = describes ? { ...order, currency, amount: movement.amount } : order;
  return { ...withEffect(described, movement), movements };
}

/** The order with its totals as a movement makes them. */
export function withEffect(order: OrderState, { type, result, amount }: Movement): OrderState {
  if (result !== 'SUCCESS') {
    return order;
  }
  invariant(amount >= 0n, 'a movement of less than nothing');
  const after = { ...order, ...EFFECTS[type](order, amount) };
  checkTotals(after, type);
  return after;
}

/** `excessCapturePercent` of a profile is 100 at most. */
const CAPTURED_TIMES_MAX = 2n;

/**
 * Whatever the checks before it let through, no order ends with a total below zero, and an authorization or payment
 * limits what is captured on it. Refunds have no such limit here: a profile with `excessRefund` may refund more than
 * was captured.
 */
function checkTotals({ totalAuthorized, totalCaptured, totalRefunded }: OrderTotals, type: TransactionType): void {
  invariant(totalAuthorized >= 0n, `totalAuthorized is below zero after ${type}`);
  invariant(totalCaptured >= 0n, `totalCaptured is below zero after ${type}`);
  invariant(totalRefunded >= 0n, `totalRefunded is below zero after ${type}`);
  // A standalone capture was authorized elsewhere.
  if (totalAuthorized > 0n) {
    invariant(totalCaptured <= totalAuthorized * CAPTURED_TIMES_MAX, `more is captured than may be after ${type}`);
  }
}

/** The order after a pending result was resolved. @param released of a hold that is given back */
export function resolveMovement(
  order: OrderState,
  transactionId: string,
  gatewayCode: GatewayCode,
  released?: true,
): OrderState {
  const index = order.movements.findIndex((movement) => movement.transactionId === transactionId);
  const open = order.movements[index];
  if (open === undefined) {
    throw new Error('A transaction was settled that its order does not have.');
  }
  const resolved: Movement = { ...open, result: resultOf(gatewayCode), gatewayCode, ...(released && { released }) };
  return { ...withEffect(order, resolved), movements: order.movements.with(index, resolved) };
}

/** Money moved, or may have: the order's amount and currency no longer change with another attempt. */
function hasMovedMoney(order: OrderState): boolean {
  return firstMoneyMovement(order) !== undefined;
}

/** The transaction that moved the order's money first, or may have. */
export function firstMoneyMovement(order: OrderState): Movement | undefined {
  return order.movements.find(
    ({ type, result }) => type !== 'VERIFICATION' && !REPORTED.has(type) && result !== 'FAILURE',
  );
}

/** Its result is not known yet. */
export function isOpen({ result }: Pick<Movement, 'result'>): boolean {
  return result === 'PENDING' || result === 'UNKNOWN';
}

/** It certainly moved nothing, and nobody refused it. What a provider is told may have been sent after all. */
export function wasNeverSent({ result, notSent, provider }: Movement): boolean {
  return result === 'FAILURE' && notSent === true && provider === undefined;
}

/** With this code the result is not known yet. */
export function isOpenCode(gatewayCode: GatewayCode): boolean {
  return isOpen({ result: resultOf(gatewayCode) });
}

function succeeded(order: OrderState, ...types: readonly TransactionType[]): boolean {
  return order.movements.some(({ type, result }) => result === 'SUCCESS' && types.includes(type));
}

/** Successful movements of these types that were not voided, in the order in which they began. */
export function standing(
  { movements }: Pick<OrderState, 'movements'>,
  ...types: readonly TransactionType[]
): Movement[] {
  const voided = new Set(
    movements
      .filter(({ type, result }) => result === 'SUCCESS' && type.startsWith('VOID_'))
      .map(({ target }) => target),
  );
  return movements.filter(
    ({ type, result, transactionId }) => result === 'SUCCESS' && types.includes(type) && !voided.has(transactionId),
  );
}

/** The status follows from totals and movements alone. */
export function orderStatus(order: OrderState): OrderStatus {
  if (order.movements.some(({ type, result }) => type === 'REFUND_REQUEST' && result === 'PENDING')) {
    return 'REFUND_REQUESTED';
  }
  // Of an order that was paid in parts, one may be voided and the other not.
  const parts = standing(order, 'AUTHORIZATION', 'PAYMENT').filter(({ part }) => part !== undefined);
  if (succeeded(order, 'VOID_AUTHORIZATION', 'VOID_PAYMENT') && parts.length === 0) {
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
  // A standalone refund: the payment was made elsewhere, so its amount is unknown here.
  const isStandalone = !succeeded(order, 'CAPTURE', 'PAYMENT');
  if (totalRefunded === totalCaptured || isStandalone) {
    return 'REFUNDED';
  }
  return totalRefunded > totalCaptured ? 'EXCESSIVELY_REFUNDED' : 'PARTIALLY_REFUNDED';
}

function statusWithoutMoney(order: OrderState): OrderStatus {
  const { movements } = order;
  // A payment of amount zero, as for free trials, counts as captured or authorized all the same.
  if (succeeded(order, 'PAYMENT')) {
    return 'CAPTURED';
  }
  if (succeeded(order, 'AUTHORIZATION')) {
    return 'AUTHORIZED';
  }
  // The only money that moved, by a standalone refund or capture, was voided.
  if (succeeded(order, 'VOID_CAPTURE', 'VOID_REFUND')) {
    return 'CANCELLED';
  }
  if (movements.some(isOpen) || movements.length === 0) {
    return 'INITIATED';
  }
  return succeeded(order, 'VERIFICATION') ? 'VERIFIED' : 'FAILED';
}

/** The order's result: the newest success takes precedence over any decline before it. */
export function orderResult(order: OrderState): Result {
  const results = order.movements.filter(({ type }) => !REPORTED.has(type)).map((movement) => movement.result);
  for (const result of ['SUCCESS', 'PENDING', 'UNKNOWN'] as const) {
    if (results.includes(result)) {
      return result;
    }
  }
  return results.length === 0 ? 'PENDING' : 'FAILURE';
}
