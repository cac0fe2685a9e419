/** Keeps the orders of the shop and those of the gateway in step. The gateway's order is the truth about money. */

import {
  ConfigService,
  EventBus,
  isGraphQlErrorResult,
  Logger,
  Order,
  OrderService,
  PaymentMethod,
  PaymentService,
  RefundEvent,
  RequestContextService,
  TransactionalConnection,
} from '@vendure/core';
import { Gateway } from './gateway.js';
import { injectArguments } from './inject.js';
import { OPTIONS } from './options.js';
import { withOrderLock } from './order-lock.js';
import { Records } from './records.js';
import { sum } from './sum.js';

const LOGGER = 'TurnpikePlugin';
const HANDLER = 'turnpike';
/** Refunds of these states took or take money back. */
const REFUNDED = ['Settled', 'Pending'];
/** Payments of these states have money. */
const PAID = ['Authorized', 'Settled'];
/** Deprecated members of a refund, which Vendure 3.4 stores nevertheless. */
const NO_LINES = { lines: [], shipping: 0, adjustment: 0 };
/** The id of the refund of late money. */
const LATE = 'late';
const CAN_BE_PAID = ['AddingItems', 'ArrangingPayment', 'ArrangingAdditionalPayment'];

export class TurnpikeService {
  #connection;
  #orders;
  #payments;
  #contexts;
  #records;
  #events;
  #options;
  #gateway;

  constructor(connection, orders, payments, contexts, records, events, config, options) {
    this.#connection = connection;
    this.#orders = orders;
    this.#payments = payments;
    this.#contexts = contexts;
    this.#records = records;
    this.#events = events;
    this.#options = options;
    this.#gateway = new Gateway(options, config.entityOptions.moneyStrategy.precision ?? 2);
  }

  /**
   * Makes a checkout for the unpaid amount of an order.
   *
   * @param {import('@vendure/core').RequestContext} ctx
   * @param {import('@vendure/core').ID} orderId of an order in ArrangingPayment
   * @param {'AUTHORIZE' | 'PURCHASE'} operation that of the options, unless this order is captured at another time
   * @returns {Promise<{ url: string } | { error: string }>}
   */
  async createCheckout(ctx, orderId, operation = this.#options.operation) {
    const { code } = await this.#orders.findOne(ctx, orderId, []);
    await this.bringUpToDate(code);
    const order = await this.#orders.findOne(ctx, orderId, ['payments', 'payments.refunds']);
    if (!CAN_BE_PAID.slice(1).includes(order.state)) {
      return { error: `The order is in ${order.state}, so it takes no payment now.` };
    }
    const paid = order.payments.filter(({ state }) => PAID.includes(state));
    const amount = order.totalWithTax - sum(paid.map((payment) => payment.amount - refundedOf(payment)));
    if (amount <= 0) {
      return { error: 'Nothing is left to pay.' };
    }
    const { shopUrl } = this.#options;
    const url = await this.#gateway.checkout(
      { id: nextGatewayId(order), reference: code, amount, currency: order.currencyCode, description: undefined },
      {
        operation,
        returnUrl: `${shopUrl}/turnpike/return/${encodeURIComponent(code)}`,
        notificationUrl: `${shopUrl}/turnpike/notification`,
        locale: ctx.languageCode,
      },
    );
    return { url };
  }

  /**
   * Applies the gateway's state of an order to the shop's. It may be called at any time, any number of times.
   *
   * @param {string} code the order's code
   * @returns {Promise<void>}
   * @throws if the gateway does not answer
   */
  async bringUpToDate(code) {
    const found = await this.#connection.rawConnection
      .getRepository(Order)
      .findOne({ where: { code }, relations: ['channels'] });
    if (found === null) {
      Logger.verbose(`This shop has no order ${code}.`, LOGGER);
      return;
    }
    const ctx = await this.#contexts.create({ apiType: 'admin', channelOrToken: found.channels[0].token });
    await withOrderLock(this.#connection, ctx, code, async (inner) => {
      const payments = await this.#paymentsOf(inner, found.id);
      for (const payment of payments) {
        await this.#updatePayment(inner, found.id, payment);
      }
      await this.#recordNewPayment(inner, found.id);
    });
  }

  /** The storefront's page for a payer who comes back. */
  storefrontUrl(code) {
    return this.#options.storefrontUrl(code);
  }

  /** The gateway's order, or undefined if no payment of it was tried. */
  paymentOf(gatewayOrderId) {
    return this.#gateway.retrieve(gatewayOrderId);
  }

  /** @returns {Promise<string | undefined>} the reason for which the rest of a payment is not captured */
  capture({ currencyCode }, payment, captured) {
    const rest = payment.amount - captured;
    return this.#gateway.capture(payment.transactionId, `capture-${captured}`, rest, currencyCode);
  }

  /** @returns {Promise<string | undefined>} the reason for which an authorization is not voided */
  async voidAuthorization(gatewayOrderId, current) {
    if (current === undefined || current.captured > 0 || current.authorizationId === undefined) {
      return 'The money is captured. Refund it instead.';
    }
    return this.#gateway.void(gatewayOrderId, current.authorizationId);
  }

  /**
   * Refunds, unless the gateway has refunded the amount already and the shop has no refund for it.
   *
   * @returns {Promise<import('@vendure/core').CreateRefundResult>}
   */
  async refund({ currencyCode }, payment, amount) {
    const current = await this.#gateway.retrieve(payment.transactionId);
    const { refunds = [] } = payment;
    const transactionId = `refund-${refunds.length + 1}`;
    if (current !== undefined && current.refunded >= refundedOf(payment) + amount) {
      return { state: 'Settled', transactionId, metadata: {} };
    }
    const failure = await this.#gateway.refund(payment.transactionId, transactionId, amount, currencyCode);
    return { state: failure === undefined ? 'Settled' : 'Failed', transactionId, metadata: failure ? { failure } : {} };
  }

  async #paymentsOf(ctx, orderId) {
    const codes = await this.#methodCodes(ctx);
    const { payments } = await this.#orders.findOne(ctx, orderId, ['payments', 'payments.refunds']);
    return payments.filter(({ method, state }) => codes.includes(method) && PAID.includes(state));
  }

  async #methodCodes(ctx) {
    const methods = await this.#connection.getRepository(ctx, PaymentMethod).find();
    return methods.filter(({ handler }) => handler.code === HANDLER).map(({ code }) => code);
  }

  /** Applies captures, voids, refunds and chargebacks that were made at the gateway. */
  async #updatePayment(ctx, orderId, payment) {
    const current = await this.#gateway.retrieve(payment.transactionId);
    if (current === undefined) {
      return;
    }
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
    if (current.refunded > refundedOf(payment)) {
      await this.#refundPayment(ctx, orderId, payment, current);
    }
    if (chargedBack !== undefined) {
      await this.#records.note(ctx, orderId, `The payer's bank charged ${payment.transactionId} back: ${chargedBack}.`);
    }
  }

  /** An order whose payment was voided at the gateway is not paid, so that nobody ships it. */
  async #cancelPayment(ctx, orderId, payment) {
    await this.#orders.cancelPayment(ctx, payment.id);
    const { state } = await this.#orders.findOne(ctx, orderId, []);
    if (state === 'PaymentAuthorized') {
      await this.#orders.transitionToState(ctx, orderId, 'ArrangingAdditionalPayment');
    }
    await this.#records.note(ctx, orderId, `${payment.transactionId} was voided at the gateway.`);
  }

  /** By the service of payments, because that of orders refuses it as long as an order is not paid in full. */
  async #refundPayment(ctx, orderId, payment, current) {
    const amount = Math.min(current.refunded, payment.amount) - refundedOf(payment);
    const input = { paymentId: payment.id, amount, reason: 'Refunded at the gateway', ...NO_LINES };
    const order = await this.#orders.findOne(ctx, orderId, []);
    const refund = await this.#payments.createRefund(ctx, input, order, payment);
    if (isGraphQlErrorResult(refund)) {
      await this.#records.note(ctx, orderId, `The gateway has refunded ${payment.transactionId}: ${refund.message}`);
    } else {
      await this.#events.publish(new RefundEvent(ctx, order, refund, 'created'));
    }
  }

  /** Records a payment that the shop does not have yet, or gives its money back if the order cannot take it. */
  async #recordNewPayment(ctx, orderId) {
    const order = await this.#orders.findOne(ctx, orderId, ['payments']);
    const gatewayOrderId = nextGatewayId(order);
    const current = await this.#gateway.retrieve(gatewayOrderId);
    if (current === undefined) {
      return;
    }
    const [method] = await this.#methodCodes(ctx);
    await this.#records.declined(ctx, order, { method, tries: current.declined });
    if (current.isOpen) {
      await this.#records.note(ctx, orderId, `A payment of ${gatewayOrderId} is under way.`);
    }
    if (current.isVoided || current.authorized <= current.refunded) {
      return;
    }
    if (!CAN_BE_PAID.includes(order.state)) {
      await this.#giveBack(ctx, order, method, current);
      return;
    }
    if (order.state === 'AddingItems') {
      await this.#orders.transitionToState(ctx, orderId, 'ArrangingPayment');
    }
    const result = await this.#orders.addPaymentToOrder(ctx, orderId, { method, metadata: { gatewayOrderId } });
    if (isGraphQlErrorResult(result)) {
      throw new Error(`The payment of order ${order.code} cannot be recorded: ${result.message}`);
    }
  }

  /** Late money: the order was cancelled, or paid in another way. */
  async #giveBack(ctx, order, method, current) {
    const { code, state, currencyCode } = order;
    const isCaptured = current.captured > 0;
    const amount = current.captured - current.refunded;
    const failure = isCaptured
      ? await this.#gateway.refund(current.id, LATE, amount, currencyCode)
      : await this.voidAuthorization(current.id, current);
    const end = failure === undefined ? 'so it was given back' : `and could not be given back: ${failure}`;
    Logger.warn(`A payment of order ${code} came when the order was in ${state}, ${end}.`, LOGGER);
    await this.#records.latePayment(ctx, order, { method, current, refundId: LATE, failure });
    await this.#records.note(ctx, order.id, `A payment came when the order was in ${state}, ${end}.`);
  }
}

/** A payment has an order of its own at the gateway: CODE, then CODE-2, as long as the shop's order is not paid. */
function nextGatewayId({ code, payments }) {
  const ids = new Set(payments.map(({ transactionId }) => transactionId));
  let number = 1;
  while (ids.has(number === 1 ? code : `${code}-${number}`)) {
    number += 1;
  }
  return number === 1 ? code : `${code}-${number}`;
}

function refundedOf({ refunds = [] }) {
  return sum(refunds.filter(({ state }) => REFUNDED.includes(state)).map(({ total }) => total));
}

injectArguments(TurnpikeService, [
  TransactionalConnection,
  OrderService,
  PaymentService,
  RequestContextService,
  Records,
  EventBus,
  ConfigService,
  OPTIONS,
]);
