/**
 * The check page for `@turnpike/shop-check`, which plays payment histories against this shop. It makes carts and cancels
 * orders for everybody who has its token, so a shop in production does not set the option `check`.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { ContainerRegistrationKeys } from '@medusajs/framework/utils';
import { CheckOrders, CheckProblem } from './orders.js';

/** @import { MedusaRequest, MedusaResponse } from '@medusajs/framework/http' */
/** @import { TurnpikePluginOptions } from '../index.d.ts' */

/** @typedef {NonNullable<TurnpikePluginOptions['check']>} CheckOptions */

const PLUGIN = '@turnpike/medusa';

/**
 * @param {MedusaRequest} request
 * @param {MedusaResponse} response
 */
export const read = (request, response) =>
  withToken(request, response, (orders) => orders.status(`${request.query.order}`));

/**
 * @param {MedusaRequest<any>} request
 * @param {MedusaResponse} response
 */
export const write = (request, response) =>
  withToken(request, response, async (orders) => {
    const { make, ...act } = request.body ?? {};
    if (make !== undefined) {
      const cart = await orders.make(make);
      return { order: cart, pay: `check/pay/${cart}` };
    }
    await orders.act(`${request.query.order}`, act);
    return {};
  });

/**
 * Needs no token, since the payer comes here, and starts no payment of a cart that the check has not made.
 *
 * @param {MedusaRequest} request
 * @param {MedusaResponse} response
 */
export const pay = (request, response) =>
  answer(request, response, async (orders) => {
    const url = await orders.startPayment(`${request.params.cart}`);
    if (url === undefined) {
      show(response, 'Your order is paid.');
    } else {
      response.redirect(303, url);
    }
  });

/**
 * As the page of a storefront to which the payer returns.
 *
 * @param {MedusaRequest} request
 * @param {MedusaResponse} response
 */
export const goBack = (request, response) =>
  answer(request, response, async (orders) => {
    const isComplete = await orders.complete(`${request.query.payment_session}`);
    show(response, isComplete ? 'Thank you for your order.' : 'Your order is not paid yet.');
  });

/**
 * @param {MedusaRequest} request
 * @returns {CheckOptions | undefined} undefined if it is off
 */
function optionsOf({ scope }) {
  const { plugins = [] } = scope.resolve(ContainerRegistrationKeys.CONFIG_MODULE);
  const plugin = plugins.find((one) => typeof one === 'object' && one.resolve === PLUGIN);
  return typeof plugin === 'object'
    ? /** @type {TurnpikePluginOptions | undefined} */ (plugin.options)?.check
    : undefined;
}

/**
 * @param {MedusaRequest} request
 * @param {MedusaResponse} response
 * @param {(orders: CheckOrders) => Promise<object>} work
 */
async function withToken(request, response, work) {
  await answer(request, response, async (orders, { token }) => {
    if (!timingSafeEqual(digestOf(request.headers.authorization ?? ''), digestOf(`Bearer ${token}`))) {
      response.status(403).json({});
      return;
    }
    response.json(await work(orders));
  });
}

/**
 * @param {MedusaRequest} request
 * @param {MedusaResponse} response
 * @param {(orders: CheckOrders, options: CheckOptions) => Promise<void>} work
 */
async function answer(request, response, work) {
  const options = optionsOf(request);
  if (!options?.token) {
    response.status(404).end();
    return;
  }
  try {
    await work(new CheckOrders(request.scope, options), options);
  } catch (error) {
    response
      .status(error instanceof CheckProblem ? error.status : 500)
      .type('text/plain')
      .send(error instanceof Error ? error.message : `${error}`);
  }
}

/**
 * @param {MedusaResponse} response
 * @param {string} sentence
 */
function show(response, sentence) {
  response.type('text/html').send(`<!doctype html><html lang="en"><title>Shop check</title><p>${sentence}</p></html>`);
}

/** @param {string} text */
function digestOf(text) {
  return createHash('sha256').update(text).digest();
}
