/** Routes of the shop's own payment pages, and the target of the hosted fields' form. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { GatewayClient } from './gateway-client.ts';
import { shopPayPage } from './pay-page.ts';
import { problemPage } from './problem-pages.ts';
import type { ShopOrder, ShopOrders } from './shop-orders.ts';
import { wayOf } from './ways.ts';

export interface PayRoutesDependencies {
  readonly gateway: GatewayClient;
  readonly gatewayOrigin: string;
  readonly orders: ShopOrders;
  send(reply: FastifyReply, status: number, page: string): FastifyReply;
  orSayAbsent(reply: FastifyReply, consequence: string, answer: () => Promise<FastifyReply>): Promise<FastifyReply>;
}

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** The format of `session.version`, also safe as a transaction id. */
const SESSION_VERSION = /^[0-9a-f]{10}$/;

const SCRIPTS = [
  new URL('./page-scripts/checkout.js', import.meta.url),
  new URL('./page-scripts/fields.js', import.meta.url),
].map((file) => ({ path: `/shop/${basename(file.pathname)}`, text: readFileSync(file, 'utf8') }));

/** The content security policy that the guide demands for such a page, besides its own scripts and styles. */
export function payPagePolicy(gatewayOrigin: string): string {
  return `script-src 'self' ${gatewayOrigin}; frame-src ${gatewayOrigin}; require-trusted-types-for 'script'; trusted-types 'none'`;
}

export function addPayRoutes(app: FastifyInstance, given: PayRoutesDependencies): void {
  const { gateway, gatewayOrigin, orders, send, orSayAbsent } = given;

  for (const { path, text } of SCRIPTS) {
    app.get(path, (_request, reply) => reply.type('text/javascript; charset=utf-8').send(text));
  }

  app.get<{ Params: { way: string }; Querystring: Query }>('/shop/pay/:way', (request, reply) => {
    const way = wayOf(request.params.way);
    const { order: id, declined } = request.query;
    const order = typeof id === 'string' ? orders.find(id) : undefined;
    if (way === undefined || order?.sessionId === undefined) {
      return send(reply, 404, problemPage());
    }
    return send(reply, 200, shopPayPage({ way, order, gatewayOrigin, isDeclined: declined !== undefined }));
  });

  app.post('/shop/pay', (request, reply) => {
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    const order = orders.find(form.get('order') ?? '');
    const version = form.get('version') ?? '';
    if (order === undefined || !SESSION_VERSION.test(version)) {
      return send(reply, 404, problemPage());
    }
    return orSayAbsent(reply, 'Load the page of your order before you pay again.', async () => {
      const own = `http://localhost:${request.socket.localPort}`;
      const answer = await gateway.pay(order, version, { notificationUrl: `${own}/notifications/receive` });
      if (answer.status >= 400) {
        return send(reply, 502, problemPage(answer));
      }
      return reply.redirect(addressAfter(order, answer.body), 303);
    });
  });
}

/** A declined payer may try again. The return page determines every other result. */
function addressAfter({ id }: ShopOrder, body: unknown): string {
  const isDeclined = (body as { result?: unknown } | null)?.result === 'FAILURE';
  return isDeclined ? `/shop/pay/fields?order=${id}&declined` : `/shop/return?order=${id}`;
}
