/**
 * Signs each request with the qualified certificate for seals (QSEAL), as NextGenPSD2 requires: a digest of the body,
 * and a signature over chosen headers (draft-cavage-http-signatures).
 */
import { createHash, createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto';

/** The headers to sign, in this order. Headers that a request does not have are skipped. */
const SIGNED_HEADERS = ['digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri', 'date'] as const;

export type SignHeaders = (headers: Readonly<Record<string, string>>, body: string) => Record<string, string>;

/**
 * @param cert PEM, beginning with the certificate for seals @param key the RSA key of that certificate, PEM @throws
 *   Error if they do not match
 */
export function signer(cert: string, key: string): SignHeaders {
  const certificate = new X509Certificate(cert);
  const privateKey = createPrivateKey(key);
  if (privateKey.asymmetricKeyType !== 'rsa' || !certificate.checkPrivateKey(privateKey)) {
    throw new Error('is not the RSA key of its certificate');
  }
  const keyId = `SN=${certificate.serialNumber},CA=${issuerOf(certificate)}`;
  const sent = certificate.raw.toString('base64');
  return (headers, body) => signHeaders({ ...headers, digest: digestOf(body) }, { keyId, privateKey, sent });
}

interface Seal {
  readonly keyId: string;
  readonly privateKey: KeyObject;
  readonly sent: string;
}

function signHeaders(headers: Record<string, string>, { keyId, privateKey, sent }: Seal): Record<string, string> {
  const names = SIGNED_HEADERS.filter((name) => headers[name] !== undefined);
  const text = names.map((name) => `${name}: ${headers[name]}`).join('\n');
  const signature = sign('sha256', Buffer.from(text), privateKey).toString('base64');
  return {
    ...headers,
    signature: `keyId="${keyId}",algorithm="rsa-sha256",headers="${names.join(' ')}",signature="${signature}"`,
    'tpp-signature-certificate': sent,
  };
}

function digestOf(body: string): string {
  return `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
}

/**
 * The issuer's name as RFC 4514 writes it, from the common name to the country. Characters that a header must not
 * contain are escaped.
 */
function issuerOf({ issuer }: X509Certificate): string {
  return issuer.split('\n').toReversed().map(encodeURI).join(',').replaceAll('"', '%22');
}
