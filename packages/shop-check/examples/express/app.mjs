/** The shop's routes. */
import { Turnpike } from '@turnpike/client';
import { Webhooks } from '@turnpike/webhooks';
import express from 'express';
import { checkPage } from './check-page.mjs';
import { Orders } from './orders.mjs';

/**
 * @param {object} settings
 * @param {string} settings.origin of the shop, as payers and the gateway reach it
 * @param {string} settings.gateway such as `http://localhost:8070`
 * @param {string} settings.merchant
 * @param {string} settings.password
 * @param {string} settings.notificationKey `whsec_…`
 * @param {string} [settings.checkToken] switches the check page on; never in production
 */
export function shop({ origin, gateway, merchant, password, notificationKey, checkToken }) {
  const orders = new Orders(new Turnpike({ origin: gateway, merchantId: merchant, password }), origin);
  const webhooks = new Webhooks({ keys: [notificationKey] });
  const app = express();

  // Before any parser of JSON: the signature is that of the bytes as they came.
  app.post(
    '/notify',
    express.raw({ type: 'application/json' }),
    webhooks.nodeHandler(async ({ notification }) => {
      const order = orders.find(notification.order.id);
      if (order !== undefined) {
        await orders.refresh(order);
      }
    }),
  );

  app.get('/pay/:id', (request, response, next) => {
    const order = orders.find(request.params.id);
    if (order === undefined) {
      next();
      return;
    }
    const pay = `<form method="post"><button>Pay ${order.amount.toFixed(2)}</button></form>`;
    response.send(page(`<h1>Order ${order.id}</h1>${pay}`));
  });

  app.post('/pay/:id', async (request, response, next) => {
    const order = orders.find(request.params.id);
    if (order === undefined) {
      next();
      return;
    }
    response.redirect(303, order.state === 'open' ? await orders.startCheckout(order) : `/return/${order.id}`);
  });

  // The payer is back, paid or not.
  app.get('/return/:id', async (request, response, next) => {
    const order = orders.find(request.params.id);
    if (order === undefined) {
      next();
      return;
    }
    const isKnown = await orders.refresh(order).then(
      () => true,
      () => false,
    );
    const sentence = isKnown ? `Your order is ${order.state}.` : 'We are waiting for the result of your payment.';
    response.send(page(`<h1>${sentence}</h1>`));
  });

  if (checkToken !== undefined) {
    app.use('/check', checkPage(orders, origin, checkToken));
  }
  return app;
}

/** @param {string} content */
function page(content) {
  return `<!doctype html><html lang="en"><title>My shop</title>${content}</html>`;
}
