/**
 * The order, purely: what an order is, which operation it allows, and what an outcome makes of it. No clock, no store.
 */
import { type GatewayCode, type Result, resultOf } from '../contract/gateway-codes.ts';

/** Transaction types of answers. */
export type TransactionType = 'AUTHORIZATION' | 'PAYMENT' | 'VERIFICATION';

/** One finished transaction, as far as the order's rules need it. */
export interface Movement {
  readonly transactionId: string;
  readonly type: TransactionType;
  readonly result: Result;
  readonly gatewayCode: GatewayCode;
  /** Minor units. */
  readonly amount: bigint;
  /** It never left for the acquirer: nobody judged the card. */
  readonly notSent?: true;
  /** Key of the session whose hosted page made it; absent for the interface's own. */
  readonly session?: number;
}

export interface OrderState {
  /** ISO 4217. Of the newest payment attempt until one succeeds, then fixed. */
  readonly currency: string;
  /** Minor units, like all totals. */
  readonly amount: bigint;
  readonly totalAuthorized: bigint;
  readonly totalCaptured: bigint;
  readonly totalRefunded: bigint;
  readonly movements: readonly Movement[];
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

/** How a successful transaction of each type changes the totals, in multiples of its amount. */
const EFFECT: Record<TransactionType, { readonly authorized: bigint; readonly captured: bigint }> = {
  AUTHORIZATION: { authorized: 1n, captured: 0n },
  PAYMENT: { authorized: 1n, captured: 1n },
  VERIFICATION: { authorized: 0n, captured: 0n },
};

export function newOrder(currency: string, amount: bigint): OrderState {
  return { currency, amount, totalAuthorized: 0n, totalCaptured: 0n, totalRefunded: 0n, movements: [] };
}

/** The order after a transaction's outcome: `(order, event) → order`. */
export function applyMovement(order: OrderState, movement: Movement, currency: string): OrderState {
  const movements = [...order.movements, movement];
  const described = settled(order) ? order : { ...order, currency, amount: movement.amount };
  return { ...addToTotals(described, movement), movements };
}

function addToTotals(order: OrderState, { type, result, amount }: Movement): OrderState {
  if (result !== 'SUCCESS') return order;
  const { authorized, captured } = EFFECT[type];
  return {
    ...order,
    totalAuthorized: order.totalAuthorized + authorized * amount,
    totalCaptured: order.totalCaptured + captured * amount,
  };
}

/** The order after a result that was open became known. */
export function settleMovement(order: OrderState, transactionId: string, gatewayCode: GatewayCode): OrderState {
  const index = order.movements.findIndex((movement) => movement.transactionId === transactionId);
  const open = order.movements[index];
  if (open === undefined) throw new Error('A transaction was settled that its order does not have.');
  const settled: Movement = { ...open, result: resultOf(gatewayCode), gatewayCode };
  return { ...addToTotals(order, settled), movements: order.movements.with(index, settled) };
}

/** Money moved, or may have: the order's amount and currency no longer change with another attempt. */
function settled(order: OrderState): boolean {
  return order.movements.some((movement) => movement.type !== 'VERIFICATION' && movement.result !== 'FAILURE');
}

/**
 * Why another initial transaction (AUTHORIZE, PAY, VERIFY) is not possible, or undefined when it is. A failed attempt may
 * be followed by another; one that succeeded, or of which nobody knows yet, may not: a payer would pay twice.
 */
export function initialRefusal(order: OrderState): string | undefined {
  const standing = order.movements.find(
    (movement) => movement.type !== 'VERIFICATION' && movement.result !== 'FAILURE',
  );
  if (standing === undefined) return undefined;
  const state = standing.result === 'SUCCESS' ? 'was successful' : 'is not finished';
  return `transaction '${standing.transactionId}' of this order ${state}; use another order id for another payment`;
}

/** The status follows from totals and movements alone. */
export function orderStatus(order: OrderState): OrderStatus {
  const { totalAuthorized, totalCaptured, totalRefunded, movements } = order;
  if (totalRefunded > totalCaptured) return 'EXCESSIVELY_REFUNDED';
  if (totalRefunded > 0n) return totalRefunded === totalCaptured ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  if (totalCaptured > 0n) return totalCaptured >= totalAuthorized ? 'CAPTURED' : 'PARTIALLY_CAPTURED';
  if (totalAuthorized > 0n) return 'AUTHORIZED';
  const open = movements.some(({ result }) => result === 'PENDING' || result === 'UNKNOWN');
  if (open || movements.length === 0) return 'INITIATED';
  const verified = movements.some(({ type, result }) => type === 'VERIFICATION' && result === 'SUCCESS');
  if (verified) return 'VERIFIED';
  // A payment of nothing, as free trials make it, is authorized or captured all the same.
  const free = movements.findLast(({ result }) => result === 'SUCCESS');
  if (free !== undefined) return free.type === 'PAYMENT' ? 'CAPTURED' : 'AUTHORIZED';
  return 'FAILED';
}

/** The order's result: the newest success counts over any decline before it. */
export function orderResult(order: OrderState): Result {
  const results = order.movements.map((movement) => movement.result);
  for (const result of ['SUCCESS', 'PENDING', 'UNKNOWN'] as const) if (results.includes(result)) return result;
  return results.length === 0 ? 'PENDING' : 'FAILURE';
}
