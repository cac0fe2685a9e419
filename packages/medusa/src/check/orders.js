/** Makes carts as customers do, with Medusa's own workflows, and changes them as its staff and customers do. */
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils';
import {
  addShippingMethodToCartWorkflow,
  cancelOrderWorkflow,
  completeCartWorkflowId,
  createCartWorkflow,
  createPaymentCollectionForCartWorkflow,
  createPaymentSessionsWorkflow,
  deletePaymentSessionsWorkflow,
  getOrderDetailWorkflow,
  listShippingOptionsForCartWorkflow,
  updateLineItemInCartWorkflow,
} from '@medusajs/medusa/core-flows';
import { statusOf } from './status.js';
import { allApplied } from './unapplied.js';

const EMAIL = 'shop-check@example.com';
const ADDRESS = { first_name: 'Shop', last_name: 'Check', address_1: 'Quay 1', city: 'Bremen', postal_code: '28195' };
const CART_FIELDS = [
  'id',
  'total',
  'items.id',
  'items.unit_price',
  'payment_collection.id',
  'payment_collection.payment_sessions.id',
];
const ORDER_FIELDS = [
  'id',
  'status',
  'payment_status',
  'metadata',
  'payment_collections.payments.captures.amount',
  'payment_collections.payments.refunds.amount',
];

/** @import { MedusaContainer } from '@medusajs/framework/types' */
/** @import { ReturnWorkflow } from '@medusajs/framework/workflows-sdk' */
/** @import { CheckOptions } from './page.js' */
/** @import { ShopOrder } from './status.js' */

/** @typedef {{ provider: string, sessions: string[], isRemoved: boolean }} MadeCart */

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

/**
 * The carts that the check has made, by their ids.
 *
 * @type {Map<string, MadeCart>}
 */
const made = new Map();

export class CheckOrders {
  #container;
  #options;

  /**
   * @param {MedusaContainer} container
   * @param {CheckOptions} options with the ids of the two providers
   */
  constructor(container, options) {
    this.#container = container;
    this.#options = options;
  }

  /**
   * @param {{ amount: string, currency: string, capture: 'now' | 'later' }} asked
   * @returns {Promise<string>} the id of a cart that may be paid
   */
  async make({ amount, currency, capture }) {
    const provider = this.#options[capture];
    if (provider === undefined) {
      throw new CheckProblem(501, `The check page has no provider for capture ${capture}.`);
    }
    const region = await this.#regionOf(currency);
    const variant = await this.#variant();
    const cart = await this.#run(createCartWorkflow, {
      region_id: region.id,
      email: EMAIL,
      sales_channel_id: variant.product.sales_channels[0]?.id,
      shipping_address: { ...ADDRESS, country_code: region.countries[0].iso_2 },
      items: [{ variant_id: variant.id, quantity: 1, unit_price: Number(amount) }],
    });
    made.set(cart.id, { provider, sessions: [], isRemoved: false });
    const [shipping] = await this.#run(listShippingOptionsForCartWorkflow, { cart_id: cart.id });
    if (shipping !== undefined) {
      await this.#run(addShippingMethodToCartWorkflow, { cart_id: cart.id, options: [{ id: shipping.id }] });
    }
    await this.#bringToAmount(cart.id, amount);
    return cart.id;
  }

  /**
   * @param {string} cartId
   * @returns {Promise<string | undefined>} the address of the payer's page; undefined for a cart that is paid
   */
  async startPayment(cartId) {
    const { provider: provider_id, sessions } = this.#madeAs(cartId);
    if ((await this.#ordersOf(cartId)).length > 0) {
      return undefined;
    }
    const { payment_collection } = await this.#cart(cartId);
    const collection =
      payment_collection ?? (await this.#run(createPaymentCollectionForCartWorkflow, { cart_id: cartId }));
    const input = {
      payment_collection_id: collection.id ?? (await this.#cart(cartId)).payment_collection.id,
      provider_id,
    };
    const { id, data } = await this.#run(createPaymentSessionsWorkflow, input);
    sessions.push(id);
    return `${data.url}`;
  }

  /**
   * Completes the cart of a payment session, as a storefront does when the payer comes back.
   *
   * @param {string} sessionId
   */
  async complete(sessionId) {
    const [cartId, cart] = [...made].find(([, { sessions }]) => sessions.includes(sessionId)) ?? [];
    if (cart === undefined || cart.isRemoved) {
      return false;
    }
    const engine = this.#container.resolve(Modules.WORKFLOW_ENGINE);
    const { errors } = await engine.run(completeCartWorkflowId, { input: { id: cartId }, throwOnError: false });
    return errors.length === 0;
  }

  /** @param {string} cartId */
  async status(cartId) {
    const { sessions, isRemoved } = this.#madeAs(cartId);
    await allApplied();
    const orders = await this.#ordersOf(cartId);
    const notices = await this.#container
      .resolve(Modules.NOTIFICATION)
      .listNotifications({ resource_id: [...sessions, ...orders.map(({ id }) => id)] });
    return statusOf({ orders, isRemoved, hasNotice: notices.length > 0 });
  }

  /**
   * @param {string} cartId
   * @param {{ act: string, amount: string }} asked
   */
  async act(cartId, { act, amount }) {
    const cart = this.#madeAs(cartId);
    if (act === 'change') {
      await this.#bringToAmount(cartId, amount);
    } else if (act === 'cancel') {
      await this.#cancel(cartId, cart);
    } else {
      throw new CheckProblem(501, `The check page has no ${act}.`);
    }
  }

  /**
   * An order is cancelled by the staff. A cart that is no order yet is removed with its payment sessions.
   *
   * @param {string} cartId
   * @param {MadeCart} cart
   */
  async #cancel(cartId, cart) {
    const [order] = await this.#ordersOf(cartId);
    if (order !== undefined) {
      await this.#run(cancelOrderWorkflow, { order_id: order.id });
      return;
    }
    const { payment_collection } = await this.#cart(cartId);
    /** @type {readonly { id: string }[]} */
    const sessions = payment_collection?.payment_sessions ?? [];
    const ids = sessions.map(({ id }) => id);
    await this.#run(deletePaymentSessionsWorkflow, { ids });
    await this.#container.resolve(Modules.CART).softDeleteCarts([cartId]);
    cart.isRemoved = true;
  }

  /**
   * @param {string} cartId
   * @param {string} amount
   */
  async #bringToAmount(cartId, amount) {
    const { total, items } = await this.#cart(cartId);
    const [item] = items;
    const unit_price = Math.round((item.unit_price + Number(amount) - total) * 100) / 100;
    if (unit_price !== item.unit_price) {
      await this.#run(updateLineItemInCartWorkflow, { cart_id: cartId, item_id: item.id, update: { unit_price } });
    }
  }

  /**
   * @param {string} cartId
   * @returns {Promise<ShopOrder[]>}
   */
  async #ordersOf(cartId) {
    const links = await this.#list('order_cart', ['order_id'], { cart_id: cartId });
    return Promise.all(
      links.map(({ order_id }) => this.#run(getOrderDetailWorkflow, { order_id, fields: ORDER_FIELDS })),
    );
  }

  /** @param {string} id */
  async #cart(id) {
    const [cart] = await this.#list('cart', CART_FIELDS, { id });
    return cart;
  }

  /** @param {string} currency */
  async #regionOf(currency) {
    const filters = { currency_code: currency.toLowerCase() };
    const [region] = await this.#list('region', ['id', 'countries.iso_2'], filters);
    if (region === undefined) {
      throw new CheckProblem(422, `The shop has no region with ${currency}.`);
    }
    return region;
  }

  async #variant() {
    const { sku } = this.#options;
    const [variant] = await this.#list('variant', ['id', 'product.sales_channels.id'], { sku });
    if (variant === undefined) {
      throw new CheckProblem(422, `The shop has no product variant ${sku}.`);
    }
    return variant;
  }

  /**
   * @param {string} cartId
   * @throws {CheckProblem} for a cart that the check has not made
   */
  #madeAs(cartId) {
    const cart = made.get(cartId);
    if (cart === undefined) {
      throw new CheckProblem(404, `The check has made no cart ${cartId}.`);
    }
    return cart;
  }

  /**
   * @param {string} entity
   * @param {string[]} fields
   * @param {object} filters
   * @returns {Promise<any[]>} Medusa's rows of the entity, whose types it makes in the folder of each shop
   */
  async #list(entity, fields, filters) {
    const { data } = await this.#container.resolve(ContainerRegistrationKeys.QUERY).graph({ entity, fields, filters });
    return data;
  }

  /**
   * @template {object} I
   * @template R
   * @param {ReturnWorkflow<I, R, any>} workflow
   * @param {I} input
   * @returns {Promise<R>}
   */
  async #run(workflow, input) {
    return (await workflow(this.#container).run({ input })).result;
  }
}
