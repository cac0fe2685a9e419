/** The shop's orders. Each is set by what the gateway says at this moment, and by nothing else. */
import { GatewayError } from '@turnpike/client';
import { orderState } from './order-state.mjs';

/** The payer, or the gateway's notification, waits for it. */
const ANSWER_MS_MAX = 5_000;

/**
 * @typedef {object} Order
 * @property {string} id
 * @property {number} amount
 * @property {string} currency
 * @property {'now' | 'later'} capture
 * @property {string} state
 * @property {number} paid
 * @property {number} refunded
 * @property {number} shipped
 * @property {boolean} isCancelled by the shop's staff
 * @property {string} [session] of the newest checkout
 * @property {Promise<unknown>} turn one change of the order at a time
 */

export class Orders {
  /** @type {Map<string, Order>} a table of a database in your shop */
  #orders = new Map();
  #turnpike;
  #origin;

  /**
   * @param {import('@turnpike/client').Turnpike} turnpike
   * @param {string} origin of the shop, as payers and the gateway reach it
   */
  constructor(turnpike, origin) {
    this.#turnpike = turnpike;
    this.#origin = origin;
  }

  /** @param {{ amount: string, currency: string, capture: 'now' | 'later' }} wanted @returns {Order} */
  make({ amount, currency, capture }) {
    const id = `${1_001 + this.#orders.size}-${Date.now().toString(36)}`;
    const money = { amount: Number(amount), currency, capture, paid: 0, refunded: 0 };
    /** @type {Order} */
    const order = { id, ...money, state: 'open', shipped: 0, isCancelled: false, turn: Promise.resolve() };
    this.#orders.set(id, order);
    return order;
  }

  /** @param {string} id */
  find(id) {
    return this.#orders.get(id);
  }

  /**
   * The gateway's order has the id of the shop's in every checkout, so that the gateway refuses a second payment.
   *
   * @param {Order} order @returns {Promise<string>} the address of the payment page
   */
  async startCheckout(order) {
    const { checkout, session } = await this.#turnpike.initiateCheckout({
      interaction: {
        operation: order.capture === 'now' ? 'PURCHASE' : 'AUTHORIZE',
        // The order is in the address, and not in a cookie: the bank may return the payer in another browser.
        returnUrl: `${this.#origin}/return/${order.id}`,
        cancelUrl: `${this.#origin}/return/${order.id}`,
        merchant: { name: 'My shop' },
      },
      order: {
        id: order.id,
        amount: order.amount.toFixed(2),
        currency: order.currency,
        notificationUrl: `${this.#origin}/notify`,
      },
    });
    order.session = session.id;
    return checkout.url;
  }

  /**
   * Called after a return and a notification alike, so neither the sequence nor the number of notifications matters.
   *
   * @param {Order} order
   */
  refresh(order) {
    const turn = order.turn.then(async () => this.#book(order, await this.#retrieve(order)));
    order.turn = turn.catch(() => undefined);
    return turn;
  }

  /** Ends the payment page too, so that nobody pays a cancelled order. @param {Order} order */
  async cancel(order) {
    order.isCancelled = true;
    if (order.session !== undefined) {
      const ended = { paymentLink: { expiryDateTime: '2026-01-01T00:00:00.000Z' } };
      await this.#turnpike.updateSession({ sessionId: order.session }, ended).catch(() => undefined);
    }
    await this.refresh(order);
  }

  /** @param {Order} order @param {import('./order-state.mjs').GatewayOrder} answer */
  #book(order, answer) {
    order.state = orderState(order, answer);
    order.paid = answer.totalCapturedAmount ?? 0;
    order.refunded = answer.totalRefundedAmount ?? 0;
    if (order.state === 'paid' && order.shipped === 0) {
      order.shipped += 1;
    }
  }

  /** @param {Order} order @returns {Promise<import('./order-state.mjs').GatewayOrder>} */
  async #retrieve(order) {
    try {
      return await this.#turnpike.retrieveOrder({ orderId: order.id }, { deadlineMs: ANSWER_MS_MAX });
    } catch (error) {
      // An order that nobody has tried to pay is not known there.
      if (error instanceof GatewayError && error.cause === 'INVALID_REQUEST') {
        return {};
      }
      throw error;
    }
  }
}
