/**
 * A third party that calls the banks over HTTPS with its certificates, and signs; written independently of the
 * gateway's client.
 */
import { createHash, randomUUID, sign, X509Certificate } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import type { IssuedCertificate } from '../../../src/platform/x509/index.ts';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: an answer is read by its path, and a wrong one fails the test.
  readonly body: any;
}

export interface TppCredentials {
  readonly ca: string;
  /** Absent: it shows none. */
  readonly qwac?: IssuedCertificate;
  /** Absent: it does not sign. */
  readonly qseal?: IssuedCertificate;
}

export interface TppCall {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
  /** In addition to the usual ones; an empty value omits one. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers changed after signing. */
  readonly altered?: Readonly<Record<string, string>>;
}

export async function call({ ca, qwac, qseal }: TppCredentials, given: TppCall): Promise<Reply> {
  const { method, url, body, altered = {} } = given;
  const sent = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const usual = {
    'x-request-id': randomUUID(),
    'psu-ip-address': '192.0.2.7',
    ...(sent !== '' && { 'content-type': 'application/json' }),
    ...given.headers,
  };
  const headers = Object.fromEntries(Object.entries(usual).filter(([, value]) => value !== ''));
  const all = { ...headers, ...(qseal !== undefined && signed(qseal, headers, sent)), ...altered };
  return new Promise((resolve, reject) => {
    const options = { method, headers: all, ca, cert: qwac?.cert, key: qwac?.key, agent: false as const };
    const outgoing = request(url, options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode: status = 0 } = response;
        resolve({ status, headers: response.headers, text, body: parsed(text) });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(sent);
  });
}

/** Text that is not JSON is returned as it is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Headers of a signature over the digest, the request's id, the date, and the return URL. */
export function signed(
  { cert, key }: IssuedCertificate,
  headers: Readonly<Record<string, string>>,
  body: string,
): Record<string, string> {
  const certificate = new X509Certificate(cert);
  const date = headers.date ?? new Date().toUTCString();
  const digest = `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
  const all: Record<string, string> = { ...headers, digest, date };
  const names = ['digest', 'x-request-id', 'date', 'psu-id', 'tpp-redirect-uri'].filter((name) => name in all);
  const text = names.map((name) => `${name}: ${all[name]}`).join('\n');
  const signature = sign('sha256', Buffer.from(text), key).toString('base64');
  const keyId = `SN=${certificate.serialNumber},CA=${certificate.issuer}`;
  return {
    digest,
    date,
    signature: `keyId="${keyId}",algorithm="rsa-sha256",headers="${names.join(' ')}",signature="${signature}"`,
    'tpp-signature-certificate': certificate.raw.toString('base64'),
  };
}
