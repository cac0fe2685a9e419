/**
 * The sandbox's process: starts and stops the acquirer's host, the providers, the 3DS simulator, the mail server and
 * the HTTP server together.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { keepFilesPrivate, privateDataFolder, privateFolder } from '../../platform/private-files.ts';
import {
  sandboxBankCertificates,
  sandboxPayPalAccount,
  sandboxPixAccount,
  sandboxThreeDSCertificates,
  sandboxWalletIdentity,
  sandboxWalletKeys,
} from '../../settings/sandbox/index.ts';
import { startAcquirerHost } from '../acquirer/host.ts';
import { Mailbox } from '../mail/mailbox.ts';
import { OpenBanking } from '../open-banking/open-banking.ts';
import { listenAsBanks } from '../open-banking/server.ts';
import { PayPal } from '../paypal/paypal.ts';
import { Psp } from '../pix/psp.ts';
import { addPspServer } from '../pix/server.ts';
import { openProviderSet } from '../providers/provider-set.ts';
import { verifyProof } from '../three-ds/acs/verify.ts';
import { listenAsDirectoryServer } from '../three-ds/directory-server/server.ts';
import { ThreeDS } from '../three-ds/three-ds.ts';
import { addMerchantValidation } from '../wallets/merchant-validation.ts';
import { createSandboxHttpServer } from './sandbox-http-server.ts';
import { type Environment, readSandboxSettings, SANDBOX_HOST, type SandboxSettings } from './sandbox-settings.ts';

const log = pino({
  name: 'sandbox',
  level: process.env.LOG_LEVEL || 'info',
  // The time has the format of the gateway's log, because people read both logs together.
  timestamp: pino.stdTimeFunctions.isoTime,
});

async function start(settings: SandboxSettings): Promise<() => Promise<void>> {
  const folder = join(settings.dataDir, 'sandbox');
  mkdirSync(folder, { recursive: true });
  const narrowed = privateDataFolder(settings.dataDir);
  if (narrowed !== undefined) {
    log.warn(narrowed);
  }
  privateFolder(folder);
  const threeDSCertificates = sandboxThreeDSCertificates(settings.dataDir);
  const threeDS = new ThreeDS({ ledgerFile: join(folder, 'three-ds.db'), certificates: threeDSCertificates, log });
  const acquirer = await startAcquirerHost({
    ...settings.acquirer,
    ledgerFile: join(folder, 'acquirer.db'),
    speed: settings.speed,
    log,
    verify: (proof) => verifyProof(threeDS, proof),
  });
  const shop = {
    gatewayOrigin: settings.gatewayOrigin,
    apiPassword: settings.apiPassword,
    ordersFolder: join(folder, 'shop-orders'),
  };
  const providers = openProviderSet({ folder, speed: settings.speed, secret: settings.providerKey, log });
  const paypal = new PayPal({
    ledgerFile: join(folder, 'provider-paypal.db'),
    accounts: [
      {
        ...sandboxPayPalAccount(settings.providerKey),
        webhookUrl: `${settings.gatewayOrigin}/callback/paypal/TESTSHOP`,
      },
    ],
    speed: settings.speed,
    log,
  });
  const certificates = sandboxBankCertificates(settings.dataDir);
  const banks = new OpenBanking({
    ledgerFile: join(folder, 'provider-open-banking.db'),
    ca: certificates.ca,
    speed: settings.speed,
    log,
  });
  const psp = new Psp({
    ledgerFile: join(folder, 'provider-pix.db'),
    accounts: [{ ...sandboxPixAccount(settings.providerKey), name: 'EXAMPLE SHOP' }],
    ca: certificates.ca,
    speed: settings.speed,
    log,
  });
  const { notificationKey, smtpPort, banksPort, threeDSPort } = settings;
  const walletKeys = sandboxWalletKeys(settings.dataDir);
  const mailbox = new Mailbox();
  const listens = smtpPort === undefined ? undefined : await mailbox.listen(SANDBOX_HOST, smtpPort);
  const http = createSandboxHttpServer({
    ...{ acquirer, providers, paypal, banks, psp, threeDS, walletKeys, shop, notificationKey, mailbox, log },
    smtpUrl: listens === undefined ? undefined : `smtp://${SANDBOX_HOST}:${listens}`,
  });
  // Listens before the pages, because they link to it.
  const bankServer =
    banksPort === undefined
      ? undefined
      : await listenAsBanks(banks, certificates, SANDBOX_HOST, banksPort, (app) => {
          addPspServer(app, psp);
          addMerchantValidation(app, sandboxWalletIdentity(settings.dataDir).certificate);
        });
  const directoryServer =
    threeDSPort === undefined
      ? undefined
      : await listenAsDirectoryServer(threeDS, threeDSCertificates, SANDBOX_HOST, threeDSPort);
  await http.listen({ host: SANDBOX_HOST, port: settings.port });
  return async () => {
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
  };
}

function stopOn(close: () => Promise<void>): void {
  let stopping = false;
  const stop = async () => {
    // A terminal and a supervisor may both send the signal.
    if (stopping) {
      return;
    }
    stopping = true;
    try {
      await close();
      process.exit(0);
    } catch (error) {
      log.error({ err: error }, 'The sandbox did not stop cleanly');
      process.exit(1);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, stop);
  }
  // A closed channel means that the supervisor has ended, and cannot send a signal any more.
  process.on('disconnect', stop);
  process.channel?.unref();
}

/** @throws Error with a message of one line if the sandbox cannot start */
export async function runSandbox(env: Environment): Promise<void> {
  keepFilesPrivate();
  stopOn(await start(readSandboxSettings(env)));
}
