/** One HTTP exchange with a time limit, a size limit and the connection's problem in one sentence. */
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { ShopProblem } from '../shop/shop.ts';

export interface HttpRequest {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface HttpAnswer {
  readonly url: string;
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

export interface HttpOptions {
  /** The limit of a whole exchange. */
  readonly timeoutMs: number;
  /** Certificates (PEM) that are trusted besides Node's. */
  readonly ca?: readonly string[] | undefined;
}

const BODY_BYTES_MAX = 4 * 2 ** 20;
/** Codes of Node and OpenSSL for a certificate that no trusted authority has issued. */
const NOT_TRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** @throws {ShopProblem} if there is no answer within the limits */
export function exchange(request: HttpRequest, { timeoutMs, ca }: HttpOptions): Promise<HttpAnswer> {
  const { method = 'GET', url, headers = {}, body } = request;
  const target = new URL(url);
  const send = target.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const fail = (sentence: string) => reject(new ShopProblem(sentence));
    const sent = send(target, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-length': `${Buffer.byteLength(body)}` }) },
      ...(ca !== undefined && target.protocol === 'https:' && { ca: [...ca] }),
      agent: false,
    });
    const timer = setTimeout(() => {
      fail(`${nameOf(target)} has not answered within ${timeoutMs / 1_000} s.`);
      sent.destroy();
    }, timeoutMs);
    const end = () => clearTimeout(timer);
    sent.on('close', end);
    sent.on('error', (error: NodeJS.ErrnoException) => fail(connectionProblem(target, error)));
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size > BODY_BYTES_MAX) {
          fail(`${nameOf(target)} answers with more than ${BODY_BYTES_MAX / 2 ** 20} MB.`);
          sent.destroy();
        }
      });
      response.on('error', (error) => fail(connectionProblem(target, error)));
      response.on('end', () => {
        end();
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ url, status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    sent.end(body);
  });
}

function connectionProblem(url: URL, error: NodeJS.ErrnoException): string {
  const code = error.code ?? '';
  if (code === 'ECONNREFUSED') {
    return `Nothing listens at ${url.origin}: is the shop running?`;
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `The name ${url.hostname} is not known.`;
  }
  if (NOT_TRUSTED.has(code)) {
    return `The certificate of ${url.host} is not trusted: it is self-signed, or its authority is unknown. Give that certificate with --ca FILE.`;
  }
  if (code === 'CERT_HAS_EXPIRED') {
    return `The certificate of ${url.host} has expired.`;
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `The certificate of ${url.host} is for another name.`;
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) {
    return `${url.origin} does not answer with TLS: is it http?`;
  }
  if (code.startsWith('HPE_')) {
    return `The answer of ${nameOf(url)} is not HTTP.`;
  }
  return `${nameOf(url)} closed the connection before its answer was complete.`;
}

/** An address without its query, which may be long or secret. */
export function nameOf({ origin, pathname }: URL): string {
  return origin + pathname;
}
