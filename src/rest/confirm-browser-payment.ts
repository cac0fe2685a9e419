/**
 * `PUT …/order/{o}/transaction/{t}` with CONFIRM_BROWSER_PAYMENT: it names the transaction that initiated the payment.
 */
import { confirmBrowserPayment } from '../browser-payments/confirm.ts';
import type { BrowserPaymentDependencies } from '../browser-payments/dependencies.ts';
import { namedError } from '../contract/errors/catalogue.ts';
import type { StoredOrder, StoredTransaction } from '../gateway/order-records.ts';

export type Confirmation =
  | { readonly kind: 'DONE'; readonly transaction: StoredTransaction }
  /** Another operation is in progress on the order. */
  | { readonly kind: 'LOCKED'; readonly order: StoredOrder };

/** @throws InterfaceError when there is nothing to confirm, or not yet */
export async function confirmTransaction(
  dependencies: BrowserPaymentDependencies,
  order: StoredOrder,
  transactionId: string,
  from: string,
): Promise<Confirmation> {
  const transaction = await dependencies.gateway.orders.transaction(order.key, transactionId);
  if (transaction === undefined) {
    throw namedError('TRANSACTION_UNKNOWN', { transactionId, orderId: order.orderId });
  }
  if (order.lockedBy !== null) {
    return { kind: 'LOCKED', order };
  }
  const confirmed = await confirmBrowserPayment(dependencies, order, transaction, from);
  return { kind: 'DONE', transaction: confirmed.transaction };
}
