/** The merchant's registrations with the wallets on payers' devices, and the private keys for their tokens. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { COUNTRIES } from '../../contract/countries.ts';
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

const certificate = z
  .string()
  .max(8_000)
  .refine((text) => isCertificate(text), 'a certificate in PEM')
  .optional()
  .describe(
    'Your Apple Pay merchant identity certificate, in PEM. With `identityKey` and a `country`, the hosted page has a ' +
      'button for Apple Pay.',
  );

/** An RSA key, other than the keys for tokens. */
const identityKey = z
  .string()
  .max(8_000)
  .refine((text) => SEALED_KEY.test(text) || isPrivateKey(text), 'a private key in PEM, without a passphrase')
  .optional()
  .describe('The private key of your merchant identity certificate, in PEM. Stored encrypted, never shown.');

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
    identityCertificate: certificate,
    identityKey,
  })
  .refine(({ identityCertificate, identityKey: key }) => (identityCertificate === undefined) === (key === undefined), {
    path: ['identityKey'],
    message: 'needed with an identityCertificate, and only with it',
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
    businessId: z
      .string()
      .regex(/^[\x21-\x7e]{1,200}$/, 'your merchant id in Google’s console')
      .optional()
      .describe(
        'Your merchant id in the Google Pay & Wallet Console. With it and a `country`, the hosted page has a button for ' +
          'Google Pay.',
      ),
  })
  .refine(({ privateKey: first, nextPrivateKey: next }) => next === undefined || first !== undefined, {
    path: ['nextPrivateKey'],
    message: 'allowed only beside a privateKey',
  })
  .nullable()
  .default(null)
  .describe('Google Pay. Left out: its tokens are refused.');

export const walletsProfile = z
  .object({
    applePay,
    googlePay,
    country: z
      .string()
      .refine((code) => Object.hasOwn(COUNTRIES, code), 'a country of ISO 3166-1, three letters')
      .optional()
      .describe('The country in which payments are processed, ISO 3166-1 alpha-3. The wallets ask for it.'),
  })
  .prefault({})
  .describe('Tokens of wallets on payers’ devices: see [the guide](../guide/wallets.md).');

type WalletsProfile = z.infer<typeof walletsProfile>;

interface WalletHolder {
  readonly id: string;
  readonly wallets: WalletsProfile;
}

/** Keys for which tokens are encrypted, by their path in the profile. */
const TOKEN_KEYS = [
  ['applePay', 'privateKey'],
  ['applePay', 'nextPrivateKey'],
  ['googlePay', 'privateKey'],
  ['googlePay', 'nextPrivateKey'],
] as const;

const IDENTITY_KEY = ['applePay', 'identityKey'] as const;

/** The secret members, by their path in the profile. */
export const WALLET_SECRETS = [...TOKEN_KEYS, IDENTITY_KEY] as const;

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
    const members: Partial<Record<SecretPath[1], string | undefined>> | null = wallets[wallet];
    const secret = members?.[member];
    if (members !== null && secret !== undefined) {
      members[member] = change(secret, walletKeyPlace(holder.id, path));
    }
  }
  return { ...holder, wallets };
}

/** The private keys of a wallet, decrypted, the one in use first. */
export function walletKeys(holder: WalletHolder, wallet: SecretPath[0], sealer: SecretOpener): KeyObject[] {
  return TOKEN_KEYS.flatMap((path) => {
    const secret = path[0] === wallet ? holder.wallets[wallet]?.[path[1]] : undefined;
    const text = secret && openedKey(secret, walletKeyPlace(holder.id, path), sealer);
    const key = text === undefined ? undefined : walletKey(text);
    return key === undefined ? [] : [key];
  });
}

/** The client certificate with which Apple identifies the merchant. PEM. */
export interface MerchantIdentity {
  readonly certificate: string;
  readonly key: string;
}

/** @returns undefined if the profile has none */
export function merchantIdentity(
  { id, wallets: { applePay: apple } }: WalletHolder,
  sealer: SecretOpener,
): MerchantIdentity | undefined {
  const { identityCertificate: pem, identityKey: key } = apple ?? {};
  return pem === undefined || key === undefined
    ? undefined
    : { certificate: pem, key: openedKey(key, walletKeyPlace(id, IDENTITY_KEY), sealer) };
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).validTo !== '';
  } catch {
    return false;
  }
}

function isPrivateKey(text: string): boolean {
  try {
    return createPrivateKey(text).type === 'private';
  } catch {
    // OpenSSL's text may contain parts of the key.
    return false;
  }
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
