/**
 * A shop on node:http, to copy: it makes orders, starts checkouts, and completes each order once, on the payer's return
 * or on the notification, by what the gateway says of it.
 */
import { orderState } from './order-state.mjs';
import { verify } from './verify.mjs';

const API_VERSION = 100;
const GATEWAY_MS_MAX = 20_000;

/**
 * @typedef {object} ShopSettings
 * @property {string} gateway such as `http://localhost:8070`
 * @property {string} merchant
 * @property {string} password
 * @property {string} notificationKey `whsec_…`
 * @property {string} [checkToken] switches the check page on; never in production
 *
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
 *
 * @typedef {{ status: number, headers?: Record<string, string>, body?: string }} Answer
 * @typedef {{ method: string, url: URL, headers: Record<string, string | string[] | undefined>, body: string }} Request
 */

export class Shop {
  /** @type {Map<string, Order>} a table of a database in your shop */
  orders = new Map();

  /** @param {ShopSettings} settings */
  constructor(settings) {
    this.settings = settings;
  }

  /** @param {Request} request @returns {Promise<Answer>} */
  async handle(request) {
    const [, page, id = ''] = request.url.pathname.split('/');
    const order = this.orders.get(decodeURIComponent(id));
    switch (`${request.method} /${page}`) {
      case 'GET /pay':
        return order ? this.payPage(order) : notFound();
      case 'POST /pay':
        return order ? this.startCheckout(order, request) : notFound();
      case 'GET /return':
        return order ? this.returned(order, request) : notFound();
      case 'POST /notify':
        return this.notified(request);
      case 'GET /check':
      case 'POST /check':
        return this.check(request);
      default:
        return notFound();
    }
  }

  /** The last page before the payment. @param {Order} order @returns {Answer} */
  payPage(order) {
    return html(`<h1>Order ${order.id}</h1><form method="post"><button>Pay ${order.amount.toFixed(2)}</button></form>`);
  }

  /** @param {Order} order @param {Request} request @returns {Promise<Answer>} */
  async startCheckout(order, { url }) {
    if (order.state !== 'open') {
      return { status: 303, headers: { location: `${url.origin}/return/${order.id}` } };
    }
    const { checkout, session } = await this.gateway('POST', '/session', {
      apiOperation: 'INITIATE_CHECKOUT',
      interaction: {
        operation: order.capture === 'now' ? 'PURCHASE' : 'AUTHORIZE',
        returnUrl: `${url.origin}/return/${order.id}`,
        cancelUrl: `${url.origin}/return/${order.id}`,
        merchant: { name: 'My shop' },
      },
      order: {
        id: this.gatewayOrderId(order),
        amount: order.amount.toFixed(2),
        currency: order.currency,
        notificationUrl: `${url.origin}/notify`,
      },
    });
    order.session = session.id;
    return { status: 303, headers: { location: checkout.url } };
  }

  /** The same for every checkout of an order, so that the gateway refuses a second payment. @param {Order} order */
  gatewayOrderId(order) {
    return order.id;
  }

  /**
   * The payer is back, paid or not. The order is in the address, and not in a cookie: the bank may return the payer in
   * another browser.
   *
   * @param {Order} order @param {Request} _request @returns {Promise<Answer>}
   */
  async returned(order, _request) {
    try {
      await this.refresh(order);
    } catch {
      return html('<h1>We are waiting for the result of your payment.</h1>');
    }
    return html(`<h1>Your order is ${order.state}.</h1>`);
  }

  /** @param {Request} request @returns {Promise<Answer>} */
  async notified({ headers, body }) {
    if (!this.isGenuine(headers, body)) {
      return { status: 401 };
    }
    const order = this.orders.get(JSON.parse(body).order.id);
    if (order !== undefined) {
      await this.refresh(order);
    }
    return { status: 204 };
  }

  /** @param {Request['headers']} headers @param {string} body */
  isGenuine(headers, body) {
    try {
      verify(headers, body, this.settings.notificationKey);
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Sets the order by the gateway's answer at this moment, after a return and a notification alike: so neither the
   * sequence nor the number of
   * notifications matters.
   *
   * @param {Order} order
   */
  refresh(order) {
    const turn = order.turn.then(async () => this.book(order, await this.gateway('GET', `/order/${order.id}`)));
    order.turn = turn.catch(() => undefined);
    return turn;
  }

  /** @param {Order} order @param {any} answer */
  book(order, answer) {
    order.state = this.stateOf(order, answer);
    order.paid = answer.totalCapturedAmount ?? 0;
    order.refunded = answer.totalRefundedAmount ?? 0;
    if (order.state === 'paid' && order.shipped === 0) {
      this.ship(order);
    }
  }

  /** @param {Order} order */
  ship(order) {
    order.shipped += 1;
  }

  /** @param {Order} order @param {any} answer of the gateway to a retrieval of the order */
  stateOf(order, answer) {
    return orderState(order, answer);
  }

  /** @param {string} method @param {string} path @param {object} [body] @returns {Promise<any>} */
  async gateway(method, path, body) {
    const { gateway, merchant, password } = this.settings;
    const response = await fetch(`${gateway}/api/rest/version/${API_VERSION}/merchant/${merchant}${path}`, {
      method,
      headers: {
        authorization: `Basic ${btoa(`merchant.${merchant}:${password}`)}`,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(GATEWAY_MS_MAX),
    });
    const answer = await response.json();
    // An order that nobody has tried to pay is not known there.
    if (response.status >= 400 && !(method === 'GET' && response.status < 500)) {
      throw new Error(`${answer.error?.cause}: ${answer.error?.explanation}`);
    }
    return answer;
  }

  /**
   * The page that `shop-check` asks. Switch it off in production. @param {Request} request @returns {Promise<Answer>}
   */
  async check({ method, url, headers, body }) {
    const { checkToken } = this.settings;
    if (checkToken === undefined || headers.authorization !== `Bearer ${checkToken}`) {
      return { status: 403 };
    }
    const order = this.orders.get(url.searchParams.get('order') ?? '');
    const asked = body === '' ? {} : JSON.parse(body);
    if (asked.make !== undefined) {
      const { id } = this.makeOrder(asked.make);
      return json({ order: id, pay: `${url.origin}/pay/${id}` });
    }
    if (order === undefined) {
      return notFound();
    }
    if (method === 'POST') {
      await (asked.act === 'cancel' ? this.cancel(order) : this.changeAmount(order, Number(asked.amount)));
    }
    const { state, paid, refunded, shipped } = order;
    return json({ state, paid: paid.toFixed(2), refunded: refunded.toFixed(2), shipped });
  }

  /** @param {{ amount: string, currency: string, capture: 'now' | 'later' }} wanted @returns {Order} */
  makeOrder({ amount, currency, capture }) {
    const id = `${1_001 + this.orders.size}-${Date.now().toString(36)}`;
    const money = { amount: Number(amount), currency, capture, paid: 0, refunded: 0 };
    /** @type {Order} */
    const order = { id, ...money, state: 'open', shipped: 0, isCancelled: false, turn: Promise.resolve() };
    this.orders.set(id, order);
    return order;
  }

  /** Ends the page too, so that nobody pays a cancelled order. @param {Order} order */
  async cancel(order) {
    order.isCancelled = true;
    if (order.session !== undefined) {
      const ended = { paymentLink: { expiryDateTime: '2026-01-01T00:00:00.000Z' } };
      await this.gateway('PUT', `/session/${order.session}`, ended).catch(() => undefined);
    }
    await this.refresh(order);
  }

  /** @param {Order} order @param {number} amount */
  async changeAmount(order, amount) {
    order.amount = amount;
  }
}

/** @param {string} content @returns {Answer} */
function html(content) {
  const body = `<!doctype html><html lang="en"><title>My shop</title>${content}</html>`;
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

/** @param {object} content @returns {Answer} */
function json(content) {
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(content) };
}

/** @returns {Answer} */
function notFound() {
  return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'There is nothing here.' };
}
