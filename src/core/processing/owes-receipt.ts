/**
 * Decides for which outcomes the payer gets a mail: a receipt for a payment, and the same receipt with its new sums
 * when the merchant has given money back or ended the reservation. The mail's row is committed with the outcome, and
 * the mail is sent later.
 */
import { resultOf } from '../../contract/gateway-codes.ts';
import type { Movement, OrderState, TransactionType } from '../order/order.ts';
import type { Orders, StoredOrder, StoredTransaction } from '../ports/index.ts';

/** The transactions that a payer makes. A verification takes no money. */
const PAYERS_OWN: ReadonlySet<TransactionType> = new Set(['AUTHORIZATION', 'PAYMENT']);

/** The merchant's transactions after which the payer has money back, or a reservation ends. */
const TOLD_TO_PAYER: ReadonlySet<TransactionType> = new Set([
  'REFUND',
  'VOID_AUTHORIZATION',
  'VOID_CAPTURE',
  'VOID_PAYMENT',
  'VOID_REFUND',
]);

/**
 * True if the payer gets a receipt. A success is committed only once, under the order's fence. The receipt is committed
 * with it, so each payment has exactly one receipt.
 *
 * @param transaction the transaction with its outcome, as it will be stored
 */
export function owesReceipt(transaction: StoredTransaction): boolean {
  const { request } = transaction;
  return (
    // A hold has no receipt of its own: the payment of the rest settles the hold, and its receipt covers both.
    request.part?.kind !== 'HOLD' &&
    request.page?.receipt !== undefined &&
    request.details.customer?.email !== undefined &&
    PAYERS_OWN.has(request.type) &&
    isSuccess(transaction)
  );
}

/**
 * True if the payer gets a mail about the outcome: one for a success, which is committed only once.
 *
 * @param transaction the transaction with its outcome, as it will be stored
 */
export async function owesMail(
  orders: Pick<Orders, 'transaction'>,
  order: StoredOrder,
  transaction: StoredTransaction,
): Promise<boolean> {
  if (!isToldToPayer(transaction)) {
    return owesReceipt(transaction);
  }
  const payment = isSuccess(transaction) ? await mailedPayment(orders, order) : undefined;
  return payment !== undefined && owesReceipt(payment);
}

/** Whether mails about the transaction have the receipt of an earlier payment. */
export function isToldToPayer({ request }: Pick<StoredTransaction, 'request'>): boolean {
  return TOLD_TO_PAYER.has(request.type);
}

/** The payment on the hosted page whose receipt covers the order; undefined if there is none. */
export async function mailedPayment(
  orders: Pick<Orders, 'transaction'>,
  { key, state }: Pick<StoredOrder, 'key' | 'state'>,
): Promise<StoredTransaction | undefined> {
  const paid = payersMovement(state);
  return paid && orders.transaction(key, paid.transactionId);
}

function payersMovement({ movements }: Pick<OrderState, 'movements'>): Movement | undefined {
  return movements.findLast(
    ({ type, result, part, session }) =>
      PAYERS_OWN.has(type) && result === 'SUCCESS' && part !== 'HOLD' && session !== undefined,
  );
}

function isSuccess({ outcome }: StoredTransaction): boolean {
  return outcome !== undefined && resultOf(outcome.gatewayCode) === 'SUCCESS';
}
