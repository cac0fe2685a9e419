/** Keeps a payment of Medusa in step with the gateway's order, which is the truth about money. */
import {
  ContainerRegistrationKeys,
  MathBN,
  Modules,
  PaymentActions,
  PaymentCollectionStatus,
} from '@medusajs/framework/utils';
import { capturePaymentWorkflow, processPaymentWorkflow, refundPaymentWorkflow } from '@medusajs/medusa/core-flows';
import { actionOf, moneyOf } from './gateway-order.js';
import { notifyStaff } from './staff.js';
import { record } from './turn.js';

/** @import { BigNumberInput, MedusaContainer } from '@medusajs/framework/types' */
/** @import { OrderAnswer } from '@turnpike/client' */

/**
 * @typedef {object} Gateway the payment at the gateway
 * @property {() => Promise<OrderAnswer | undefined>} read
 * @property {(order: OrderAnswer) => Promise<void>} giveBack
 */

/**
 * @typedef {object} StoredPayment
 * @property {string} id
 * @property {string} payment_collection_id
 * @property {Date | null} canceled_at
 * @property {readonly Row[]} captures
 * @property {readonly Row[]} refunds
 * @property {{ order?: ShopOrder }} payment_collection
 */

/** @typedef {{ amount: BigNumberInput }} Row */
/** @typedef {{ id: string, metadata: Record<string, unknown> | null }} ShopOrder */

const PAYMENT_FIELDS = [
  'id',
  'payment_collection_id',
  'canceled_at',
  'captures.amount',
  'refunds.amount',
  'payment_collection.order.id',
  'payment_collection.order.metadata',
];

/**
 * May be called at any time, any number of times.
 *
 * @param {MedusaContainer} container
 * @param {string} sessionId of the payment session
 * @param {Gateway} gateway
 */
export async function bringUpToDate(container, sessionId, gateway) {
  const order = await gateway.read();
  if (order === undefined) {
    return;
  }
  const payment = await paymentOf(container, sessionId);
  if (payment === undefined && !(await hasSession(container, sessionId))) {
    await giveBackLate(container, order, gateway);
    return;
  }
  if (payment?.payment_collection.order === undefined) {
    await completeCart(container, order);
  }
  const recorded = await paymentOf(container, sessionId);
  if (recorded !== undefined) {
    await recordMovements(container, recorded, order);
  }
}

/**
 * Makes the order of the shop, if the payer has paid for it.
 *
 * @param {MedusaContainer} container
 * @param {OrderAnswer} order
 */
async function completeCart(container, order) {
  const action = actionOf(order);
  if (action !== PaymentActions.NOT_SUPPORTED) {
    const input = { action, data: { session_id: order.id, amount: order.amount } };
    await processPaymentWorkflow(container).run({ input });
  }
}

/**
 * @param {MedusaContainer} container
 * @param {StoredPayment} payment
 * @param {OrderAnswer} order
 */
async function recordMovements(container, payment, order) {
  const { id: payment_id, captures, refunds } = payment;
  const captured = sum(captures);
  const refunded = sum(refunds);
  const isVoided = order.status === 'CANCELLED';
  const newlyCaptured = MathBN.sub(order.totalCapturedAmount, captured);
  if (MathBN.gt(newlyCaptured, 0)) {
    await record(() => capturePaymentWorkflow(container).run({ input: { payment_id, amount: newlyCaptured } }));
  }
  // A payment that was captured at once and is voided has no captured money any more, and Medusa keeps its capture.
  const newlyRefunded = MathBN.sub(isVoided ? captured : order.totalRefundedAmount, refunded);
  if (MathBN.gt(newlyRefunded, 0)) {
    const note = isVoided ? 'Voided at the gateway' : 'Refunded at the gateway';
    await record(() => refundPaymentWorkflow(container).run({ input: { payment_id, amount: newlyRefunded, note } }));
  }
  if (isVoided && captures.length === 0 && payment.canceled_at === null) {
    await recordVoid(container, payment);
  }
  const { chargeback } = order;
  if (chargeback !== undefined && chargeback.amount > 0) {
    const charged = textOf(chargeback.amount, order.currency);
    await recordChargeback(container, payment.payment_collection.order, { id: order.id, charged });
  }
}

/**
 * @param {MedusaContainer} container
 * @param {StoredPayment} payment
 */
async function recordVoid(container, { id, payment_collection_id }) {
  const payments = container.resolve(Modules.PAYMENT);
  await record(() => payments.cancelPayment(id));
  await payments.updatePaymentCollections(payment_collection_id, { status: PaymentCollectionStatus.CANCELED });
}

/**
 * Medusa has no chargebacks: the order's metadata names it, and the staff gets a notification.
 *
 * @param {MedusaContainer} container
 * @param {ShopOrder | undefined} shopOrder
 * @param {{ id: string, charged: string }} chargeback of the gateway's order with the id
 */
async function recordChargeback(container, shopOrder, { id, charged }) {
  if (shopOrder === undefined || shopOrder.metadata?.chargeback === charged) {
    return;
  }
  const metadata = { ...shopOrder.metadata, chargeback: charged };
  await container.resolve(Modules.ORDER).updateOrders(shopOrder.id, { metadata });
  await notifyStaff(container, {
    key: `chargeback:${id}:${charged}`,
    about: shopOrder.id,
    title: 'A payment was charged back',
    description: `The payer's bank took ${charged} back, of order ${shopOrder.id}. Answer it in the gateway's console.`,
  });
}

/**
 * The payer paid on a page that belongs to no basket any more.
 *
 * @param {MedusaContainer} container
 * @param {OrderAnswer} order
 * @param {Gateway} gateway
 */
async function giveBackLate(container, order, gateway) {
  if (actionOf(order) === PaymentActions.NOT_SUPPORTED) {
    return;
  }
  const failure = await gateway.giveBack(order).then(
    () => undefined,
    ({ message }) => message,
  );
  const money = textOf(order.amount, order.currency);
  await notifyStaff(container, {
    key: `${failure === undefined ? 'given-back' : 'kept'}:${order.id}`,
    about: order.id,
    title: failure === undefined ? 'A late payment was given back' : 'A late payment could not be given back',
    description: [`${money} came for payment session ${order.id}, which was removed.`, failure].join(' ').trim(),
  });
}

/**
 * @param {MedusaContainer} container
 * @param {string} sessionId
 * @returns {Promise<StoredPayment | undefined>}
 */
async function paymentOf(container, sessionId) {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: 'payment',
    fields: PAYMENT_FIELDS,
    filters: { payment_session_id: sessionId },
  });
  return data[0];
}

/**
 * @param {MedusaContainer} container
 * @param {string} sessionId
 */
async function hasSession(container, sessionId) {
  const sessions = await container
    .resolve(Modules.PAYMENT)
    .listPaymentSessions({ id: [sessionId] }, { select: ['id'] });
  return sessions.length > 0;
}

/** @param {readonly Row[]} rows */
function sum(rows) {
  return rows.reduce((total, { amount }) => MathBN.add(total, amount), MathBN.convert(0));
}

/**
 * @param {BigNumberInput} amount
 * @param {string} currencyCode
 */
function textOf(amount, currencyCode) {
  const money = moneyOf(amount, currencyCode);
  return `${money.amount} ${money.currency}`;
}
