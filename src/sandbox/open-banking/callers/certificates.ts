/** Identifies a caller by its certificates: that of the connection and that of the signature. */
import { X509Certificate } from 'node:crypto';
import { type Psd2Kind, psd2StatementsOf } from '../../../platform/x509/index.ts';
import { BankRefusal, type MessageCode } from '../refusal.ts';

/** A certificate's status, set by a tester. */
export type CertificateStatus = 'VALID' | 'BLOCKED' | 'REVOKED';

const STANDING_CODES: Readonly<Record<CertificateStatus, MessageCode | undefined>> = {
  VALID: undefined,
  BLOCKED: 'CERTIFICATE_BLOCKED',
  REVOKED: 'CERTIFICATE_REVOKE',
};

export class Trust {
  readonly #anchor: X509Certificate;
  readonly #standings = new Map<string, CertificateStatus>();

  /** @param ca PEM of the authority that issues callers' certificates */
  constructor(ca: string) {
    this.#anchor = new X509Certificate(ca);
  }

  /** @param fingerprint SHA-256, hex without colons, in any case */
  setStanding(fingerprint: string, standing: CertificateStatus): void {
    this.#standings.set(fingerprint.toLowerCase(), standing);
  }

  /** @returns the organization's identifier @throws BankRefusal for a certificate that is not valid for `kind` */
  check(certificate: X509Certificate, kind: Psd2Kind, now: number): string {
    const standing = this.#standings.get(fingerprintOf(certificate)) ?? 'VALID';
    const statements = psd2StatementsOf(certificate);
    const owner = /^(?:organizationIdentifier|2\.5\.4\.97)=(.+)$/m.exec(certificate.subject)?.[1];
    if (!certificate.verify(this.#anchor.publicKey) || statements?.kind !== kind || owner === undefined) {
      throw new BankRefusal('CERTIFICATE_INVALID');
    }
    if (now < certificate.validFromDate.getTime() || now > certificate.validToDate.getTime()) {
      throw new BankRefusal('CERTIFICATE_EXPIRED');
    }
    const code = STANDING_CODES[standing];
    if (code !== undefined) {
      throw new BankRefusal(code);
    }
    if (!statements.roles.includes('PSP_PI')) {
      throw new BankRefusal('ROLE_INVALID');
    }
    return owner;
  }
}

export function fingerprintOf({ fingerprint256 }: X509Certificate): string {
  return fingerprint256.replaceAll(':', '').toLowerCase();
}
