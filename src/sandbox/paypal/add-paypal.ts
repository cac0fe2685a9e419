/** Adds all the simulator's routes. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { addPayPalControl } from './control.ts';
import { addPayPalPages } from './pages/page-routes.ts';
import type { PayPal } from './paypal.ts';
import { PAYPAL_PREFIX } from './prefix.ts';
import { addServer } from './server.ts';

export function addPayPal(app: FastifyInstance, paypal: PayPal): void {
  addServer(app, paypal);
  addPayPalPages(app, paypal);
  addPayPalControl(app, paypal);
  app.addHook('onListen', async () => {
    const { port } = app.server.address() as AddressInfo;
    // Payers' links use the IP address, so that browsers treat the pages as another site than the gateway, as in
    // production.
    paypal.listensAt(() => `http://127.0.0.1:${port}${PAYPAL_PREFIX}`);
  });
}
