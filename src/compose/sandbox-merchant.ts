/** The merchant that the sandbox creates. */
import { addSigningKey, type SigningDependencies } from '../adapters/notifications/index.ts';
import { PIX_SANDBOX_ORIGIN } from '../adapters/providers/index.ts';
import type { Store } from '../adapters/store/index.ts';
import type { Vault } from '../adapters/vault/index.ts';
import type { Passwords } from '../api/rest/index.ts';
import type { Settings } from '../settings/index.ts';
import {
  sandboxPayPalAccount,
  sandboxPixAccount,
  sandboxWalletIdentity,
  sandboxWalletKeys,
} from '../settings/sandbox/index.ts';

interface SandboxProfile {
  readonly id: string;
  readonly name: string;
  readonly [member: string]: unknown;
}

/**
 * The profile of the sandbox's merchant. It differs from the default profile in features that a newcomer wants to try.
 */
const SANDBOX_MERCHANT = {
  id: 'TESTSHOP',
  name: 'Example Shop',
  permissions: { partPayment: true },
  // Newcomers often have the same test card declined, so only the limit per session applies.
  limits: {
    declinesPerSession: 25,
    declinesPerCard: null,
    retriesAfterNever: true,
    declinesPerBin: null,
    challenges: false,
  },
  // The sandbox's directory servers accept every merchant.
  payerAuthentication: {
    requestorId: 'TESTSHOP',
    requestorName: 'Example Shop',
    requestorUrl: 'https://shop.example',
    acquirerBin: '400551',
    acquirerMerchantId: 'TESTSHOP',
    categoryCode: '5999',
    country: 'DEU',
  },
};

/**
 * Creates the sandbox's merchant, with the password that the sandbox prints and the key with which its receiver
 * verifies notifications. Hashing is slow, so the hash is set only if the password has changed.
 *
 * @param changes members of the initial profile
 */
export async function sandboxMerchant(
  { merchants }: Store,
  vault: Vault,
  passwords: Passwords,
  signing: SigningDependencies,
  settings: Settings,
  changes: object = {},
): Promise<void> {
  const { sandboxApiPassword: password, sandboxNotificationKey: key } = settings;
  if (password === undefined || key === undefined) {
    return;
  }
  const known = await merchants.find(SANDBOX_MERCHANT.id);
  const merchant =
    known ??
    (await merchants.put({ ...sandboxProfile(settings), ...changes }, Date.now(), (secret, place) =>
      vault.seal(secret, place),
    ));
  await addSigningKey(signing, merchant.key, 1, key);
  if (await passwords.matches(SANDBOX_MERCHANT.id, password, known?.passwordHash)) {
    return;
  }
  await merchants.setPasswordHash(SANDBOX_MERCHANT.id, await passwords.hash(SANDBOX_MERCHANT.id, password), Date.now());
}

/** The initial profile. Changes by the operator are not overwritten at later starts. */
export function sandboxProfile({
  mail,
  providers: { env, sandbox },
  dataDir,
}: Pick<Settings, 'dataDir' | 'mail' | 'providers'>): SandboxProfile {
  const profile = {
    ...SANDBOX_MERCHANT,
    embedHosts: demoShopHosts(sandbox),
    receipts: { mail: mail !== undefined },
    wallets: walletRegistrations(dataDir, sandbox),
  };
  // Accounts at the sandbox's simulators.
  const accounts =
    sandbox === undefined
      ? {}
      : { ...paypalAccount(env, sandbox), ...bankAccount(env, sandbox), ...pixAccount(sandbox) };
  return Object.keys(accounts).length === 0
    ? profile
    : {
        ...profile,
        browserPayments: ['demoWallet', 'demoBank', ...Object.keys(accounts)],
        providerAccounts: accounts,
      };
}

/** The registrations with the sandbox's wallets. Buttons need its server for merchant validation. */
function walletRegistrations(dataDir: string, sandbox: Sandbox | undefined) {
  const { merchantId, processingKey } = sandboxWalletKeys(dataDir).applePay;
  if (sandbox?.banks === undefined) {
    return { applePay: { merchantId, privateKey: processingKey }, googlePay: {} };
  }
  const { certificate, key } = sandboxWalletIdentity(dataDir);
  return {
    applePay: { merchantId, privateKey: processingKey, identityCertificate: certificate, identityKey: key },
    googlePay: { businessId: 'SANDBOX' },
    country: 'DEU',
  };
}

/** The hosts of the demo shop's pages, which may embed the payment page: one for each name of this machine. */
function demoShopHosts(sandbox: Sandbox | undefined): readonly string[] {
  const origins = sandbox === undefined ? [] : [sandbox.origin, sandbox.origin.replace('127.0.0.1', 'localhost')];
  return origins.map((origin) => new URL(origin).host);
}

type Sandbox = NonNullable<Settings['providers']['sandbox']>;
type Environment = Settings['providers']['env'];

function paypalAccount({ PAYPAL_ENVIRONMENT }: Environment, { secret }: Sandbox): object {
  const { clientId, clientSecret, webhookId } = sandboxPayPalAccount(secret);
  return PAYPAL_ENVIRONMENT ? {} : { paypal: { clientId, clientSecret, webhookId } };
}

/**
 * The account at the sandbox's PSP. Its URL is a placeholder that the adapter replaces, because the PSP's port changes
 * with each start.
 */
function pixAccount({ banks, psp, secret }: Sandbox): object {
  if (banks === undefined || psp === undefined) {
    return {};
  }
  const { cert: certificate, key: certificateKey } = banks.certificates.qwac;
  return {
    pix: {
      address: `${PIX_SANDBOX_ORIGIN}/api/v2`,
      tokenAddress: `${PIX_SANDBOX_ORIGIN}/oauth/token`,
      ...sandboxPixAccount(secret),
      ...{ certificate, certificateKey },
    },
  };
}

/**
 * The account that receives transfers. It is fictitious: the bank code is not assigned, but the check digits are valid.
 */
function bankAccount({ OPEN_BANKING_BANKS }: Environment, { banks }: Sandbox): object {
  return banks === undefined || OPEN_BANKING_BANKS
    ? {}
    : { openBanking: { iban: 'DE97999999990000012345', name: 'Example Shop' } };
}
