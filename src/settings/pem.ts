/** PEM (RFC 7468), as far as files of certificates go. */

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificates in a text, in its order, and nothing of what stands between them: it may be a key. */
export function pemCertificates(text: string): string[] {
  return text.match(CERTIFICATE) ?? [];
}
