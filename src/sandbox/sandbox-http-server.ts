/**
 * The sandbox's one http server: control calls, browser-payment providers, the notification receiver and the demo shop.
 * This machine alone reaches it.
 */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { addAcquirerControl, type ControlledAcquirer } from './acquirer-control.ts';
import { createSandboxApp } from './http-app.ts';
import type { ProviderSet } from './providers/provider-set.ts';
import { addReceiver } from './receiver/receiver.ts';
import { addShop, type ShopSettings } from './shop/shop-routes.ts';

export interface SandboxHttpDependencies {
  readonly acquirer: ControlledAcquirer;
  readonly providers: Pick<ProviderSet, 'addTo'>;
  readonly shop: ShopSettings;
  /** Of the sandbox's own merchant, with which the receiver checks what came. */
  readonly notificationKey: string;
  readonly log: FastifyBaseLogger;
}

/** Ready to `listen()`. */
export function createSandboxHttpServer({
  acquirer,
  providers,
  shop,
  notificationKey,
  log,
}: SandboxHttpDependencies): FastifyInstance {
  const app = createSandboxApp(log);
  addAcquirerControl(app, acquirer);
  providers.addTo(app);
  addReceiver(app, notificationKey);
  addShop(app, shop);
  return app;
}
