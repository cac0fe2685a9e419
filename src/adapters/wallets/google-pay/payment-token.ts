/**
 * Verifies and decrypts Google Pay's payment method tokens of protocol version ECv2: `tokenizationData.token`, in the
 * order of Google's reference.
 */
import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { DeviceTokenReading, ReadDeviceToken, WalletRecipient } from '../../../core/ports/index.ts';
import { publicKeyOf } from '../elliptic-keys.ts';
import { base64Bytes, jsonOf } from '../token-text.ts';
import { decryptMessage } from './decryption.ts';
import { readPaymentMethod } from './payment-method.ts';
import { expiration, rootKeys } from './root-keys.ts';
import { isIntermediateSigned, isMessageSigned, PROTOCOL } from './signatures.ts';

/** The operator's registration as a gateway with Google. */
export interface GoogleGateway {
  /** The gateway's name in shops' `tokenizationSpecification`. */
  readonly name: string;
  /** Several while they are rotated. */
  readonly privateKeys: readonly KeyObject[];
}

export interface GooglePayDependencies {
  /** Reads the file of Google's root signing keys. */
  readonly readRootKeys: () => string;
  /** Undefined: only merchants with keys of their own take tokens. */
  readonly gateway: GoogleGateway | undefined;
}

const SIGNATURES_MAX = 10;

const anyVersion = z.object({ protocolVersion: z.string() });
const tokenSchema = z.object({
  signature: base64Bytes,
  intermediateSigningKey: z.object({ signedKey: z.string(), signatures: z.array(base64Bytes).max(SIGNATURES_MAX) }),
  signedMessage: z.string(),
});
const signedKeySchema = z.object({ keyValue: base64Bytes, keyExpiration: expiration });
const messageSchema = z.object({ encryptedMessage: base64Bytes, ephemeralPublicKey: base64Bytes, tag: base64Bytes });

type Token = z.infer<typeof tokenSchema>;

const PROBLEMS = {
  form: 'the token of Google Pay, JSON text of paymentMethodData.tokenizationData.token',
  version: 'a token of protocolVersion ECv2',
  root: 'a token that Google signed; no root signing key of Google signed its intermediate key',
  intermediate: 'a token of Google Pay whose intermediate signing key has not expired',
  signature: 'a token that Google signed for this gateway or merchant',
  key: 'a token that is encrypted for a private key of this gateway or of wallets.googlePay in the merchant’s profile',
  time: 'a token that has not expired (messageExpiration)',
  merchant: 'a token for this merchant (gatewayMerchantId)',
  content: 'a token of Google Pay with a card',
} as const;

export function googlePayReader({ readRootKeys, gateway }: GooglePayDependencies): ReadDeviceToken {
  const keysAt = rootKeys(readRootKeys);
  return (text, recipient, { now }) => {
    const json = jsonOf(text);
    const version = anyVersion.safeParse(json).data?.protocolVersion;
    if (version !== undefined && version !== PROTOCOL) {
      return { problem: PROBLEMS.version };
    }
    const token = version === undefined ? undefined : tokenSchema.safeParse(json).data;
    if (token === undefined) {
      return { problem: PROBLEMS.form };
    }
    return read(token, keysAt(now), addresseeOf(recipient, gateway), now);
  };
}

/** The recipient that Google's signature covers, with the keys that decrypt its tokens. */
interface Addressee {
  readonly recipientId: string;
  readonly privateKeys: readonly KeyObject[];
  /** Named by the decrypted message of a token for a gateway. */
  readonly gatewayMerchantId: string | undefined;
}

/** A merchant with keys of its own is registered with Google by itself. */
function addresseeOf({ merchantId, privateKeys }: WalletRecipient, gateway: GoogleGateway | undefined): Addressee {
  return privateKeys.length > 0 || gateway === undefined
    ? { recipientId: `merchant:${merchantId}`, privateKeys, gatewayMerchantId: undefined }
    : { recipientId: `gateway:${gateway.name}`, privateKeys: gateway.privateKeys, gatewayMerchantId: merchantId };
}

function read(token: Token, roots: readonly KeyObject[], addressee: Addressee, now: number): DeviceTokenReading {
  const { signedKey, signatures } = token.intermediateSigningKey;
  if (!roots.some((root) => signatures.some((one) => isIntermediateSigned(root, signedKey, one)))) {
    return { problem: PROBLEMS.root };
  }
  const intermediate = signedKeySchema.safeParse(jsonOf(signedKey)).data;
  const signingKey = intermediate && publicKeyOf(intermediate.keyValue);
  if (signingKey === undefined || intermediate === undefined || intermediate.keyExpiration <= now) {
    return { problem: PROBLEMS.intermediate };
  }
  const message = messageSchema.safeParse(jsonOf(token.signedMessage)).data;
  if (!message || !isMessageSigned(signingKey, addressee.recipientId, token.signedMessage, token.signature)) {
    return { problem: PROBLEMS.signature };
  }
  const text = firstOf(addressee.privateKeys, (key) => decryptMessage(message, key));
  if (text === undefined) {
    return { problem: PROBLEMS.key };
  }
  return readingOf(text, addressee.gatewayMerchantId, now);
}

function readingOf(text: string, wantedMerchantId: string | undefined, now: number): DeviceTokenReading {
  const method = readPaymentMethod(text);
  if (method === undefined) {
    return { problem: PROBLEMS.content };
  }
  const { gatewayMerchantId, token } = method;
  if (token.usableUntil <= now) {
    return { problem: PROBLEMS.time };
  }
  return wantedMerchantId === undefined || gatewayMerchantId === wantedMerchantId
    ? { token }
    : { problem: PROBLEMS.merchant };
}

function firstOf<One, Found>(all: readonly One[], find: (one: One) => Found | undefined): Found | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}
