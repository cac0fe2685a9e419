/** Sends a message to a 3DS Server: one POST, over HTTPS with the directory server's certificate. */
import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { getCACertificates } from 'node:tls';
import type { IssuedCertificate } from '../../../platform/x509/index.ts';

/** The standard's timeout for an RRes. */
const TIMEOUT_MS = 10_000;
/** Maximum size of an answer. An RRes has a few hundred bytes. */
const ANSWER_BYTES_MAX = 64 * 1024;

export interface Sender {
  /** PEM of the sandbox's authority, trusted in addition to Node's default authorities. */
  readonly ca: string;
  readonly certificate: IssuedCertificate;
  /** Aborts the request. */
  readonly closing: AbortSignal;
}

/** @returns the answer's text, with any status @throws Error without an answer in time */
export function post(url: string, text: string, { ca, certificate, closing }: Sender): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const isPlain = url.startsWith('http:');
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) };
  const signal = AbortSignal.any([closing, AbortSignal.timeout(TIMEOUT_MS)]);
  const options = { method: 'POST', headers, agent: false as const, signal };
  const trust = { ca: [...getCACertificates('default'), ca], cert: certificate.cert, key: certificate.key };
  const call = isPlain ? plainRequest(url, options) : request(url, { ...options, ...trust });
  call.on('error', reject);
  call.on('response', (response) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes > ANSWER_BYTES_MAX) {
        response.destroy(new Error(`The answer has more than ${ANSWER_BYTES_MAX} bytes.`));
      }
    });
    response.on('error', reject);
    response.on('end', () => resolve(Buffer.concat(chunks).toString()));
  });
  call.end(text);
  return promise;
}
