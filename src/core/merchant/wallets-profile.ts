/** The merchant's registrations with the wallets on payers' devices, and the private keys for their tokens. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { openedKey, SEALED_KEY, type SecretOpener } from './profile-key.ts';

const KEY_ALLOWED = 'a private key on P-256, PKCS #8, in PEM or as Base64 of DER, without a passphrase';

/** In clear as the operator gives it, or sealed as stored. */
const privateKey = z
  .string()
  .max(4_000)
  .refine((text) => SEALED_KEY.test(text) || walletKey(text) !== undefined, KEY_ALLOWED);

const keys = {
  nextPrivateKey: privateKey
    .optional()
    .describe(
      'A second private key, while you change over: tokens for either are taken. Stored encrypted, never shown.',
    ),
};

const applePay = z
  .object({
    merchantId: z
      .string()
      .regex(/^[\x21-\x7e]{1,200}$/, 'your merchant identifier at Apple')
      .describe('Your merchant identifier at Apple, such as `merchant.com.example.shop`.'),
    privateKey: privateKey.describe(
      'The private key of your Apple Pay payment processing certificate, PKCS #8 on P-256, in PEM or as Base64 of DER. ' +
        'Stored encrypted, never shown.',
    ),
    ...keys,
  })
  .nullable()
  .default(null)
  .describe('Apple Pay. Left out: its tokens are refused.');

const googlePay = z
  .object({
    merchantId: z
      .string()
      .regex(/^[\x21-\x7e]{1,200}$/, 'an id at Google, or the gatewayMerchantId')
      .optional()
      .describe(
        'The `gatewayMerchantId` with which you ask for tokens; left out, the `id` of this profile. With a ' +
          '`privateKey`, your merchant id at Google.',
      ),
    privateKey: privateKey
      .optional()
      .describe(
        'Only where you are registered with Google by yourself (tokenization type `DIRECT`): your private key, PKCS #8 ' +
          'on P-256. Left out, tokens come for the gateway. Stored encrypted, never shown.',
      ),
    ...keys,
  })
  .refine(({ privateKey: first, nextPrivateKey: next }) => next === undefined || first !== undefined, {
    path: ['nextPrivateKey'],
    message: 'allowed only beside a privateKey',
  })
  .nullable()
  .default(null)
  .describe('Google Pay. Left out: its tokens are refused.');

export const walletsProfile = z
  .object({ applePay, googlePay })
  .prefault({})
  .describe('Tokens of wallets on payers’ devices: see [the guide](../guide/wallets.md).');

type WalletsProfile = z.infer<typeof walletsProfile>;

interface WalletHolder {
  readonly id: string;
  readonly wallets: WalletsProfile;
}

/** The secret members, by their path in the profile. */
export const WALLET_SECRETS = [
  ['applePay', 'privateKey'],
  ['applePay', 'nextPrivateKey'],
  ['googlePay', 'privateKey'],
  ['googlePay', 'nextPrivateKey'],
] as const;

type SecretPath = (typeof WALLET_SECRETS)[number];

/** The purpose under which a private key is sealed. */
export function walletKeyPlace(merchantId: string, [wallet, member]: SecretPath): string {
  return `merchant ${merchantId} wallets ${wallet} ${member}`;
}

/** Replaces each private key by the result of `change`, which also receives the purpose that it is sealed for. */
export function withWalletSecrets<Holder extends WalletHolder>(
  holder: Holder,
  change: (secret: string, place: string) => string,
): Holder {
  const wallets = structuredClone(holder.wallets);
  for (const path of WALLET_SECRETS) {
    const [wallet, member] = path;
    const members = wallets[wallet];
    const secret = members?.[member];
    if (members !== null && secret !== undefined) {
      members[member] = change(secret, walletKeyPlace(holder.id, path));
    }
  }
  return { ...holder, wallets };
}

/** The private keys of a wallet, decrypted, the one in use first. */
export function walletKeys(holder: WalletHolder, wallet: SecretPath[0], sealer: SecretOpener): KeyObject[] {
  return WALLET_SECRETS.flatMap((path) => {
    const secret = path[0] === wallet ? holder.wallets[wallet]?.[path[1]] : undefined;
    const text = secret && openedKey(secret, walletKeyPlace(holder.id, path), sealer);
    const key = text === undefined ? undefined : walletKey(text);
    return key === undefined ? [] : [key];
  });
}

/** @param text PEM, or Base64 of DER @returns undefined for anything but a private key on P-256 */
export function walletKey(text: string): KeyObject | undefined {
  try {
    const key = text.includes('-----BEGIN')
      ? createPrivateKey(text)
      : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined;
  } catch {
    // OpenSSL's text may contain parts of the key.
    return undefined;
  }
}
