/** The sums and steps of a payment that was made, for its pages and mails: converts the core's data to the view's. */
import { DAY_MS } from '../../contract/durations.ts';
import {
  type ExpiryOf,
  effectiveMovements,
  hasFollowUps,
  isPaidInParts,
  type Merchant,
  type MerchantProfile,
  type OrderMoney,
  type OrderStepKind,
  orderMoney,
  orderSteps,
  reservedUntil,
} from '../../core/index.ts';
import type { Clock, Orders, StoredOrder, StoredTransaction } from '../../core/ports/index.ts';
import type { Amount, MadePayment, MoneyStep, PaymentMoney } from '../../web/views/index.ts';
import { storedAmount } from './amount.ts';

export interface MoneyDependencies {
  readonly orders: Pick<Orders, 'transactions'>;
  readonly clock: Pick<Clock, 'now'>;
}

type OfOrder = Pick<StoredOrder, 'key' | 'state'>;

/**
 * @param payment the order's payment, or one of its parts; no other transaction is read of one payment without
 *   follow-ups
 */
export async function madePayment(
  { orders, clock }: MoneyDependencies,
  { profile }: Pick<Merchant, 'profile'>,
  order: OfOrder,
  payment: StoredTransaction,
): Promise<MadePayment> {
  const isOne = !hasFollowUps(order.state) && !isPaidInParts(order.state);
  const transactions = isOne ? [payment] : await orders.transactions(order.key);
  return paymentView(order.state, payment, transactions, profile, clock.now());
}

/** The same from loaded data. @param now milliseconds since 1970 */
export function paymentView(
  state: StoredOrder['state'],
  payment: Pick<StoredTransaction, 'request'>,
  transactions: readonly StoredTransaction[],
  profile: Pick<MerchantProfile, 'authorizationValidityDays'>,
  now: number,
): MadePayment {
  const found = new Map(transactions.map((transaction) => [transaction.transactionId, transaction]));
  const expiryOf = expiryIn(found, profile);
  const amountOf = (amount: bigint) => storedAmount({ amount, currency: state.currency });
  const refunds = effectiveMovements(state, 'REFUND');
  const refund = refunds.length === 1 ? found.get(refunds[0]!.transactionId) : undefined;
  return {
    money: {
      ...sumsOf(orderMoney(state, expiryOf, now), payment, amountOf),
      refundedAt: refund && instant(refund.updatedAt),
    },
    followUps: orderSteps(state, (id) => found.get(id)).map(({ kind, amount, at }) => ({
      kind: STEPS[kind],
      amount: amountOf(amount),
      at: at === undefined ? undefined : instant(at),
    })),
  };
}

/** @returns milliseconds since 1970: the end of the order's reservations; undefined if nothing is reserved */
export async function reservationEnd(
  orders: MoneyDependencies['orders'],
  { profile }: Pick<Merchant, 'profile'>,
  { key, state }: OfOrder,
): Promise<number | undefined> {
  const transactions = await orders.transactions(key);
  const found = new Map(transactions.map((transaction) => [transaction.transactionId, transaction]));
  return reservedUntil(state, expiryIn(found, profile));
}

function expiryIn(
  found: ReadonlyMap<string, StoredTransaction>,
  { authorizationValidityDays }: Pick<MerchantProfile, 'authorizationValidityDays'>,
): ExpiryOf {
  return (id) => {
    const createdAt = found.get(id)?.createdAt;
    return createdAt === undefined ? undefined : createdAt + authorizationValidityDays * DAY_MS;
  };
}

function sumsOf(
  money: OrderMoney,
  { request }: Pick<StoredTransaction, 'request'>,
  amountOf: (amount: bigint) => Amount,
): PaymentMoney {
  const sums = Object.entries(money).filter(([, sum]) => sum > 0n);
  if (sums.length === 0) {
    return { [request.type === 'AUTHORIZATION' ? 'reserved' : 'paid']: amountOf(0n) };
  }
  return Object.fromEntries(sums.map(([name, sum]) => [name, amountOf(sum)]));
}

function instant(at: number): string {
  return new Date(at).toISOString();
}

const STEPS: Readonly<Record<OrderStepKind, MoneyStep['kind']>> = {
  CHARGEBACK_RETURNED: 'chargebackReturned',
  CHARGED_BACK: 'chargedBack',
  PAID: 'paid',
  PAYMENT_CANCELLED: 'cancelledPayment',
  REFUNDED: 'refunded',
  REFUND_CANCELLED: 'cancelledRefund',
  REFUND_REQUESTED: 'refundRequested',
  RESERVATION_CANCELLED: 'cancelledReservation',
  RESERVATION_CHANGED: 'changed',
};
