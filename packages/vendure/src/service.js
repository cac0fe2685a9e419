/** Keeps the orders of the shop and those of the gateway in step. The gateway's order is the truth about money. */

import {
  ConfigService,
  HistoryService,
  isGraphQlErrorResult,
  Logger,
  Order,
  OrderService,
  PaymentMethod,
  RequestContextService,
  TransactionalConnection,
} from '@vendure/core';
import { Gateway } from './gateway.js';
import { injectArguments } from './inject.js';
import { OPTIONS } from './options.js';
import { withOrderLock } from './order-lock.js';

const LOGGER = 'TurnpikePlugin';
const HANDLER = 'turnpike';
/** Refunds of these states took or take money back. */
const REFUNDED = ['Settled', 'Pending'];
/** Payments of these states have money. */
const PAID = ['Authorized', 'Settled'];
/** Deprecated members of a refund, which Vendure 3.4 stores nevertheless. */
const NO_LINES = { lines: [], shipping: 0, adjustment: 0 };
/** The longest list that Vendure's API answers by default. */
const NOTES_MAX = 100;
const CAN_BE_PAID = ['AddingItems', 'ArrangingPayment', 'ArrangingAdditionalPayment'];

export class TurnpikeService {
  #connection;
  #orders;
  #contexts;
  #history;
  #options;
  #gateway;

  constructor(connection, orders, contexts, history, config, options) {
    this.#connection = connection;
    this.#orders = orders;
    this.#contexts = contexts;
    this.#history = history;
    this.#options = options;
    this.#gateway = new Gateway(options, config.entityOptions.moneyStrategy.precision ?? 2);
  }

  /**
   * Makes a checkout for the unpaid amount of an order.
   *
   * @param {import('@vendure/core').RequestContext} ctx
   * @param {import('@vendure/core').ID} orderId of an order in ArrangingPayment
   * @returns {Promise<{ url: string } | { error: string }>}
   */
  async createCheckout(ctx, orderId) {
    const { code } = await this.#orders.findOne(ctx, orderId, []);
    await this.bringUpToDate(code);
    const order = await this.#orders.findOne(ctx, orderId, ['payments']);
    if (!CAN_BE_PAID.slice(1).includes(order.state)) {
      return { error: `The order is in ${order.state}, so it takes no payment now.` };
    }
    const amount =
      order.totalWithTax -
      sum(
        order.payments.filter(({ state }) => PAID.includes(state)),
        'amount',
      );
    if (amount <= 0) {
      return { error: 'Nothing is left to pay.' };
    }
    const { shopUrl, operation } = this.#options;
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

  /** The gateway's order, or undefined if no payment of it was tried. */
  paymentOf(gatewayOrderId) {
    return this.#gateway.retrieve(gatewayOrderId);
  }

  /** @returns {Promise<string | undefined>} the reason for which the rest of a payment is not captured */
  capture(ctx, payment, captured) {
    const rest = payment.amount - captured;
    return this.#gateway.capture(payment.transactionId, `capture-${captured}`, rest, ctx.currencyCode);
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
  async refund(ctx, payment, amount) {
    const current = await this.#gateway.retrieve(payment.transactionId);
    const refunds = payment.refunds ?? [];
    const known = sum(
      refunds.filter(({ state }) => REFUNDED.includes(state)),
      'total',
    );
    const transactionId = `refund-${refunds.length + 1}`;
    if (current !== undefined && current.refunded >= known + amount) {
      return { state: 'Settled', transactionId, metadata: {} };
    }
    const failure = await this.#gateway.refund(payment.transactionId, transactionId, amount, ctx.currencyCode);
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
    if (current.isVoided) {
      await this.#orders.cancelPayment(ctx, payment.id);
      return;
    }
    if (payment.state === 'Authorized' && current.captured >= payment.amount) {
      await this.#orders.settlePayment(ctx, payment.id);
    }
    const known = sum(
      payment.refunds.filter(({ state }) => REFUNDED.includes(state)),
      'total',
    );
    if (current.refunded > known) {
      const amount = Math.min(current.refunded, payment.amount) - known;
      const input = { paymentId: payment.id, amount, reason: 'Refunded at the gateway', ...NO_LINES };
      const refund = await this.#orders.refundOrder(ctx, input);
      if (isGraphQlErrorResult(refund)) {
        await this.#note(ctx, orderId, `The gateway has refunded ${payment.transactionId}: ${refund.message}`);
      }
    }
    if (current.chargedBack > 0) {
      await this.#note(ctx, orderId, `The payer's bank charged ${payment.transactionId} back.`);
    }
  }

  /** Records a payment that the shop does not have yet, or gives its money back if the order cannot take it. */
  async #recordNewPayment(ctx, orderId) {
    const order = await this.#orders.findOne(ctx, orderId, ['payments']);
    const gatewayOrderId = nextGatewayId(order);
    const current = await this.#gateway.retrieve(gatewayOrderId);
    if (current === undefined || current.isVoided || current.authorized <= current.refunded) {
      return;
    }
    if (!CAN_BE_PAID.includes(order.state)) {
      await this.#giveBack(ctx, order, current);
      return;
    }
    if (order.state === 'AddingItems') {
      await this.#orders.transitionToState(ctx, orderId, 'ArrangingPayment');
    }
    const [method] = await this.#methodCodes(ctx);
    const result = await this.#orders.addPaymentToOrder(ctx, orderId, { method, metadata: { gatewayOrderId } });
    if (isGraphQlErrorResult(result)) {
      throw new Error(`The payment of order ${order.code} cannot be recorded: ${result.message}`);
    }
  }

  /** Late money: the order was cancelled, or paid in another way. */
  async #giveBack(ctx, { id, code, state, currencyCode }, current) {
    const failure =
      current.captured > 0
        ? await this.#gateway.refund(current.id, 'late', current.captured - current.refunded, currencyCode)
        : await this.voidAuthorization(current.id, current);
    const end = failure === undefined ? 'so it was given back' : `and could not be given back: ${failure}`;
    Logger.warn(`A payment of order ${code} came when the order was in ${state}, ${end}.`, LOGGER);
    await this.#note(ctx, id, `A payment came when the order was in ${state}, ${end}.`);
  }

  /** Writes a note for the shop's staff, once. */
  async #note(ctx, orderId, note) {
    const notes = { filter: { type: { eq: 'ORDER_NOTE' } }, take: NOTES_MAX };
    const { items } = await this.#history.getHistoryForOrder(ctx, orderId, false, notes);
    if (!items.some(({ data }) => data.note === note)) {
      await this.#history.createHistoryEntryForOrder({ ctx, orderId, type: 'ORDER_NOTE', data: { note } }, false);
    }
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

function sum(rows, member) {
  return rows.reduce((total, row) => total + row[member], 0);
}

injectArguments(TurnpikeService, [
  TransactionalConnection,
  OrderService,
  RequestContextService,
  HistoryService,
  ConfigService,
  OPTIONS,
]);
