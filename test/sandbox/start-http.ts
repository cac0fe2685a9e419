/** The sandbox's HTTP server on a port of its own, with an acquirer that only records. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { TestAuthority } from '../../src/platform/x509/index.ts';
import type { AcquirerFaults } from '../../src/sandbox/acquirer/acquirer-control.ts';
import { Mailbox } from '../../src/sandbox/mail/mailbox.ts';
import { OpenBanking } from '../../src/sandbox/open-banking/open-banking.ts';
import { PayPal } from '../../src/sandbox/paypal/paypal.ts';
import { Psp } from '../../src/sandbox/pix/psp.ts';
import { createSandboxHttpServer } from '../../src/sandbox/process/sandbox-http-server.ts';
import { openProviderSet } from '../../src/sandbox/providers/provider-set.ts';
import { ThreeDS } from '../../src/sandbox/three-ds/three-ds.ts';
import { issueThreeDSCertificates, makeWalletKeys } from '../../src/settings/sandbox/index.ts';

export const PROVIDER_SECRET = 'a'.repeat(64);

export const NOTIFICATION_KEY = `whsec_${Buffer.alloc(32, 'n').toString('base64')}`;

export interface StartedHttp {
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  readonly port: number;
  readonly filters: object[];
  readonly folder: string;
  close(): Promise<void>;
}

export async function startHttp(gatewayOrigin: string, folder?: string): Promise<StartedHttp> {
  const own = folder ?? mkdtempSync(join(tmpdir(), 'turnpike-sandbox-'));
  const filters: object[] = [];
  let inForce: AcquirerFaults = { mode: 'NONE', delayMs: 0, count: null };
  const log = pino({ level: 'silent' });
  const providers = openProviderSet({ memory: true, speed: 1, secret: PROVIDER_SECRET, log });
  const paypal = new PayPal({ accounts: [], speed: 1, log });
  const banks = new OpenBanking({ ca: new TestAuthority('Nobody').cert, speed: 1, log });
  const psp = new Psp({ accounts: [], speed: 1, log });
  const threeDS = new ThreeDS({ certificates: issueThreeDSCertificates(new TestAuthority('Nobody')), log });
  const app = createSandboxHttpServer({
    acquirer: {
      ledger: (filter) => {
        filters.push(filter);
        return [{ kind: 'PAYMENT', state: 'APPROVED' }];
      },
      setFaults: (faults) => {
        inForce = faults;
      },
      faults: () => inForce,
    },
    providers,
    paypal,
    banks,
    psp,
    threeDS,
    walletKeys: makeWalletKeys(),
    shop: { gatewayOrigin, apiPassword: 'a-password', ordersFolder: join(own, 'shop-orders') },
    notificationKey: NOTIFICATION_KEY,
    mailbox: new Mailbox(),
    log,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const port = (app.server.address() as AddressInfo).port;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    filters,
    folder: own,
    close: async () => {
      await app.close();
      await providers.close();
      await paypal.close();
      await banks.close();
      await psp.close();
      await threeDS.close();
      if (folder === undefined) {
        rmSync(own, { recursive: true, force: true });
      }
    },
  };
}
