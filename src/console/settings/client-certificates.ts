/** Reads a client certificate that a person pastes, in PEM or by its fingerprint. */
import { X509Certificate } from 'node:crypto';

/** Parts of a certificate that its fingerprint does not have. */
export interface CertificateFacts {
  /** The SHA-256 of the DER form, in lower-case hex. */
  readonly fingerprint: string;
  /** One line, as `CN=shop.example, O=Shop`. */
  readonly subject: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

export interface CertificateDependencies {
  readonly certificates: {
    ofMerchant(merchantKey: number): Promise<readonly CertificateFacts[]>;
    keep(merchantKey: number, facts: CertificateFacts): Promise<void>;
    forget(merchantKey: number, fingerprint: string): Promise<void>;
  };
}

/** FACTS: of a certificate in PEM. PROBLEM: a sentence for the person. */
export type PastedCertificate =
  | { readonly kind: 'FACTS'; readonly facts: CertificateFacts }
  | { readonly kind: 'FINGERPRINT'; readonly fingerprint: string }
  | { readonly kind: 'PROBLEM'; readonly problem: string };

/** Longer than any certificate of a client. */
export const PASTED_MAX = 16_384;
const SUBJECT_MAX = 300;
/** With colons between the bytes, as programs print it, or without. */
const FINGERPRINT = /^(?:[0-9a-f]{2}:){31}[0-9a-f]{2}$|^[0-9a-f]{64}$/i;
const PEM = /^-----BEGIN CERTIFICATE-----[\sA-Za-z0-9+/=]+-----END CERTIFICATE-----$/;

/** @param now milliseconds since 1970 */
export function readPasted(text: string, now: number): PastedCertificate {
  const pasted = text.trim();
  if (/PRIVATE KEY-----/.test(pasted)) {
    return problem('This is a private key, which nobody else may have. Paste the certificate.');
  }
  if (FINGERPRINT.test(pasted)) {
    return { kind: 'FINGERPRINT', fingerprint: pasted.replaceAll(':', '').toLowerCase() };
  }
  if ((pasted.match(/BEGIN CERTIFICATE/g) ?? []).length > 1) {
    return problem('These are several certificates. Paste the one of your server alone.');
  }
  const certificate = pasted.length > PASTED_MAX || !PEM.test(pasted) ? undefined : certificateIn(pasted);
  if (certificate === undefined) {
    return problem('This is no certificate in PEM, and no SHA-256 fingerprint of 64 hex digits.');
  }
  if (certificate.ca) {
    return problem('This certificate is an authority’s. Paste the one that your server shows.');
  }
  const until = Date.parse(certificate.validTo);
  if (!(until > now)) {
    return problem(`This certificate has expired, on ${certificate.validTo}.`);
  }
  const fingerprint = certificate.fingerprint256.replaceAll(':', '').toLowerCase();
  return { kind: 'FACTS', facts: { fingerprint, subject: subjectOf(certificate), until } };
}

function problem(sentence: string): PastedCertificate {
  return { kind: 'PROBLEM', problem: sentence };
}

function certificateIn(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

function subjectOf(certificate: X509Certificate): string {
  // The property `subject` has escapes, and is undefined for a certificate that names its owner in other fields.
  const { subject } = certificate.toLegacyObject();
  const line = Object.entries(subject ?? {})
    .map(([name, value]) => `${name}=${[value].flat().join(' + ')}`)
    .join(', ');
  return line === '' ? 'no subject' : line.slice(0, SUBJECT_MAX);
}
