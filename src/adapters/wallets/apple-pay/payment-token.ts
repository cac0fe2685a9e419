/**
 * Verifies and decrypts Apple Pay's payment tokens of version EC_v1: `PKPaymentToken.paymentData`, in the order of
 * Apple's payment token format reference.
 */
import { createHash, createPublicKey, type KeyObject, type X509Certificate } from 'node:crypto';
import { z } from 'zod';
import type { DeviceTokenReading, ReadDeviceToken, TokenTime, WalletRecipient } from '../../../core/ports/index.ts';
import { publicKeyOf, sharedSecret } from '../elliptic-keys.ts';
import { base64Bytes, jsonOf } from '../token-text.ts';
import { trustedSigners } from './chain.ts';
import { decryptPaymentData } from './decryption.ts';
import { readPaymentData } from './payment-data.ts';
import { readSignedData } from './signed-data.ts';

/** The payer has confirmed just before; a longer way suggests that somebody kept the token. */
const AGE_MS_MAX = 5 * 60_000;
/** Clocks differ. */
const AHEAD_MS_MAX = 60_000;

/**
 * 32 bytes. The signature covers the members one after the other, without their lengths: with a shorter id, its last
 * bytes in `applicationData`, a used token would have a new id under the same signature.
 */
const hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/i)
  .transform((text) => Buffer.from(text, 'hex'));

const anyVersion = z.object({ version: z.string() });

const tokenSchema = z.object({
  data: base64Bytes,
  signature: base64Bytes,
  header: z.object({
    ephemeralPublicKey: base64Bytes,
    publicKeyHash: base64Bytes,
    transactionId: hash,
    applicationData: hash.optional(),
  }),
});

type Token = z.infer<typeof tokenSchema>;

const PROBLEMS = {
  form: 'the token of Apple Pay, JSON text of PKPaymentToken.paymentData',
  version: 'a token of version EC_v1; Apple Pay’s RSA_v1 is not taken',
  signature: 'a token that Apple signed; its signature or a certificate of it does not verify',
  time: 'a token that was signed within the last 5 minutes',
  key: 'a token that is encrypted for a private key in wallets.applePay of the merchant’s profile',
  merchant: 'a token for the merchantId in wallets.applePay of the merchant’s profile',
  content: 'a token with a card’s number, expiry, amount and a cryptogram of type 3DSecure',
} as const;

/** @param roots the authorities that the operator trusts: Apple Root CA - G3 */
export function applePayReader(roots: readonly X509Certificate[]): ReadDeviceToken {
  return (text, recipient, time) => {
    const json = jsonOf(text);
    const version = anyVersion.safeParse(json).data?.version;
    if (version !== undefined && version !== 'EC_v1') {
      return { problem: PROBLEMS.version };
    }
    const token = version === undefined ? undefined : tokenSchema.safeParse(json).data;
    return token === undefined ? { problem: PROBLEMS.form } : read(token, roots, recipient, time);
  };
}

function read(
  token: Token,
  roots: readonly X509Certificate[],
  recipient: WalletRecipient,
  { now, heldMsMax }: TokenTime,
): DeviceTokenReading {
  const signedAt = signingTime(token, roots, now);
  if (signedAt === undefined) {
    return { problem: PROBLEMS.signature };
  }
  const usableUntil = signedAt + AGE_MS_MAX + heldMsMax;
  if (signedAt > now + AHEAD_MS_MAX || usableUntil <= now) {
    return { problem: PROBLEMS.time };
  }
  const { ephemeralPublicKey, publicKeyHash, transactionId } = token.header;
  const privateKey = recipient.privateKeys.find((key) => hashOfPublicKey(key).equals(publicKeyHash));
  const publicKey = publicKeyOf(ephemeralPublicKey);
  if (privateKey === undefined || publicKey === undefined) {
    return { problem: PROBLEMS.key };
  }
  const text = decryptPaymentData(token.data, sharedSecret(privateKey, publicKey), recipient.merchantId);
  if (text === undefined) {
    return { problem: PROBLEMS.merchant };
  }
  const data = readPaymentData(text);
  return data === undefined
    ? { problem: PROBLEMS.content }
    : { token: { wallet: 'APPLE_PAY', id: transactionId.toString('hex'), usableUntil, ...data } };
}

/** @returns when Apple signed the token; undefined without a signature that can be trusted */
function signingTime(
  { data, signature, header }: Token,
  roots: readonly X509Certificate[],
  now: number,
): number | undefined {
  const { ephemeralPublicKey, transactionId, applicationData = Buffer.of() } = header;
  const content = Buffer.concat([ephemeralPublicKey, data, transactionId, applicationData]);
  try {
    const { certificates, signedAt, isSignedBy } = readSignedData(signature);
    return trustedSigners(certificates, roots, now).some((key) => isSignedBy(key, content)) ? signedAt : undefined;
  } catch {
    // The text of an error could repeat bytes of the token.
    return undefined;
  }
}

/** As in the token's header. */
function hashOfPublicKey(privateKey: KeyObject): Buffer {
  const spki = createPublicKey(privateKey.export({ format: 'pem', type: 'pkcs8' })).export({
    format: 'der',
    type: 'spki',
  });
  return createHash('sha256').update(spki).digest();
}
