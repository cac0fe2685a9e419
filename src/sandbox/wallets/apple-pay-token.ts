/** Makes payment tokens as Apple Pay does, of version EC_v1, signed by the sandbox's own authority. */
import {
  createCipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';
import {
  type ApplePayChain,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  set,
  tlv,
  utcTime,
} from '../../platform/x509/index.ts';
import type { WalletPayment } from './payment.ts';

const DATA = objectIdentifier('1.2.840.113549.1.7.1');
const SIGNED_DATA = objectIdentifier('1.2.840.113549.1.7.2');
const SHA256 = sequence(objectIdentifier('2.16.840.1.101.3.4.2.1'));
const ECDSA_WITH_SHA256 = sequence(objectIdentifier('1.2.840.10045.4.3.2'));

export interface ApplePayRecipient {
  readonly merchantId: string;
  /** PEM of the payment processing key, private or public. */
  readonly processingKey: string;
}

export interface ApplePayOptions {
  /** Milliseconds since 1970. */
  readonly signedAt?: number;
  readonly version?: string;
  /** Members of the encrypted data to replace. */
  readonly data?: object;
  /** Hex. */
  readonly applicationData?: string;
  /** Certificates in the signature, PEM: by default the leaf and the intermediate one. */
  readonly certificates?: readonly string[];
}

/** @returns JSON text, as in `PKPaymentToken.paymentData` */
export function applePayToken(
  chain: ApplePayChain,
  { merchantId, processingKey }: ApplePayRecipient,
  payment: WalletPayment,
  options: ApplePayOptions = {},
): string {
  const { signedAt = Date.now(), version = 'EC_v1', applicationData } = options;
  const merchantKey = createPublicKey(processingKey);
  const ephemeral = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const secret = diffieHellman({ privateKey: ephemeral.privateKey, publicKey: merchantKey });
  const clear = JSON.stringify({ ...paymentData(payment), ...options.data });
  const data = encrypt(clear, symmetricKey(secret, merchantId));
  const ephemeralPublicKey = spkiOf(ephemeral.publicKey);
  const transactionId = randomBytes(32);
  const content = Buffer.concat([ephemeralPublicKey, data, transactionId, Buffer.from(applicationData ?? '', 'hex')]);
  const { certificates = [chain.leaf, chain.intermediate] } = options;
  return JSON.stringify({
    version,
    data: data.toString('base64'),
    signature: detachedSignature(chain, certificates, content, new Date(signedAt)).toString('base64'),
    header: {
      ephemeralPublicKey: ephemeralPublicKey.toString('base64'),
      publicKeyHash: createHash('sha256').update(spkiOf(merchantKey)).digest('base64'),
      transactionId: transactionId.toString('hex'),
      applicationData,
    },
  });
}

function paymentData({ number, expiry, amount, currencyNumber, cryptogram, eci }: WalletPayment) {
  const twoDigits = (value: number) => String(value % 100).padStart(2, '0');
  return {
    applicationPrimaryAccountNumber: number,
    applicationExpirationDate: `${twoDigits(expiry.year)}${twoDigits(expiry.month)}28`,
    currencyCode: currencyNumber,
    transactionAmount: amount,
    deviceManufacturerIdentifier: '040010030273',
    paymentDataType: '3DSecure',
    paymentData: { onlinePaymentCryptogram: cryptogram, eciIndicator: eci },
  };
}

/** NIST SP 800-56A, single-step derivation with SHA-256. */
function symmetricKey(secret: Buffer, merchantId: string): Buffer {
  return createHash('sha256')
    .update(Buffer.of(0, 0, 0, 1))
    .update(secret)
    .update('\x0did-aes256-GCMApple', 'latin1')
    .update(createHash('sha256').update(merchantId).digest())
    .digest();
}

function encrypt(text: string, key: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, Buffer.alloc(16));
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

function spkiOf(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' });
}

/** CMS SignedData (RFC 5652); the outer elements have indefinite lengths, like Apple's. */
function detachedSignature(
  { leafKey, leaf }: ApplePayChain,
  certificates: readonly string[],
  content: Buffer,
  signedAt: Date,
): Buffer {
  const attributes = [
    attribute('1.2.840.113549.1.9.3', DATA),
    attribute('1.2.840.113549.1.9.5', utcTime(signedAt)),
    attribute('1.2.840.113549.1.9.4', octetString(createHash('sha256').update(content).digest())),
  ];
  const signature = sign('sha256', set(...attributes), leafKey);
  const signer = sequence(
    integer(Buffer.of(1)),
    signerId(new X509Certificate(leaf)),
    SHA256,
    tlv(0xa0, ...attributes),
    ECDSA_WITH_SHA256,
    octetString(signature),
  );
  const raw = certificates.map((pem) => new X509Certificate(pem).raw);
  const signedData = indefinite(
    0x30,
    integer(Buffer.of(1)),
    set(SHA256),
    indefinite(0x30, DATA),
    indefinite(0xa0, ...raw),
    set(signer),
  );
  return indefinite(0x30, SIGNED_DATA, indefinite(0xa0, signedData));
}

function attribute(id: string, value: Buffer): Buffer {
  return sequence(objectIdentifier(id), set(value));
}

function indefinite(tag: number, ...contents: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.of(tag, 0x80), ...contents, Buffer.of(0, 0)]);
}

/** By issuer and serial number. The issuer has only a common name here. */
function signerId({ issuer, serialNumber }: X509Certificate): Buffer {
  const name = Buffer.from(issuer.replace(/^CN=/u, ''));
  const distinguished = sequence(set(sequence(objectIdentifier('2.5.4.3'), tlv(0x0c, name))));
  return sequence(distinguished, integer(Buffer.from(serialNumber, 'hex')));
}
