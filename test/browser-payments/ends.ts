/** The end of a payment in every record, and the merchant's confirmation, which may race with that end. */
import { confirmBrowserPayment } from '../../src/core/operations/confirm-browser-payment.ts';
import { orderStatus } from '../../src/core/order/order-status.ts';
import { FROM, type InitiatedPayment, type World } from './world.ts';

/** Paid, once, and notified once. */
export const PAID = {
  code: 'APPROVED',
  order: 'CAPTURED',
  lockedBy: null,
  late: null,
  notified: 1,
  completed: 1,
};

export async function endOf(world: World, key: number) {
  const { order, transaction, payment, events } = await world.found(key);
  const [notifications] = await world.ground.query(
    'select count(*) as n from notification where transaction_key = ?',
    key,
  );
  return {
    code: transaction.outcome?.gatewayCode,
    order: orderStatus(order.state),
    lockedBy: order.lockedBy,
    late: payment.late,
    notified: notifications?.n,
    completed: events.filter(({ kind }) => kind === 'COMPLETED').length,
  };
}

export async function confirm(world: World, { key }: InitiatedPayment) {
  const { order, transaction } = await world.found(key);
  const result = await confirmBrowserPayment(world.parts, order, transaction.transactionId, FROM);
  if (result.kind === 'LOCKED') {
    throw new Error('Another operation held the order.');
  }
  return result;
}
