/** The steps after an order's payment, with their times, for its payer: captures, updates, refunds and voids. Pure. */
import type { OrderState, TransactionType } from './order.ts';

export type OrderStepKind =
  | 'CHARGEBACK_RETURNED'
  | 'CHARGED_BACK'
  | 'PAID'
  | 'PAYMENT_CANCELLED'
  | 'REFUNDED'
  | 'REFUND_CANCELLED'
  | 'REFUND_REQUESTED'
  | 'RESERVATION_CANCELLED'
  | 'RESERVATION_CHANGED';

export interface OrderStep {
  readonly kind: OrderStepKind;
  /** Minor units; for an authorization update, the new total. */
  readonly amount: bigint;
  /** Milliseconds since 1970; absent while the result is open. */
  readonly at?: number;
}

/** The times of a transaction. The result of an advice may come long after the advice was created. */
export interface StepTimes {
  readonly createdAt: number;
  readonly updatedAt: number;
}

const KINDS: Readonly<Partial<Record<TransactionType, OrderStepKind>>> = {
  AUTHORIZATION_UPDATE: 'RESERVATION_CHANGED',
  CAPTURE: 'PAID',
  CHARGEBACK: 'CHARGED_BACK',
  CHARGEBACK_REVERSAL: 'CHARGEBACK_RETURNED',
  REFUND: 'REFUNDED',
  REFUND_REQUEST: 'REFUND_REQUESTED',
  VOID_AUTHORIZATION: 'RESERVATION_CANCELLED',
  VOID_CAPTURE: 'PAYMENT_CANCELLED',
  VOID_PAYMENT: 'PAYMENT_CANCELLED',
  VOID_REFUND: 'REFUND_CANCELLED',
};

/**
 * @param timesOf the times of the order's transactions, by id; a transaction without times is omitted
 * @returns the steps in the order in which they started, without failed ones and without requests that have become
 *   refunds
 */
export function orderSteps(
  order: Pick<OrderState, 'movements'>,
  timesOf: (transactionId: string) => StepTimes | undefined,
): OrderStep[] {
  const refunded = new Set(order.movements.map(({ approved }) => approved));
  return order.movements.flatMap((movement) => {
    const { transactionId, amount, result } = movement;
    const kind = KINDS[movement.type];
    const times = timesOf(transactionId);
    if (kind === undefined || times === undefined || result === 'FAILURE' || refunded.has(transactionId)) {
      return [];
    }
    // A refund request counts as done once it is made, even while its refund is pending.
    const at = kind === 'REFUND_REQUESTED' ? times.createdAt : result === 'SUCCESS' ? times.updatedAt : undefined;
    return [{ kind, amount, at }];
  });
}

/** True if the order has movements other than payments, which are shown as steps. */
export function hasFollowUps({ movements }: Pick<OrderState, 'movements'>): boolean {
  return movements.some(({ type, result }) => KINDS[type] !== undefined && result !== 'FAILURE');
}
