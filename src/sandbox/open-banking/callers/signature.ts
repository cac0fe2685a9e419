/**
 * Signatures of requests: the digest of the body (RFC 3230), and a signature over it and other headers (Signing HTTP
 * Messages, draft-cavage-http-signatures-10, which the standard names).
 */
import { createHash, timingSafeEqual, verify, X509Certificate } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { BankRefusal } from '../refusal.ts';
import type { Trust } from './certificates.ts';

/** Headers that must be signed. Those of the second list must be signed if they are sent. */
const SIGNED_HEADERS = ['digest', 'x-request-id', 'date'];
const SIGNED_WHERE_SENT = ['psu-id', 'psu-corporate-id', 'tpp-redirect-uri'];

const HASHES: Readonly<Record<string, string>> = { 'SHA-256': 'sha256', 'SHA-512': 'sha512' };
const ALGORITHMS: Readonly<Record<string, string>> = { 'rsa-sha256': 'sha256', 'rsa-sha512': 'sha512' };

/** Maximum difference between a caller's clock and ours. */
const DATE_MS_MAX = 10 * 60_000;

export interface SignedRequest {
  readonly headers: IncomingHttpHeaders;
  /** The received bytes, unchanged. */
  readonly body: Buffer;
}

/**
 * @param connection the organization in the connection's certificate
 * @throws BankRefusal for an invalid signature, or for a missing one that is required
 */
export function checkSignature(
  { headers, body }: SignedRequest,
  { trust, now, connection, isDemanded }: { trust: Trust; now: number; connection: string; isDemanded: boolean },
): void {
  const given = textOf(headers, 'signature');
  if (given === undefined) {
    if (isDemanded) {
      throw new BankRefusal('SIGNATURE_MISSING', 'Signature');
    }
    return;
  }
  const certificate = certificateIn(textOf(headers, 'tpp-signature-certificate'));
  if (trust.check(certificate, 'QSEAL', now) !== connection) {
    throw new BankRefusal('CERTIFICATE_INVALID', 'TPP-Signature-Certificate');
  }
  if (!isDigestOf(textOf(headers, 'digest'), body)) {
    throw new BankRefusal('SIGNATURE_INVALID', 'Digest');
  }
  const parts = partsOf(given);
  const names = (parts.headers ?? '').toLowerCase().split(' ');
  const needed = [...SIGNED_HEADERS, ...SIGNED_WHERE_SENT.filter((name) => headers[name] !== undefined)];
  const text = names.map((name) => `${name}: ${textOf(headers, name) ?? ''}`).join('\n');
  const hash = ALGORITHMS[(parts.algorithm ?? '').toLowerCase()];
  const isWhole = needed.every((name) => names.includes(name)) && names.every((name) => headers[name] !== undefined);
  if (!isWhole || hash === undefined || !isKeyOf(parts.keyId, certificate)) {
    throw new BankRefusal('SIGNATURE_INVALID', 'Signature');
  }
  if (!verify(hash, Buffer.from(text), certificate.publicKey, Buffer.from(parts.signature ?? '', 'base64'))) {
    throw new BankRefusal('SIGNATURE_INVALID', 'Signature');
  }
  const date = Date.parse(textOf(headers, 'date') ?? '');
  // Uses the real clock, since setting the banks' clock ahead does not change the caller's clock.
  if (!(Math.abs(date - Date.now()) <= DATE_MS_MAX)) {
    throw new BankRefusal('TIMESTAMP_INVALID', 'Date');
  }
}

/** Base64 of the certificate's DER, or of a PEM with or without line breaks. */
function certificateIn(text: string | undefined): X509Certificate {
  const bare = (text ?? '').replace(/-----(?:BEGIN|END) CERTIFICATE-----|\s/g, '');
  try {
    return new X509Certificate(Buffer.from(bare, 'base64'));
  } catch {
    throw new BankRefusal('CERTIFICATE_INVALID', 'TPP-Signature-Certificate');
  }
}

function isDigestOf(header: string | undefined, body: Buffer): boolean {
  const [, name = '', given = ''] = /^([^=]+)=(.+)$/.exec(header ?? '') ?? [];
  const hash = HASHES[name.toUpperCase()];
  if (hash === undefined) {
    return false;
  }
  const wanted = createHash(hash).update(body).digest();
  const actual = Buffer.from(given, 'base64');
  return actual.length === wanted.length && timingSafeEqual(actual, wanted);
}

/** `keyId="SN=…,CA=…",algorithm="rsa-sha256",headers="…",signature="…"` */
function partsOf(header: string): Readonly<Partial<Record<string, string>>> {
  return Object.fromEntries([...header.matchAll(/([A-Za-z]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
}

/**
 * Compares the serial number, in hexadecimal with or without leading zeros. The notation of the issuer varies, so it is
 * not compared.
 */
function isKeyOf(keyId: string | undefined, certificate: X509Certificate): boolean {
  const [, serial = ''] = /^SN=([0-9A-Fa-f]+),\s*CA=.+$/.exec(keyId ?? '') ?? [];
  const bare = (text: string) => text.replace(/^0+/, '').toUpperCase();
  return serial !== '' && bare(serial) === bare(certificate.serialNumber);
}

function textOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
