/**
 * The steps that followed an order's payment, with their times, for its payer: what was captured, changed, refunded and
 * voided. Pure.
 */
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
  /** Minor units; of a changed reservation its new total. */
  readonly amount: bigint;
  /** Milliseconds since 1970; absent while its result is not known. */
  readonly at?: number;
}

/** The times of a transaction: an advice may have its result long after it began. */
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
 * @param timesOf of the order's transactions, by id; one without times is left out
 * @returns in the order in which they began; none that failed, and no request whose refund is there
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
    // The request of a refund is a step that has happened, also where the refund is still open.
    const at = kind === 'REFUND_REQUESTED' ? times.createdAt : result === 'SUCCESS' ? times.updatedAt : undefined;
    return [{ kind, amount, ...(at !== undefined && { at }) }];
  });
}

/** Whether anything but payments is on the order: only then has it steps. */
export function hasFollowUps({ movements }: Pick<OrderState, 'movements'>): boolean {
  return movements.some(({ type, result }) => KINDS[type] !== undefined && result !== 'FAILURE');
}
