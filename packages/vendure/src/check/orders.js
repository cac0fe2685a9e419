/** Makes orders as customers do, with the shop's own services, and changes them as its staff and customers do. */
import {
  ChannelService,
  ConfigService,
  CountryService,
  CustomerService,
  HistoryService,
  isGraphQlErrorResult,
  OrderService,
  ProductVariant,
  RequestContextService,
  TransactionalConnection,
} from '@vendure/core';
import { injectArguments } from '../inject.js';
import { fromGateway, toGateway } from '../money.js';
import { TurnpikeService } from '../service.js';
import { CHECK_OPTIONS } from './options.js';
import { statusOf } from './status.js';

const CUSTOMER = { emailAddress: 'shop-check@example.com', firstName: 'Shop', lastName: 'Check' };
const ADDRESS = { fullName: 'Shop Check', streetLine1: 'Quay 1', city: 'Bremen', postalCode: '28195' };
/** Brings an order to the amount that a history needs. */
const SURCHARGE = { description: 'Shop check', sku: 'SHOP-CHECK', listPriceIncludesTax: true, taxLines: [] };
/** The longest list that Vendure's API answers by default. */
const HISTORY_MAX = 100;

/** @typedef {{ errorCode: string, message: string, transitionError?: string }} Refusal */
/** @import { CurrencyCode, ID, Order, RequestContext } from '@vendure/core' */
/** @import { TurnpikeCheckOptions } from './index.d.ts' */

/** The shop cannot answer the check, for a reason in one sentence. */
export class CheckProblem extends Error {
  /**
   * @param {number} status
   * @param {string} message
   */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export class CheckOrders {
  #services;
  #turnpike;
  #sku;
  #precision;
  /**
   * The operation of each order that the check has made, by its code.
   *
   * @type {Map<string, 'AUTHORIZE' | 'PURCHASE'>}
   */
  #operations = new Map();

  /**
   * @param {TransactionalConnection} connection
   * @param {ChannelService} channels
   * @param {RequestContextService} contexts
   * @param {CountryService} countries
   * @param {CustomerService} customers
   * @param {OrderService} orders
   * @param {HistoryService} history
   * @param {ConfigService} config
   * @param {TurnpikeService} turnpike
   * @param {TurnpikeCheckOptions} options
   */
  constructor(connection, channels, contexts, countries, customers, orders, history, config, turnpike, { sku }) {
    this.#services = { connection, channels, contexts, countries, customers, orders, history };
    this.#turnpike = turnpike;
    this.#sku = sku;
    this.#precision = config.entityOptions.moneyStrategy.precision ?? 2;
  }

  /**
   * @param {{ amount: string, currency: string, capture: 'now' | 'later' }} asked
   * @returns {Promise<string>} the code of an order in ArrangingPayment
   */
  async make({ amount, currency, capture }) {
    const { orders, customers, countries } = this.#services;
    const ctx = await this.#context('shop', currency);
    const { id, code } = await orders.create(ctx);
    await this.#addItem(ctx, id);
    const customer = done(await customers.createOrUpdate(ctx, CUSTOMER));
    await orders.addCustomerToOrder(ctx, id, customer);
    const [country] = await countries.findAllAvailable(ctx);
    await orders.setShippingAddress(ctx, id, { ...ADDRESS, countryCode: country?.code });
    const [shipping] = await orders.getEligibleShippingMethods(ctx, id);
    if (shipping === undefined) {
      throw new CheckProblem(422, `No shipping method of the shop delivers to ${country?.code}.`);
    }
    done(await orders.setShippingMethod(ctx, id, [shipping.id]));
    await this.#bringToAmount(ctx, id, fromGateway(Number(amount), this.#precision));
    done(await orders.transitionToState(ctx, id, 'ArrangingPayment'));
    this.#operations.set(code, capture === 'later' ? 'AUTHORIZE' : 'PURCHASE');
    return code;
  }

  /**
   * @param {string} code
   * @returns {Promise<string>} the address of the payer's page, or of the storefront for an order that is paid
   */
  async startPayment(code) {
    const order = await this.#find(code);
    const ctx = await this.#context('shop', order.currencyCode);
    const result = await this.#turnpike.createCheckout(ctx, order.id, this.#operations.get(code));
    return 'url' in result ? result.url : this.#turnpike.storefrontUrl(code);
  }

  /** @param {string} code */
  async status(code) {
    const { id, currencyCode } = await this.#find(code);
    const ctx = await this.#context('admin', currencyCode);
    const { orders, history } = this.#services;
    const order = existing(await orders.findOne(ctx, id, ['payments', 'payments.refunds']));
    const options = { filter: { type: { eq: 'ORDER_STATE_TRANSITION' } }, take: HISTORY_MAX };
    const { items } = await history.getHistoryForOrder(ctx, id, false, options);
    const { state, paid, refunded, shipped } = statusOf(order, items, this.#precision);
    /** @param {number} amount */
    const decimal = (amount) => toGateway(amount, currencyCode, this.#precision);
    return { state, paid: decimal(paid), refunded: decimal(refunded), shipped };
  }

  /**
   * @param {string} code
   * @param {{ act: string, amount: string }} asked
   */
  async act(code, { act, amount }) {
    const { id, currencyCode } = await this.#find(code);
    const { orders } = this.#services;
    if (act === 'cancel') {
      done(await orders.cancelOrder(await this.#context('admin', currencyCode), { orderId: id, reason: 'Shop check' }));
      return;
    }
    if (act !== 'change') {
      throw new CheckProblem(501, `The check page has no ${act}.`);
    }
    const ctx = await this.#context('shop', currencyCode);
    done(await orders.transitionToState(ctx, id, 'AddingItems'));
    await this.#addItem(ctx, id);
    await this.#bringToAmount(ctx, id, fromGateway(Number(amount), this.#precision));
    done(await orders.transitionToState(ctx, id, 'ArrangingPayment'));
  }

  /**
   * @param {string} code
   * @throws {CheckProblem} for an order that the check has not made
   */
  async #find(code) {
    const ctx = await this.#context('admin');
    const order = this.#operations.has(code) ? await this.#services.orders.findOneByCode(ctx, code, []) : undefined;
    if (order === undefined) {
      throw new CheckProblem(404, `The check has made no order ${code}.`);
    }
    return order;
  }

  /**
   * @param {'admin' | 'shop'} apiType
   * @param {string} [currency]
   */
  async #context(apiType, currency) {
    const currencyCode = /** @type {CurrencyCode | undefined} */ (currency);
    const channel = await this.#services.channels.getDefaultChannel();
    if (currencyCode !== undefined && !channel.availableCurrencyCodes.includes(currencyCode)) {
      throw new CheckProblem(422, `The shop's default channel has no ${currencyCode}.`);
    }
    return this.#services.contexts.create({ apiType, channelOrToken: channel, currencyCode });
  }

  /**
   * @param {RequestContext} ctx
   * @param {ID} orderId
   */
  async #addItem(ctx, orderId) {
    const repository = this.#services.connection.getRepository(ctx, ProductVariant);
    const variant = await repository.findOne({ where: { sku: this.#sku, enabled: true } });
    if (variant === null) {
      throw new CheckProblem(422, `The shop has no product variant ${this.#sku}.`);
    }
    done(await this.#services.orders.addItemToOrder(ctx, orderId, variant.id, 1));
  }

  /**
   * @param {RequestContext} ctx
   * @param {ID} orderId
   * @param {number} amount
   */
  async #bringToAmount(ctx, orderId, amount) {
    const { orders } = this.#services;
    for (const { id } of await orders.getOrderSurcharges(ctx, orderId)) {
      await orders.removeSurchargeFromOrder(ctx, orderId, id);
    }
    const { totalWithTax } = existing(await orders.findOne(ctx, orderId, []));
    await orders.addSurchargeToOrder(ctx, orderId, { ...SURCHARGE, listPrice: amount - totalWithTax });
  }
}

/**
 * @param {Order | undefined} order
 * @throws {CheckProblem} if the channel has no such order
 */
function existing(order) {
  if (order === undefined) {
    throw new CheckProblem(404, 'The order is gone.');
  }
  return order;
}

/**
 * @template T
 * @param {T} result
 * @returns {Exclude<T, Refusal>}
 * @throws {CheckProblem} with the reason of Vendure's refusal
 */
function done(result) {
  if (isGraphQlErrorResult(result)) {
    const { message, transitionError } = /** @type {Refusal} */ (result);
    throw new CheckProblem(422, transitionError ?? message);
  }
  return /** @type {Exclude<T, Refusal>} */ (result);
}

injectArguments(CheckOrders, [
  TransactionalConnection,
  ChannelService,
  RequestContextService,
  CountryService,
  CustomerService,
  OrderService,
  HistoryService,
  ConfigService,
  TurnpikeService,
  CHECK_OPTIONS,
]);
