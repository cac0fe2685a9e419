/** One HTTP exchange with a time limit, a size limit and the connection's problem in one sentence. */
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
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

/** The limit of one exchange with the shop, unless the check is given another one. */
export const TIMEOUT_MS = 10_000;
/** Longer ones overflow Node's timers, which then fire at once. */
export const TIMER_MS_MAX = 2 ** 31 - 1;

/** Codings of an answer that a shop or its proxy may send without being asked. */
const DECODERS: Readonly<Record<string, (body: Buffer, limits: { maxOutputLength: number }) => Buffer>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** @throws {ShopProblem} if there is no answer within the limits */
export function exchange(request: HttpRequest, { timeoutMs, ca }: HttpOptions): Promise<HttpAnswer> {
  const { method = 'GET', url, headers = {}, body } = request;
  const target = new URL(url);
  const send = target.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const fail = (sentence: string) => reject(new ShopProblem(sentence));
    if (!isWeb(target)) {
      fail(`${target.href} is no address with http or https.`);
      return;
    }
    const open = () =>
      send(target, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-length': `${Buffer.byteLength(body)}` }) },
        ...(ca !== undefined && target.protocol === 'https:' && { ca: [...ca] }),
        agent: false,
      });
    let sent: ReturnType<typeof open>;
    try {
      sent = open();
    } catch (error) {
      // Such as a certificate that is none.
      fail(`Nothing can be sent to ${nameOf(target)}: ${(error as Error).message}`);
      return;
    }
    const timer = setTimeout(
      () => {
        fail(`${nameOf(target)} has not answered within ${timeoutMs / 1_000} s.`);
        sent.destroy();
      },
      Math.min(timeoutMs, TIMER_MS_MAX),
    );
    const end = () => clearTimeout(timer);
    sent.on('close', () => {
      end();
      // An upgrade ends the exchange without an error. After an answer this has no effect.
      fail(connectionProblem(target, {}));
    });
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
      response.on('error', (error: NodeJS.ErrnoException) => fail(connectionProblem(target, error)));
      response.on('end', () => {
        end();
        const text = decoded(Buffer.concat(chunks), response.headers);
        if (text === undefined) {
          fail(`${nameOf(target)} answers in a coding that is broken, unknown or too large (Content-Encoding).`);
          return;
        }
        resolve({ url, status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    sent.end(body);
  });
}

/** @returns undefined if the body is not what `Content-Encoding` says */
function decoded(body: Buffer, headers: IncomingMessage['headers']): string | undefined {
  const codings = (body.length === 0 ? '' : (headers['content-encoding'] ?? ''))
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  try {
    const plain = codings.reduceRight(
      (bytes, coding) => DECODERS[coding]?.(bytes, { maxOutputLength: BODY_BYTES_MAX }) ?? unknownCoding(coding),
      body,
    );
    return new TextDecoder().decode(plain);
  } catch {
    return undefined;
  }
}

function unknownCoding(coding: string): never {
  throw new Error(`Unknown coding ${coding}.`);
}

export function isWeb({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:';
}

function connectionProblem(url: URL, { code = '' }: Pick<NodeJS.ErrnoException, 'code'>): string {
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
