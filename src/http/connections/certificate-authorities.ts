/**
 * Finds out which authority issued a caller's certificate: one of merchants, or one of a card scheme, whose directory
 * server posts authentication results. TLS verifies a certificate against all authorities together without reporting
 * which one matched, and its chain is built by names only. The signatures are therefore verified here.
 */
import { X509Certificate } from 'node:crypto';
import { pemCertificates } from '../../platform/pem.ts';

/**
 * The maximum number of certificates between a leaf and its root, more than real chains have. Each requires a signature
 * verification.
 */
const CHAIN_MAX = 8;

export interface AuthorityTexts {
  /** PEM. Absent: merchants do not authenticate with certificates in the handshake. */
  readonly merchants?: string | undefined;
  /** PEM of the authorities by scheme. */
  readonly schemes: ReadonlyMap<string, string>;
}

export class CertificateAuthorities {
  readonly #merchants: readonly X509Certificate[];
  readonly #schemes: readonly (readonly [string, readonly X509Certificate[]])[];

  constructor({ merchants = '', schemes }: AuthorityTexts) {
    this.#merchants = certificatesIn(merchants);
    this.#schemes = [...schemes].map(([scheme, pem]) => [scheme, certificatesIn(pem)]);
  }

  /** True if no scheme has authorities. */
  get areMerchantsAlone(): boolean {
    return this.#schemes.length === 0;
  }

  /** @param sent unverified certificates that the caller sent with it */
  isOfMerchants(certificate: X509Certificate, sent: readonly X509Certificate[]): boolean {
    return isIssuedBy(this.#merchants, certificate, sent);
  }

  /**
   * The schemes with an authority that issued the certificate. @param sent unverified certificates that the caller sent
   * with it
   */
  schemesOf(certificate: X509Certificate, sent: readonly X509Certificate[]): ReadonlySet<string> {
    const of = this.#schemes.filter(([, authorities]) => isIssuedBy(authorities, certificate, sent));
    return new Set(of.map(([scheme]) => scheme));
  }
}

/** Follows signatures upwards through the sent certificates until one is signed by an authority. */
function isIssuedBy(
  authorities: readonly X509Certificate[],
  certificate: X509Certificate,
  sent: readonly X509Certificate[],
): boolean {
  const between = new Set(sent.filter(({ ca }) => ca).slice(0, CHAIN_MAX));
  let reached: readonly X509Certificate[] = [certificate];
  while (reached.length > 0) {
    if (reached.some((one) => authorities.some((authority) => hasSigned(authority, one)))) {
      return true;
    }
    const issuers = [...between].filter((issuer) => reached.some((one) => hasSigned(issuer, one)));
    for (const issuer of issuers) {
      between.delete(issuer);
    }
    reached = issuers;
  }
  return false;
}

function hasSigned(issuer: X509Certificate, issued: X509Certificate): boolean {
  return issued.checkIssued(issuer) && issued.verify(issuer.publicKey);
}

function certificatesIn(pem: string): X509Certificate[] {
  return pemCertificates(pem).map((one) => new X509Certificate(one));
}
