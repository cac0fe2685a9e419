/** Writes that Vendure's own services do not offer: notes written once, metadata, late payments and declined tries. */
import { HistoryService, Payment, Refund, TransactionalConnection } from '@vendure/core';
import { injectArguments } from './inject.js';

/** The longest list that Vendure's API answers by default. */
const NOTES_MAX = 100;

/** @import { ID, Order, PaymentMetadata, PaymentState, RequestContext } from '@vendure/core' */
/** @import { GatewayOrder } from './gateway-order.js' */

/** @import { HistoryEntryType } from '@vendure/common/lib/generated-types' */

const NOTE = /** @type {HistoryEntryType.ORDER_NOTE} */ ('ORDER_NOTE');
const PAYMENT_TRANSITION = /** @type {HistoryEntryType.ORDER_PAYMENT_TRANSITION} */ ('ORDER_PAYMENT_TRANSITION');

export class Records {
  #connection;
  #history;

  /**
   * @param {TransactionalConnection} connection
   * @param {HistoryService} history
   */
  constructor(connection, history) {
    this.#connection = connection;
    this.#history = history;
  }

  /**
   * Writes a note for the shop's staff, once.
   *
   * @param {RequestContext} ctx
   * @param {ID} orderId
   * @param {string} note
   */
  async note(ctx, orderId, note) {
    const notes = { filter: { type: { eq: NOTE } }, take: NOTES_MAX };
    const { items } = await this.#history.getHistoryForOrder(ctx, orderId, false, notes);
    if (!items.some(({ data }) => data.note === note)) {
      await this.#history.createHistoryEntryForOrder({ ctx, orderId, type: NOTE, data: { note } }, false);
    }
  }

  /**
   * Brings the details of a payment, which its metadata shows to the staff, up to date.
   *
   * @param {RequestContext} ctx
   * @param {Payment} payment
   * @param {GatewayOrder['details']} details
   */
  async describe(ctx, payment, details) {
    const metadata = { ...payment.metadata, ...details };
    if (JSON.stringify(metadata) !== JSON.stringify(payment.metadata)) {
      await this.#connection.getRepository(ctx, Payment).update(payment.id, { metadata });
    }
  }

  /**
   * Records a payment that came too late, and its return. It is written past the state machines of Vendure: a payment
   * that they settle may move the order on, and tells other plugins that goods are paid.
   *
   * @param {RequestContext} ctx
   * @param {Order} order
   * @param {object} late
   * @param {string} late.method
   * @param {GatewayOrder} late.current
   * @param {string} late.refundId
   * @param {string | undefined} late.failure the reason why the money was not given back
   */
  async latePayment(ctx, order, { method, current, refundId, failure }) {
    const isCaptured = current.captured > 0;
    /** @type {readonly PaymentState[]} */
    const states = isCaptured ? ['Settled', 'Settled'] : ['Authorized', 'Cancelled'];
    const payment = await this.#write(ctx, order, {
      ...{ method, amount: current.authorized, transactionId: current.id, metadata: current.details },
      state: states[failure === undefined ? 1 : 0],
    });
    if (isCaptured) {
      const refund = new Refund({
        ...{ payment, method, total: current.captured - current.refunded, transactionId: refundId },
        ...{ reason: 'The payment came too late', items: 0, shipping: 0, adjustment: 0 },
        state: failure === undefined ? 'Settled' : 'Failed',
      });
      refund.metadata = failure === undefined ? {} : { failure };
      await this.#connection.getRepository(ctx, Refund).save(refund);
    }
  }

  /**
   * Records the tries that were declined, once each. They change nothing about the order.
   *
   * @param {RequestContext} ctx
   * @param {Order} order
   * @param {{ method: string, tries: GatewayOrder['declined'] }} more
   */
  async declined(ctx, order, { method, tries }) {
    const known = new Set(order.payments.map(({ transactionId }) => transactionId));
    for (const one of tries.filter(({ transactionId }) => !known.has(transactionId))) {
      await this.#write(ctx, order, { ...one, method, state: 'Declined' });
    }
  }

  /**
   * @param {RequestContext} ctx
   * @param {Order} order
   * @param {Partial<Payment>} members
   */
  async #write(ctx, order, members) {
    const payment = await this.#connection.getRepository(ctx, Payment).save(new Payment({ ...members, order }));
    const data = { paymentId: payment.id, from: /** @type {const} */ ('Created'), to: payment.state };
    await this.#history.createHistoryEntryForOrder({ ctx, orderId: order.id, type: PAYMENT_TRANSITION, data }, true);
    return payment;
  }
}

injectArguments(Records, [TransactionalConnection, HistoryService]);
