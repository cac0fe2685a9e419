/**
 * The order as a pure model: its state, and how an outcome changes it. Has no clock and no store. `transitions.ts` has
 * the operations that an order allows.
 */
import { type GatewayCode, type Result, resultOf } from '../../contract/gateway-codes.ts';
import { invariant } from '../../contract/invariant.ts';
import type { OrderNotifications } from './order-notifications.ts';

/** The transaction types of responses, the same as `transactionType` of the contract. */
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

/** One completed transaction, reduced to the fields that the order's rules need. */
export interface Movement {
  readonly transactionId: string;
  readonly type: TransactionType;
  readonly result: Result;
  readonly gatewayCode: GatewayCode;
  /** Minor units. For an AUTHORIZATION_UPDATE the new total, for a void the amount that it cancels. */
  readonly amount: bigint;
  /** The id of the transaction that this movement voids, captures or changes. */
  readonly target?: string;
  /** True if the transaction was not sent to the acquirer, so the issuer did not decide on the card. */
  readonly notSent?: true;
  /** True if the transaction was not sent because the payer cancelled the challenge. */
  readonly isCancelled?: true;
  /** Key of the session of the hosted page; absent for API requests. */
  readonly session?: number;
  /** For a refund: the refund request that the operator has approved. */
  readonly approved?: string;
  /** The browser-payment provider that the payer chose; absent if an acquirer processed it. */
  readonly provider?: string;
  /** True if a gift card paid, whose balance may be shown. */
  readonly giftCard?: true;
  /** The part of the order's amount that the movement pays (`parts.ts`). Absent: the whole amount. */
  readonly part?: PartKind;
  /** For a HOLD: true if it was approved and then released, because the rest was not paid. */
  readonly released?: true;
  /** True if risk rules rejected the payment before it was sent. */
  readonly isRisky?: true;
  /** For a payment that risk rules held: REQUIRED until a person decides, then the decision. */
  readonly review?: 'ACCEPTED' | 'REJECTED' | 'REQUIRED';
}

/**
 * A part of an order's amount. HOLD: the first part, approved by the issuer, but with a pending result here until the
 * rest is paid. REST: the amount that remains after the holds.
 */
export type PartKind = 'HOLD' | 'REST';

/** Minor units. */
export interface OrderTotals {
  readonly totalAuthorized: bigint;
  readonly totalCaptured: bigint;
  readonly totalRefunded: bigint;
}

export interface OrderState extends OrderTotals {
  /** ISO 4217. Changes with each payment attempt until an attempt succeeds, and then is fixed. */
  readonly currency: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly movements: readonly Movement[];
  /** Absent in orders of older versions. */
  readonly notifications?: OrderNotifications;
  /** The transaction ids of payer authentications, which transactions cannot use; absent if there are none. */
  readonly authentications?: readonly string[];
  /** Keys of the hosted checkouts that the shop has ended: they pay no more. Absent if there are none. */
  readonly endedSessions?: readonly number[];
  /**
   * True if a restore lost movements of the order that only a processor's ledger has. The order then allows no
   * operation.
   */
  readonly isBarred?: true;
}

type Effect = (totals: OrderTotals, amount: bigint) => Partial<OrderTotals>;

const nothing: Effect = () => ({});

/** The change of the totals by a successful transaction of each type. */
const EFFECTS: Readonly<Record<TransactionType, Effect>> = {
  AUTHORIZATION: ({ totalAuthorized }, amount) => ({ totalAuthorized: totalAuthorized + amount }),
  AUTHORIZATION_UPDATE: (_, amount) => ({ totalAuthorized: amount }),
  CAPTURE: ({ totalCaptured }, amount) => ({ totalCaptured: totalCaptured + amount }),
  // Chargebacks leave the captured and refunded totals unchanged. `chargedBack` in `chargebacks.ts` sums them up.
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

/**
 * Transactions that a processor reports afterwards. They are not payment attempts and do not affect the order's result.
 */
const REPORTED_TYPES: ReadonlySet<TransactionType> = new Set(['CHARGEBACK', 'CHARGEBACK_REVERSAL', 'FUNDING']);

/** The transaction types that set the order's amount and currency. */
const DESCRIBING_TYPES: ReadonlySet<TransactionType> = new Set([
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

/** Returns the order after a transaction's outcome. */
export function applyMovement(order: OrderState, movement: Movement, currency: string): OrderState {
  const movements = [...order.movements, movement];
  // A part's amount is not the order's amount.
  const describes = DESCRIBING_TYPES.has(movement.type) && movement.part === undefined && !hasMovedMoney(order);
  const described = describes ? { ...order, currency, amount: movement.amount } : order;
  return { ...withEffect(described, movement), movements };
}

/** Applies a movement to the order's totals. */
export function withEffect(order: OrderState, { type, result, amount }: Movement): OrderState {
  if (result !== 'SUCCESS') {
    return order;
  }
  invariant(amount >= 0n, 'a movement of less than nothing');
  const after = { ...order, ...EFFECTS[type](order, amount) };
  checkTotals(after, type);
  return after;
}

/**
 * The maximum ratio of the captured to the authorized amount. It follows from the maximum of `excessCapturePercent` in
 * profiles, which is 100.
 */
const CAPTURED_TIMES_MAX = 2n;

/**
 * Guards against errors in earlier checks: totals must not be negative, and an authorization or payment limits the
 * captured amount. Refunds have no limit here: a profile with `excessRefund` may refund more than was captured.
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

/** Resolves a pending result of the order. @param released true for a hold that is released */
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

/** True if money moved, or may have moved: later attempts do not change the order's amount and currency. */
function hasMovedMoney(order: OrderState): boolean {
  return firstMoneyMovement(order) !== undefined;
}

/** The first transaction that moved the order's money, or may have moved it. */
export function firstMoneyMovement(order: OrderState): Movement | undefined {
  return order.movements.find(
    ({ type, result }) => type !== 'VERIFICATION' && !REPORTED_TYPES.has(type) && result !== 'FAILURE',
  );
}

/** True if the movement's result is not known yet. */
export function isOpen({ result }: Pick<Movement, 'result'>): boolean {
  return result === 'PENDING' || result === 'UNKNOWN';
}

/**
 * True if the movement failed because it certainly was not sent. False for providers: they may have received a call
 * that is recorded as not sent.
 */
export function wasNeverSent({ result, notSent, provider }: Movement): boolean {
  return result === 'FAILURE' && notSent === true && provider === undefined;
}

/** True if the code leaves the result open. */
export function isOpenCode(gatewayCode: GatewayCode): boolean {
  return isOpen({ result: resultOf(gatewayCode) });
}

/** Successful movements of these types that were not voided, in the order in which they started. */
export function effectiveMovements(
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

/** The order's result: a success takes precedence over any decline. */
export function orderResult(order: OrderState): Result {
  const results = order.movements.filter(({ type }) => !REPORTED_TYPES.has(type)).map((movement) => movement.result);
  for (const result of ['SUCCESS', 'PENDING', 'UNKNOWN'] as const) {
    if (results.includes(result)) {
      return result;
    }
  }
  return results.length === 0 ? 'PENDING' : 'FAILURE';
}
