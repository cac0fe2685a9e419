/** Reads the certificates in a PEM text (RFC 7468). */

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Returns the certificates in a text, in order. Other parts of the text, such as keys, are omitted. */
export function pemCertificates(text: string): string[] {
  return text.match(CERTIFICATE) ?? [];
}
