/** The merchant that the sandbox creates by itself. */
import { addSigningKey, type SigningDependencies } from '../notifications/index.ts';
import type { Passwords } from '../rest/index.ts';
import type { Settings } from '../settings/index.ts';
import { sandboxPayPalAccount } from '../settings/sandbox/index.ts';
import type { Store } from '../store/index.ts';
import type { Vault } from '../vault/index.ts';

interface SandboxProfile {
  readonly id: string;
  readonly name: string;
  readonly [member: string]: unknown;
}

/** Beside the defaults it may do what a newcomer wants to see. */
const SANDBOX_MERCHANT = { id: 'TESTSHOP', name: 'Example Shop', permissions: { partPayment: true } };

/**
 * In the sandbox, creates its own merchant, with the password that the sandbox prints and the key with which its
 * receiver verifies. Hashing is slow, so it is done only when the password changed.
 */
export async function sandboxMerchant(
  { merchants }: Store,
  vault: Vault,
  passwords: Passwords,
  signing: SigningDependencies,
  settings: Settings,
): Promise<void> {
  const { sandboxApiPassword: password, sandboxNotificationKey: key } = settings;
  if (password === undefined || key === undefined) {
    return;
  }
  const known = await merchants.find(SANDBOX_MERCHANT.id);
  const merchant =
    known ?? (await merchants.put(sandboxProfile(settings), Date.now(), (secret, place) => vault.seal(secret, place)));
  await addSigningKey(signing, merchant.key, 1, key);
  if (await passwords.matches(SANDBOX_MERCHANT.id, password, known?.passwordHash)) {
    return;
  }
  await merchants.setPasswordHash(SANDBOX_MERCHANT.id, await passwords.hash(SANDBOX_MERCHANT.id, password), Date.now());
}

/** As a newcomer finds it: what the operator changes of it afterwards stays. */
export function sandboxProfile({
  mail,
  providers: { env, sandbox },
}: Pick<Settings, 'mail' | 'providers'>): SandboxProfile {
  const profile = { ...SANDBOX_MERCHANT, receipts: { mail: mail !== undefined } };
  // The account is the stand-in's: PayPal itself does not know it.
  if (sandbox === undefined || env.PAYPAL_ENVIRONMENT) {
    return profile;
  }
  const { clientId, clientSecret, webhookId } = sandboxPayPalAccount(sandbox.secret);
  return {
    ...profile,
    browserPayments: ['demoWallet', 'demoBank', 'paypal'],
    providerAccounts: { paypal: { clientId, clientSecret, webhookId } },
  };
}
