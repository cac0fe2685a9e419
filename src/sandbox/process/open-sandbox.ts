/**
 * The whole sandbox: the acquirer's host, the providers, the 3DS simulator, the mail server and the HTTP server. Its
 * ledgers are files of `DATA_DIR`, or in memory.
 */
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import {
  MEMORY_FOLDER,
  sandboxBankCertificates,
  sandboxPayPalAccount,
  sandboxPixAccount,
  sandboxThreeDSCertificates,
  sandboxWalletIdentity,
  sandboxWalletKeys,
} from '../../settings/sandbox/index.ts';
import { type SettlingHost, startAcquirerHost } from '../acquirer/host.ts';
import { Mailbox } from '../mail/mailbox.ts';
import { OpenBanking } from '../open-banking/open-banking.ts';
import { listenAsBanks } from '../open-banking/server.ts';
import { PayPal } from '../paypal/paypal.ts';
import { Psp } from '../pix/psp.ts';
import { addPspServer } from '../pix/server.ts';
import { openProviderSet, type ProviderSet } from '../providers/provider-set.ts';
import { verifyProof } from '../three-ds/acs/verify.ts';
import { listenAsDirectoryServer } from '../three-ds/directory-server/server.ts';
import { ThreeDS } from '../three-ds/three-ds.ts';
import { addMerchantValidation } from '../wallets/merchant-validation.ts';
import { createSandboxHttpServer } from './sandbox-http-server.ts';
import { SANDBOX_HOST, type SandboxSettings } from './sandbox-settings.ts';

export interface OpenSandbox {
  /** The port of the HTTP server. */
  readonly port: number;
  /** The port of the directory servers; undefined if they are not served. */
  readonly threeDSPort: number | undefined;
  readonly acquirer: SettlingHost;
  readonly providers: ProviderSet;
  /** Sets all clocks ahead of the machine's, in milliseconds, and executes what becomes due. */
  setAhead(ms: number): void;
  close(): Promise<void>;
}

/** @throws Error with a message of one line if a port is in use or a ledger cannot be opened */
export async function openSandbox(settings: SandboxSettings, log: Logger): Promise<OpenSandbox> {
  const { notificationKey, smtpPort, banksPort, threeDSPort, speed, dataDir } = settings;
  const folder = dataDir === MEMORY_FOLDER ? undefined : join(dataDir, 'sandbox');
  const fileOf = (name: string) => folder && join(folder, name);
  let aheadMs = 0;
  const threeDSCertificates = sandboxThreeDSCertificates(dataDir);
  const threeDS = new ThreeDS({ ledgerFile: fileOf('three-ds.db'), certificates: threeDSCertificates, log });
  const acquirer = await startAcquirerHost({
    ...settings.acquirer,
    ...(folder === undefined ? { memory: true } : { ledgerFile: join(folder, 'acquirer.db') }),
    speed,
    log,
    verify: (proof) => verifyProof(threeDS, proof),
    now: () => Date.now() + aheadMs,
  });
  const shop = {
    gatewayOrigin: settings.gatewayOrigin,
    apiPassword: settings.apiPassword,
    ordersFolder: fileOf('shop-orders'),
  };
  const providers = openProviderSet({
    ...(folder === undefined ? { memory: true } : { folder }),
    ...{ speed, secret: settings.providerKey, log },
  });
  const paypal = new PayPal({
    ledgerFile: fileOf('provider-paypal.db'),
    accounts: [
      {
        ...sandboxPayPalAccount(settings.providerKey),
        webhookUrl: `${settings.gatewayOrigin}/callback/paypal/TESTSHOP`,
      },
    ],
    speed,
    log,
  });
  // In memory only if a caller can connect, since their RSA keys take as long as the rest of the start.
  const isNeeded = folder !== undefined || banksPort !== undefined;
  const certificates = isNeeded ? sandboxBankCertificates(dataDir) : undefined;
  const { ca } = certificates ?? threeDSCertificates;
  const banks = new OpenBanking({ ledgerFile: fileOf('provider-open-banking.db'), ca, speed, log });
  const psp = new Psp({
    ledgerFile: fileOf('provider-pix.db'),
    accounts: [{ ...sandboxPixAccount(settings.providerKey), name: 'EXAMPLE SHOP' }],
    ca,
    speed,
    log,
  });
  const mailbox = new Mailbox();
  const listens = smtpPort === undefined ? undefined : await mailbox.listen(SANDBOX_HOST, smtpPort);
  const walletKeys = sandboxWalletKeys(dataDir);
  const http = createSandboxHttpServer({
    ...{ acquirer, providers, paypal, banks, psp, threeDS, walletKeys, shop, notificationKey, mailbox, log },
    smtpUrl: listens === undefined ? undefined : `smtp://${SANDBOX_HOST}:${listens}`,
  });
  // Listens before the pages, because they link to it.
  const bankServer =
    banksPort === undefined || certificates === undefined
      ? undefined
      : await listenAsBanks(banks, certificates, SANDBOX_HOST, banksPort, (app) => {
          addPspServer(app, psp);
          addMerchantValidation(app, sandboxWalletIdentity(dataDir).certificate);
        });
  const directoryServer =
    threeDSPort === undefined
      ? undefined
      : await listenAsDirectoryServer(threeDS, threeDSCertificates, SANDBOX_HOST, threeDSPort);
  await http.listen({ host: SANDBOX_HOST, port: settings.port });
  return {
    port: portOf(http),
    threeDSPort: directoryServer && portOf(directoryServer),
    acquirer,
    providers,
    setAhead(ms) {
      aheadMs = ms;
      for (const simulator of [...providers.byId.values(), paypal, banks, psp, threeDS]) {
        simulator.setAhead(ms);
      }
    },
    async close() {
      await bankServer?.close();
      await directoryServer?.close();
      await http.close();
      await mailbox.close();
      await providers.close();
      await paypal.close();
      await banks.close();
      await psp.close();
      await acquirer.close();
      await threeDS.close();
    },
  };
}

function portOf({ server }: FastifyInstance): number {
  return (server.address() as AddressInfo).port;
}
