/**
 * Late rejection: a provider reports the failure of a payment that it had reported as successful. The money that did
 * not arrive, or was taken back, is booked as a chargeback, so that order, notification, ledger and the payer's pages
 * agree.
 */
import { REJECTION } from '../order/chargebacks.ts';
import { isOpen, type Movement, type OrderState } from '../order/order.ts';
import { type FoundPayment, type NotificationSubject, supportCode } from '../ports/index.ts';
import { recordReported } from '../processing/record-reported.ts';
import type { BrowserPaymentDependencies } from './dependencies.ts';

/** The number and interval of attempts while another operation locks the order. */
const TRIES_MAX = 20;
const TRY_PAUSE_MS = 50;

/**
 * The movements that return the money of a payment: a provider may report such a return as a failure of the payment.
 */
const RETURNING: ReadonlySet<Movement['type']> = new Set(['CHARGEBACK', 'REFUND', 'REFUND_REQUEST', 'VOID_PAYMENT']);

/**
 * Books the whole payment once, for any number of reports. A payment that was returned whole stays as it is. Without a
 * capture, or after a return of a part, an operator is alerted instead: the report may be about that return.
 *
 * @param reference the provider's own reference of the payment
 */
export async function recordLateRejection(
  { gateway, merchantByKey }: BrowserPaymentDependencies,
  { transaction, order: { merchantKey, orderId } }: FoundPayment,
  reference = '',
): Promise<void> {
  const transactionId = REJECTION + transaction.key;
  const dependencies = {
    clock: gateway.clock,
    orders: gateway.orders,
    notifications: { body: (subject: NotificationSubject) => gateway.notifications.body(subject) },
  };
  const merchant = await merchantByKey(merchantKey);
  const about = {
    order: orderId,
    transactionId: transaction.transactionId,
    paymentCode: supportCode(gateway.sealer, transaction.orderKey),
  };
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const order = await gateway.orders.find(merchantKey, orderId);
    if (order === undefined || merchant === undefined || isBooked(order.state, transactionId)) {
      return;
    }
    if (isReturnedWhole(order.state, transaction.request.amount)) {
      return;
    }
    if (transaction.request.type !== 'PAYMENT' || isReturned(order.state)) {
      gateway.log.error(about, 'a provider reports a failure of a payment that succeeded: the operator must decide');
      return;
    }
    const { amount, currency } = transaction.request;
    const recorded = await recordReported(dependencies, merchant, order, [
      { transactionId, type: 'CHARGEBACK', amount, currency, target: transaction, reference },
    ]);
    if (order.lockedBy === null && (await gateway.orders.record(recorded))) {
      gateway.log.error(about, 'a provider took back a payment that succeeded: it is booked as a chargeback');
      return;
    }
    await gateway.pause(TRY_PAUSE_MS);
  }
  gateway.log.error(about, 'a late rejection could not be booked: the order is locked');
}

function isBooked({ movements }: OrderState, transactionId: string): boolean {
  return movements.some((movement) => movement.transactionId === transactionId);
}

function isReturned({ movements }: OrderState): boolean {
  return movements.some(returns);
}

/** True if refunds, voids and chargebacks have returned the whole amount, or will once they succeed. */
function isReturnedWhole({ movements }: OrderState, amount: bigint): boolean {
  return movements.filter(returns).reduce((sum, movement) => sum + movement.amount, 0n) >= amount;
}

function returns(movement: Movement): boolean {
  return RETURNING.has(movement.type) && (isOpen(movement) || movement.result === 'SUCCESS');
}
