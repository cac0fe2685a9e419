/** Keeps the orders of the shop and those of the gateway in step. The gateway's order is the truth about money. */

import {
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
import { PaymentUpdates } from './payment-updates.js';
import { Records } from './records.js';
import { refundedOf } from './refunded.js';
import { sum } from './sum.js';

const LOGGER = 'TurnpikePlugin';
const HANDLER = 'turnpike';
/** Payments of these states have money. */
const PAID = ['Authorized', 'Settled'];
/** The id of the refund of late money. */
const LATE = 'late';
const CAN_BE_PAID = ['AddingItems', 'ArrangingPayment', 'ArrangingAdditionalPayment'];

/** @import { ID, RequestContext } from '@vendure/core' */
/** @import { GatewayOrder } from './gateway-order.js' */
/** @import { Options } from './options.js' */

export class TurnpikeService {
  #connection;
  #orders;
  #updates;
  #contexts;
  #records;
  #options;
  #gateway;

  /**
   * @param {TransactionalConnection} connection
   * @param {OrderService} orders
   * @param {RequestContextService} contexts
   * @param {Records} records
   * @param {PaymentUpdates} updates
   * @param {Gateway} gateway
   * @param {Options} options
   */
  constructor(connection, orders, contexts, records, updates, gateway, options) {
    this.#connection = connection;
    this.#orders = orders;
    this.#updates = updates;
    this.#contexts = contexts;
    this.#records = records;
    this.#options = options;
    this.#gateway = gateway;
  }

  /**
   * Makes a checkout for the unpaid amount of an order.
   *
   * @param {RequestContext} ctx
   * @param {ID} orderId of an order in ArrangingPayment
   * @param {'AUTHORIZE' | 'PURCHASE'} operation that of the options, unless this order is captured at another time
   * @returns {Promise<{ url: string } | { error: string }>}
   */
  async createCheckout(ctx, orderId, operation = this.#options.operation) {
    const { code } = await this.#find(ctx, orderId, []);
    await this.bringUpToDate(code);
    const order = await this.#find(ctx, orderId, ['payments', 'payments.refunds']);
    if (!CAN_BE_PAID.slice(1).includes(order.state)) {
      return { error: `The order is in ${order.state}, so it takes no payment now.` };
    }
    const paid = order.payments.filter(({ state }) => PAID.includes(state));
    const amount = order.totalWithTax - sum(paid.map((payment) => payment.amount - refundedOf(payment.refunds)));
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
    await withOrderLock(this.#connection, ctx, found.id, async (inner) => {
      const payments = await this.#paymentsOf(inner, found.id);
      for (const payment of payments) {
        const current = await this.#gateway.retrieve(payment.transactionId);
        if (current !== undefined) {
          await this.#updates.apply(inner, found.id, payment, current);
        }
      }
      await this.#recordNewPayment(inner, found.id);
    });
  }

  /**
   * The storefront's page for a payer who comes back.
   *
   * @param {string} code
   */
  storefrontUrl(code) {
    return this.#options.storefrontUrl(code);
  }

  /**
   * @param {RequestContext} ctx
   * @param {ID} orderId
   */
  async #paymentsOf(ctx, orderId) {
    const codes = await this.#methodCodes(ctx);
    const { payments } = await this.#find(ctx, orderId, ['payments', 'payments.refunds']);
    return payments.filter(({ method, state }) => codes.includes(method) && PAID.includes(state));
  }

  /**
   * @param {RequestContext} ctx
   * @param {ID} orderId
   * @param {NonNullable<Parameters<OrderService['findOne']>[2]>} relations
   * @throws if the channel has no such order
   */
  async #find(ctx, orderId, relations) {
    const order = await this.#orders.findOne(ctx, orderId, relations);
    if (order === undefined) {
      throw new Error(`This channel has no order with the id ${orderId}.`);
    }
    return order;
  }

  /** @param {RequestContext} ctx */
  async #methodCodes(ctx) {
    const methods = await this.#connection.getRepository(ctx, PaymentMethod).find();
    return methods.filter(({ handler }) => handler.code === HANDLER).map(({ code }) => code);
  }

  /**
   * Records a payment that the shop does not have yet, or gives its money back if the order cannot take it.
   *
   * @param {RequestContext} ctx
   * @param {ID} orderId
   */
  async #recordNewPayment(ctx, orderId) {
    const order = await this.#find(ctx, orderId, ['payments']);
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

  /**
   * Late money: the order was cancelled, or paid in another way.
   *
   * @param {RequestContext} ctx
   * @param {Order} order
   * @param {string} method
   * @param {GatewayOrder} current
   */
  async #giveBack(ctx, order, method, current) {
    const { code, state, currencyCode } = order;
    const isCaptured = current.captured > 0;
    const amount = current.captured - current.refunded;
    const failure = isCaptured
      ? await this.#gateway.refund(current.id, LATE, amount, currencyCode)
      : await this.#gateway.voidAuthorization(current);
    const end = failure === undefined ? 'so it was given back' : `and could not be given back: ${failure}`;
    Logger.warn(`A payment of order ${code} came when the order was in ${state}, ${end}.`, LOGGER);
    await this.#records.latePayment(ctx, order, { method, current, refundId: LATE, failure });
    await this.#records.note(ctx, order.id, `A payment came when the order was in ${state}, ${end}.`);
  }
}

/**
 * A payment has an order of its own at the gateway: CODE, then CODE-2, as long as the shop's order is not paid.
 *
 * @param {Order} order
 */
function nextGatewayId({ code, payments }) {
  const ids = new Set(payments.map(({ transactionId }) => transactionId));
  let number = 1;
  while (ids.has(number === 1 ? code : `${code}-${number}`)) {
    number += 1;
  }
  return number === 1 ? code : `${code}-${number}`;
}

injectArguments(TurnpikeService, [
  TransactionalConnection,
  OrderService,
  RequestContextService,
  Records,
  PaymentUpdates,
  Gateway,
  OPTIONS,
]);
