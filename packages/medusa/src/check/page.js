/**
 * The check page for `@turnpike/shop-check`, which plays payment histories against this shop. It makes carts and cancels
 * orders for everybody who has its token, so a shop in production does not set the option `check`.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { ContainerRegistrationKeys } from '@medusajs/framework/utils';
import { CheckOrders, CheckProblem } from './orders.js';

const PLUGIN = '@turnpike/medusa';

export const read = (request, response) => withToken(request, response, (orders) => orders.status(request.query.order));

export const write = (request, response) =>
  withToken(request, response, async (orders) => {
    const { make, ...act } = request.body ?? {};
    if (make !== undefined) {
      const cart = await orders.make(make);
      return { order: cart, pay: `check/pay/${cart}` };
    }
    await orders.act(request.query.order, act);
    return {};
  });

/** Needs no token, since the payer comes here, and starts no payment of a cart that the check has not made. */
export const pay = (request, response) =>
  answer(request, response, async (orders) => {
    const url = await orders.startPayment(request.params.cart);
    if (url === undefined) {
      show(response, 'Your order is paid.');
    } else {
      response.redirect(303, url);
    }
  });

/** As the page of a storefront to which the payer returns. */
export const goBack = (request, response) =>
  answer(request, response, async (orders) => {
    const isComplete = await orders.complete(request.query.payment_session);
    show(response, isComplete ? 'Thank you for your order.' : 'Your order is not paid yet.');
  });

/** @returns {{ token: string, sku: string, now?: string, later?: string } | undefined} undefined if it is off */
function optionsOf({ scope }) {
  const { plugins = [] } = scope.resolve(ContainerRegistrationKeys.CONFIG_MODULE);
  return plugins.find((plugin) => plugin.resolve === PLUGIN)?.options?.check;
}

async function withToken(request, response, work) {
  await answer(request, response, async (orders, { token }) => {
    if (!timingSafeEqual(digestOf(request.headers.authorization ?? ''), digestOf(`Bearer ${token}`))) {
      response.status(403).json({});
      return;
    }
    response.json(await work(orders));
  });
}

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
      .send(error.message);
  }
}

function show(response, sentence) {
  response.type('text/html').send(`<!doctype html><html lang="en"><title>Shop check</title><p>${sentence}</p></html>`);
}

function digestOf(text) {
  return createHash('sha256').update(text).digest();
}
