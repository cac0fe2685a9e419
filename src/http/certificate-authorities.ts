/**
 * Whose authority has issued a caller's certificate: one of merchants, or a card scheme's, whose directory server posts
 * how payments were authenticated. TLS verifies a certificate against all of them together, and tells that one of them
 * vouches for it, not which; the chain that it shows is made of names alone. So the signatures are followed here.
 */
import { X509Certificate } from 'node:crypto';

/** Certificates between one and its root: no real chain is longer, and each link is a signature to verify. */
const CHAIN_MAX = 8;

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

export interface AuthorityTexts {
  /** PEM. Absent: no merchant shows a certificate in a handshake. */
  readonly merchants?: string | undefined;
  /** By scheme: PEM of its authorities. */
  readonly schemes: ReadonlyMap<string, string>;
}

export class CertificateAuthorities {
  readonly #merchants: readonly X509Certificate[];
  readonly #schemes: readonly (readonly [string, readonly X509Certificate[]])[];

  constructor({ merchants = '', schemes }: AuthorityTexts) {
    this.#merchants = certificatesIn(merchants);
    this.#schemes = [...schemes].map(([scheme, pem]) => [scheme, certificatesIn(pem)]);
  }

  /** Whether no certificate can be a scheme's. */
  get areMerchantsAlone(): boolean {
    return this.#schemes.length === 0;
  }

  /** @param sent certificates that came with it, which may be anything */
  isOfMerchants(certificate: X509Certificate, sent: readonly X509Certificate[]): boolean {
    return isIssuedBy(this.#merchants, certificate, sent);
  }

  /** Those of whose directory servers it may be. @param sent as above */
  schemesOf(certificate: X509Certificate, sent: readonly X509Certificate[]): ReadonlySet<string> {
    const of = this.#schemes.filter(([, authorities]) => isIssuedBy(authorities, certificate, sent));
    return new Set(of.map(([scheme]) => scheme));
  }
}

/** Each way from the certificate up by those that were sent, until one is signed by an authority. */
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
  return (pem.match(PEM) ?? []).map((one) => new X509Certificate(one));
}
