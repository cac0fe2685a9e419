/** All of the stand-in's addresses. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { addPayPalPages } from './pages/page-routes.ts';
import type { PayPal } from './paypal.ts';
import { addServer, PREFIX } from './server.ts';

export function addPayPal(app: FastifyInstance, paypal: PayPal): void {
  addServer(app, paypal);
  addPayPalPages(app, paypal);
  app.get(`${PREFIX}/ca.pem`, (_request, reply) => reply.type('application/x-pem-file').send(paypal.authority.root));
  app.get(`${PREFIX}/ledger`, () => ({
    orders: paypal.ledger.orders.all(),
    authorizations: paypal.ledger.authorizations.all(),
    captures: paypal.ledger.captures.all(),
    refunds: paypal.ledger.refunds.all(),
  }));
  app.addHook('onListen', async () => {
    const { port } = app.server.address() as AddressInfo;
    paypal.listensAt(`http://127.0.0.1:${port}${PREFIX}`);
  });
}
