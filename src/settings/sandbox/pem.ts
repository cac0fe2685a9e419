/** PEM (RFC 7468), as far as certificate files need it. */

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificates in a text, in order, without any text between them, which may be a key. */
export function pemCertificates(text: string): string[] {
  return text.match(CERTIFICATE) ?? [];
}
