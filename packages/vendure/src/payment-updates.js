/** Applies to a payment of the shop what happened to it at the gateway. */
import { EventBus, isGraphQlErrorResult, OrderService, PaymentService, RefundEvent } from '@vendure/core';
import { injectArguments } from './inject.js';
import { Records } from './records.js';
import { refundedOf } from './refunded.js';

/** @import { ID, Payment, RequestContext } from '@vendure/core' */
/** @import { GatewayOrder } from './gateway-order.js' */

/** Deprecated members of a refund, which Vendure 3.4 stores nevertheless. */
const NO_LINES = { lines: [], shipping: 0, adjustment: 0 };

export class PaymentUpdates {
  #orders;
  #payments;
  #records;
  #events;

  /**
   * @param {OrderService} orders
   * @param {PaymentService} payments
   * @param {Records} records
   * @param {EventBus} events
   */
  constructor(orders, payments, records, events) {
    this.#orders = orders;
    this.#payments = payments;
    this.#records = records;
    this.#events = events;
  }

  /**
   * Applies captures, voids, refunds and chargebacks that were made at the gateway.
   *
   * @param {RequestContext} ctx
   * @param {ID} orderId
   * @param {Payment} payment which the shop has
   * @param {GatewayOrder} current
   */
  async apply(ctx, orderId, payment, current) {
    await this.#records.describe(ctx, payment, current.details);
    if (current.isVoided) {
      await this.#cancelPayment(ctx, orderId, payment);
      return;
    }
    const { captured, chargedBack } = current.details;
    if (payment.state === 'Authorized' && current.captured >= payment.amount) {
      await this.#orders.settlePayment(ctx, payment.id);
    } else if (captured !== undefined) {
      await this.#records.note(ctx, orderId, `The gateway has captured ${captured} of ${payment.transactionId}.`);
    }
    if (current.refunded > refundedOf(payment.refunds)) {
      await this.#refundPayment(ctx, orderId, payment, current);
    }
    if (chargedBack !== undefined) {
      await this.#records.note(ctx, orderId, `The payer's bank charged ${payment.transactionId} back: ${chargedBack}.`);
    }
  }

  /**
   * An order whose payment was voided at the gateway is not paid, so that nobody ships it.
   *
   * @param {RequestContext} ctx
   * @param {ID} orderId
   * @param {Payment} payment
   */
  async #cancelPayment(ctx, orderId, payment) {
    await this.#orders.cancelPayment(ctx, payment.id);
    const order = await this.#orders.findOne(ctx, orderId, []);
    if (order?.state === 'PaymentAuthorized') {
      await this.#orders.transitionToState(ctx, orderId, 'ArrangingAdditionalPayment');
    }
    await this.#records.note(ctx, orderId, `${payment.transactionId} was voided at the gateway.`);
  }

  /**
   * By the service of payments, because that of orders refuses it as long as an order is not paid in full.
   *
   * @param {RequestContext} ctx
   * @param {ID} orderId
   * @param {Payment} payment
   * @param {GatewayOrder} current
   */
  async #refundPayment(ctx, orderId, payment, current) {
    const amount = Math.min(current.refunded, payment.amount) - refundedOf(payment.refunds);
    const input = { paymentId: payment.id, amount, reason: 'Refunded at the gateway', ...NO_LINES };
    const order = await this.#orders.findOne(ctx, orderId, []);
    if (order === undefined) {
      return;
    }
    const refund = await this.#payments.createRefund(ctx, input, order, payment);
    if (isGraphQlErrorResult(refund)) {
      await this.#records.note(ctx, orderId, `The gateway has refunded ${payment.transactionId}: ${refund.message}`);
    } else {
      await this.#events.publish(new RefundEvent(ctx, order, refund, 'created'));
    }
  }
}

injectArguments(PaymentUpdates, [OrderService, PaymentService, Records, EventBus]);
