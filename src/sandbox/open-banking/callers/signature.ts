/**
 * Signatures of requests: the digest of the body (RFC 3230), and a signature over it and other headers (Signing HTTP
 * Messages, draft-cavage-http-signatures-10, as the standard names it).
 */
import { createHash, timingSafeEqual, verify, X509Certificate } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '../refusal.ts';
import type { Trust } from './certificates.ts';

/** Which headers must be signed; those of the second list where they are there. */
const SIGNED = ['digest', 'x-request-id', 'date'];
const SIGNED_WHERE_SENT = ['psu-id', 'psu-corporate-id', 'tpp-redirect-uri'];

const HASHES: Readonly<Record<string, string>> = { 'SHA-256': 'sha256', 'SHA-512': 'sha512' };
const ALGORITHMS: Readonly<Record<string, string>> = { 'rsa-sha256': 'sha256', 'rsa-sha512': 'sha512' };

/** How far a caller's clock may be off. */
const DATE_MS_MAX = 10 * 60_000;

export interface SignedRequest {
  readonly headers: IncomingHttpHeaders;
  /** Exactly as it came. */
  readonly body: Buffer;
}

/**
 * @param connection the organization that the connection's certificate names
 * @throws Refusal for a signature that is wrong, or missing where it is demanded
 */
export function checkSignature(
  { headers, body }: SignedRequest,
  { trust, now, connection, isDemanded }: { trust: Trust; now: number; connection: string; isDemanded: boolean },
): void {
  const given = textOf(headers, 'signature');
  if (given === undefined) {
    if (isDemanded) {
      throw new Refusal('SIGNATURE_MISSING', 'Signature');
    }
    return;
  }
  const certificate = certificateIn(textOf(headers, 'tpp-signature-certificate'));
  if (trust.check(certificate, 'QSEAL', now) !== connection) {
    throw new Refusal('CERTIFICATE_INVALID', 'TPP-Signature-Certificate');
  }
  if (!isDigestOf(textOf(headers, 'digest'), body)) {
    throw new Refusal('SIGNATURE_INVALID', 'Digest');
  }
  const parts = partsOf(given);
  const names = (parts.headers ?? '').toLowerCase().split(' ');
  const needed = [...SIGNED, ...SIGNED_WHERE_SENT.filter((name) => headers[name] !== undefined)];
  const text = names.map((name) => `${name}: ${textOf(headers, name) ?? ''}`).join('\n');
  const hash = ALGORITHMS[(parts.algorithm ?? '').toLowerCase()];
  const isWhole = needed.every((name) => names.includes(name)) && names.every((name) => headers[name] !== undefined);
  if (!isWhole || hash === undefined || !isKeyOf(parts.keyId, certificate)) {
    throw new Refusal('SIGNATURE_INVALID', 'Signature');
  }
  if (!verify(hash, Buffer.from(text), certificate.publicKey, Buffer.from(parts.signature ?? '', 'base64'))) {
    throw new Refusal('SIGNATURE_INVALID', 'Signature');
  }
  const date = Date.parse(textOf(headers, 'date') ?? '');
  // By the real clock: a tester who puts the banks' ahead leaves the caller's as it is.
  if (!(Math.abs(date - Date.now()) <= DATE_MS_MAX)) {
    throw new Refusal('TIMESTAMP_INVALID', 'Date');
  }
}

/** Base64 of the certificate's DER, or of a PEM whose lines may be gone. */
function certificateIn(text: string | undefined): X509Certificate {
  const bare = (text ?? '').replace(/-----(?:BEGIN|END) CERTIFICATE-----|\s/g, '');
  try {
    return new X509Certificate(Buffer.from(bare, 'base64'));
  } catch {
    throw new Refusal('CERTIFICATE_INVALID', 'TPP-Signature-Certificate');
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

/** The serial number in hexadecimal, leading zeros or not, and the issuer, in whatever notation. */
function isKeyOf(keyId: string | undefined, certificate: X509Certificate): boolean {
  const [, serial = ''] = /^SN=([0-9A-Fa-f]+),\s*CA=.+$/.exec(keyId ?? '') ?? [];
  const bare = (text: string) => text.replace(/^0+/, '').toUpperCase();
  return serial !== '' && bare(serial) === bare(certificate.serialNumber);
}

function textOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
