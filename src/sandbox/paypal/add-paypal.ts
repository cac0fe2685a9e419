/** Adds all the simulator's routes. */
import type { FastifyInstance } from 'fastify';
import { onOrigin } from '../kit/http/listen.ts';
import { addPayPalControl } from './control.ts';
import { addPayPalPages } from './pages/page-routes.ts';
import type { PayPal } from './paypal.ts';
import { PAYPAL_PREFIX } from './prefix.ts';
import { addServer } from './server.ts';

export function addPayPal(app: FastifyInstance, paypal: PayPal): void {
  addServer(app, paypal);
  addPayPalPages(app, paypal);
  addPayPalControl(app, paypal);
  onOrigin(app, (origin) => paypal.listensAt(origin + PAYPAL_PREFIX));
}
