/** Makes payment method tokens as Google Pay does, of protocol version ECv2, signed by the sandbox's own root key. */
import {
  createCipheriv,
  createHmac,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto';
import { DAY_MS, YEAR_MS } from '../../contract/durations.ts';
import type { WalletPayment } from './payment.ts';

export interface GooglePayRecipient {
  /** `gateway:` or `merchant:` and an id. */
  readonly recipientId: string;
  /** PEM of the encryption key, private or public. */
  readonly encryptionKey: string;
  readonly gatewayMerchantId?: string | undefined;
}

export interface GooglePayOptions {
  readonly protocolVersion?: string;
  /** Milliseconds since 1970. */
  readonly keyExpiration?: number;
  readonly messageExpiration?: number;
  /** The card's own number, without a cryptogram. */
  readonly isPanOnly?: boolean;
  /** Members of the encrypted message to replace. */
  readonly message?: object;
}

/** @param rootKey PEM @returns the root signing keys as Google publishes them, JSON text */
export function googleRootKeys(rootKey: string, expiration: number = Date.now() + 10 * YEAR_MS): string {
  const keyValue = spkiOf(createPublicKey(rootKey));
  return JSON.stringify({ keys: [{ keyValue, protocolVersion: 'ECv2', keyExpiration: String(expiration) }] });
}

/** @param rootKey PEM @returns JSON text, as in `paymentMethodData.tokenizationData.token` */
export function googlePayToken(
  rootKey: string,
  recipient: GooglePayRecipient,
  payment: WalletPayment,
  options: GooglePayOptions = {},
): string {
  const { protocolVersion = 'ECv2', keyExpiration = Date.now() + DAY_MS } = options;
  const intermediate = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keyValue = spkiOf(intermediate.publicKey);
  const signedKey = JSON.stringify({ keyValue, keyExpiration: String(keyExpiration) });
  const clear = JSON.stringify({ ...message(recipient, payment, options), ...options.message });
  const signedMessage = encrypt(clear, createPublicKey(recipient.encryptionKey));
  const { recipientId } = recipient;
  return JSON.stringify({
    protocolVersion,
    signature: signatureOf(['Google', recipientId, protocolVersion, signedMessage], intermediate.privateKey),
    intermediateSigningKey: { signedKey, signatures: [signatureOf(['Google', protocolVersion, signedKey], rootKey)] },
    signedMessage,
  });
}

function message(
  { gatewayMerchantId }: GooglePayRecipient,
  { number, expiry, cryptogram, eci }: WalletPayment,
  { messageExpiration = Date.now() + DAY_MS, isPanOnly = false }: GooglePayOptions,
) {
  const card = { pan: number, expirationMonth: expiry.month, expirationYear: expiry.year };
  return {
    gatewayMerchantId,
    messageExpiration: String(messageExpiration),
    messageId: randomUUID(),
    paymentMethod: 'CARD',
    paymentMethodDetails: isPanOnly
      ? { ...card, authMethod: 'PAN_ONLY' }
      : { ...card, authMethod: 'CRYPTOGRAM_3DS', cryptogram, eciIndicator: eci },
  };
}

function encrypt(clear: string, publicKey: KeyObject): string {
  const ephemeral = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const secret = diffieHellman({ privateKey: ephemeral.privateKey, publicKey });
  const { x = '', y = '' } = ephemeral.publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  const keys = Buffer.from(hkdfSync('sha256', Buffer.concat([point, secret]), Buffer.alloc(32), 'Google', 64));
  const cipher = createCipheriv('aes-256-ctr', keys.subarray(0, 32), Buffer.alloc(16));
  const encrypted = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final()]);
  return JSON.stringify({
    encryptedMessage: encrypted.toString('base64'),
    ephemeralPublicKey: point.toString('base64'),
    tag: createHmac('sha256', keys.subarray(32)).update(encrypted).digest('base64'),
  });
}

function signatureOf(texts: readonly string[], key: KeyObject | string): string {
  const parts = texts.flatMap((text) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(Buffer.byteLength(text));
    return [length, Buffer.from(text)];
  });
  return sign('sha256', Buffer.concat(parts), key).toString('base64');
}

function spkiOf(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'der' }).toString('base64');
}
