/** The demo shop. Payers go through a whole payment, and developers see the requests of a merchant's server. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createGatewayClient, GatewayAbsent } from './gateway-client.ts';
import { readBasket, readShopCurrency, totalCents } from './goods.ts';
import { addPayRoutes, payPagePolicy } from './pay-routes.ts';
import { ICON } from './pictures.ts';
import { absentPage, problemPage } from './problem-pages.ts';
import { newOrderId, openShopOrders } from './shop-orders.ts';
import { shopOutcomeOf } from './shop-outcome.ts';
import { shopPage } from './shop-page.ts';
import { returnPage } from './shop-return-page.ts';
import { startedCheckoutOf } from './started-checkout.ts';
import { wayOf } from './ways.ts';

export interface ShopSettings {
  /** The gateway's public origin, for the shop's calls and the payers' redirects. */
  readonly gatewayOrigin: string;
  readonly apiPassword: string;
  /** Undefined keeps the orders in memory. */
  readonly ordersFolder: string | undefined;
}

export function addShop(app: FastifyInstance, { gatewayOrigin, apiPassword, ordersFolder }: ShopSettings): void {
  const gateway = createGatewayClient(gatewayOrigin, apiPassword);
  const orders = openShopOrders(ordersFolder);
  // Chromium also applies `form-action` to the redirect after a form, which leads to the gateway.
  const policy = `default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self' ${gatewayOrigin}; base-uri 'none'; frame-ancestors 'none'`;
  const sendWith = (policy: string) => (reply: FastifyReply, status: number, page: string) =>
    reply
      .code(status)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
      .send(page);
  const send = sendWith(policy);
  const orSayAbsent = async (reply: FastifyReply, consequence: string, answer: () => Promise<FastifyReply>) => {
    try {
      return await answer();
    } catch (error) {
      if (!(error instanceof GatewayAbsent)) {
        throw error;
      }
      return send(reply, 503, absentPage(error.origin, consequence));
    }
  };

  app.get('/shop/icon.svg', (_request, reply) => reply.type('image/svg+xml').send(ICON));

  app.get('/', (_request, reply) => send(reply, 200, shopPage({ empty: false })));

  app.post('/shop/checkout', (request, reply) => {
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    const basket = readBasket(form);
    const currency = readShopCurrency(form);
    if (basket.length === 0) {
      return send(reply, 422, shopPage({ empty: true }));
    }
    const way = wayOf(form.get('way'));
    return orSayAbsent(reply, 'Nothing was paid.', async () => {
      const id = newOrderId();
      const own = `http://localhost:${request.socket.localPort}`;
      const answer =
        way?.id === 'fields'
          ? await gateway.createSession()
          : await gateway.initiateCheckout(
              id,
              { basket, currency },
              { returnUrl: `${own}/shop/return?order=${id}`, notificationUrl: `${own}/notifications/receive` },
            );
      const started = startedCheckoutOf(id, way, answer.body);
      if (started === undefined) {
        return send(reply, 502, problemPage(answer));
      }
      orders.keep({ id, cents: totalCents(basket), currency, ...started.kept });
      return reply.redirect(started.address, 303);
    });
  });
  addPayRoutes(app, {
    ...{ gateway, gatewayOrigin, orders, orSayAbsent },
    send: sendWith(`${policy}; ${payPagePolicy(gatewayOrigin)}`),
  });

  app.get<{ Querystring: Record<string, string | string[] | undefined> }>('/shop/return', (request, reply) => {
    const { order: id, resultIndicator } = request.query;
    const order = typeof id === 'string' ? orders.find(id) : undefined;
    if (order === undefined) {
      return send(reply, 404, problemPage());
    }
    return orSayAbsent(reply, 'It alone knows whether the order is paid.', async () => {
      const answer = await gateway.retrieveOrder(order.id);
      const indicator = typeof resultIndicator === 'string' ? resultIndicator : undefined;
      const url = gateway.orderUrl(order.id);
      return send(reply, 200, returnPage({ order, outcome: shopOutcomeOf(order, answer), indicator, answer, url }));
    });
  });
}
