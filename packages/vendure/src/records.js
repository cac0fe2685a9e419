/** Writes that Vendure's own services do not offer: notes written once, metadata, late payments and declined tries. */
import { HistoryService, Payment, Refund, TransactionalConnection } from '@vendure/core';
import { injectArguments } from './inject.js';

/** The longest list that Vendure's API answers by default. */
const NOTES_MAX = 100;

export class Records {
  #connection;
  #history;

  constructor(connection, history) {
    this.#connection = connection;
    this.#history = history;
  }

  /** Writes a note for the shop's staff, once. */
  async note(ctx, orderId, note) {
    const notes = { filter: { type: { eq: 'ORDER_NOTE' } }, take: NOTES_MAX };
    const { items } = await this.#history.getHistoryForOrder(ctx, orderId, false, notes);
    if (!items.some(({ data }) => data.note === note)) {
      await this.#history.createHistoryEntryForOrder({ ctx, orderId, type: 'ORDER_NOTE', data: { note } }, false);
    }
  }

  /** Brings the details of a payment, which its metadata shows to the staff, up to date. */
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
   * @param {object} late
   * @param {string | undefined} late.failure the reason why the money was not given back
   */
  async latePayment(ctx, order, { method, current, refundId, failure }) {
    const isCaptured = current.captured > 0;
    const states = isCaptured ? ['Settled', 'Settled'] : ['Authorized', 'Cancelled'];
    const payment = await this.#write(ctx, order, {
      ...{ method, amount: current.authorized, transactionId: current.id, metadata: current.details },
      state: states[failure === undefined ? 1 : 0],
    });
    if (isCaptured) {
      await this.#connection.getRepository(ctx, Refund).save(
        new Refund({
          ...{ payment, method, total: current.captured - current.refunded, transactionId: refundId },
          ...{ reason: 'The payment came too late', metadata: failure === undefined ? {} : { failure } },
          ...{ items: 0, shipping: 0, adjustment: 0, state: failure === undefined ? 'Settled' : 'Failed' },
        }),
      );
    }
  }

  /** Records the tries that were declined, once each. They change nothing about the order. */
  async declined(ctx, order, { method, tries }) {
    const known = new Set(order.payments.map(({ transactionId }) => transactionId));
    for (const one of tries.filter(({ transactionId }) => !known.has(transactionId))) {
      await this.#write(ctx, order, { ...one, method, state: 'Declined' });
    }
  }

  async #write(ctx, order, members) {
    const payment = await this.#connection.getRepository(ctx, Payment).save(new Payment({ ...members, order }));
    const data = { paymentId: payment.id, from: 'Created', to: payment.state };
    await this.#history.createHistoryEntryForOrder(
      { ctx, orderId: order.id, type: 'ORDER_PAYMENT_TRANSITION', data },
      true,
    );
    return payment;
  }
}

injectArguments(Records, [TransactionalConnection, HistoryService]);
