/**
 * The sandbox's HTTP server: control calls, browser-payment providers, the notification receiver, the received mails
 * and the demo shop. Only this machine can connect.
 */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { SandboxWalletKeys } from '../../settings/sandbox/index.ts';
import { addAcquirerControl, addSettlementControl, type ControlledAcquirer } from '../acquirer/acquirer-control.ts';
import { createSandboxApp } from '../kit/http/http-app.ts';
import { addMails } from '../mail/mail-routes.ts';
import type { Mailbox } from '../mail/mailbox.ts';
import { addOpenBanking } from '../open-banking/add-open-banking.ts';
import type { OpenBanking } from '../open-banking/open-banking.ts';
import { addPayPal } from '../paypal/add-paypal.ts';
import type { PayPal } from '../paypal/paypal.ts';
import { addPix } from '../pix/add-pix.ts';
import type { Psp } from '../pix/psp.ts';
import type { ProviderSet } from '../providers/provider-set.ts';
import { addReceiver } from '../receiver/receiver.ts';
import { addShop, type ShopSettings } from '../shop/shop-routes.ts';
import { addThreeDS } from '../three-ds/add-three-ds.ts';
import type { ThreeDS } from '../three-ds/three-ds.ts';
import { addWallets } from '../wallets/add-wallets.ts';

export interface SandboxHttpDependencies {
  readonly acquirer: ControlledAcquirer;
  readonly providers: Pick<ProviderSet, 'addTo'>;
  readonly paypal: PayPal;
  readonly banks: OpenBanking;
  readonly psp: Psp;
  readonly threeDS: ThreeDS;
  readonly walletKeys: SandboxWalletKeys;
  readonly shop: ShopSettings;
  /** The key of the sandbox's own merchant, with which the receiver verifies notifications. */
  readonly notificationKey: string;
  readonly mailbox: Mailbox;
  /** The address of the sandbox's mail server; absent if there is none. */
  readonly smtpUrl?: string;
  readonly log: FastifyBaseLogger;
}

/** @returns the server, before `listen()` */
export function createSandboxHttpServer({
  acquirer,
  providers,
  paypal,
  banks,
  psp,
  threeDS,
  walletKeys,
  shop,
  notificationKey,
  mailbox,
  smtpUrl,
  log,
}: SandboxHttpDependencies): FastifyInstance {
  const app = createSandboxApp(log);
  addAcquirerControl(app, acquirer);
  if (acquirer.settlement !== undefined) {
    addSettlementControl(app, acquirer.settlement);
  }
  providers.addTo(app);
  addPayPal(app, paypal);
  addOpenBanking(app, banks);
  addPix(app, psp);
  addThreeDS(app, threeDS);
  addWallets(app, walletKeys, shop.gatewayOrigin);
  addReceiver(app, notificationKey);
  addMails(app, mailbox, smtpUrl);
  addShop(app, shop);
  return app;
}
