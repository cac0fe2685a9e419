/**
 * HTTP calls of a provider's server: JSON both ways as a rule, limited in time and size. A call never throws, because a
 * caller that moves money must always get one of three results: an answer, that the request was certainly not sent, or
 * that its result is unknown.
 */
import {
  Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { request as requestHttps, Agent as TlsAgent } from 'node:https';
import { isJsonObject, JsonNumber, type JsonValue, readJson } from './contract/json.ts';
import { PROVIDER_ANSWER_MS_MAX, type Unanswered } from './gateway/ports/index.ts';

/** Answers have some hundred bytes; a longer body is not a payment's answer. */
const ANSWER_BYTES_MAX = 64 * 1024;

/**
 * Enough that payers do not wait for each other; a stalled provider must not use up every socket that this process may
 * open.
 */
const SOCKETS_MAX = 64;

/** Shorter than servers keep an idle connection: a request sent while the server closes it would get no answer. */
const IDLE_MS_MAX = 2_000;

/** How connections are kept. */
export const POOL = { keepAlive: true, maxSockets: SOCKETS_MAX, timeout: IDLE_MS_MAX } as const;

export interface JsonCall {
  readonly method: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT';
  /** http or https. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, a `WrittenBody` as it is; absent, the call has no body. */
  readonly body?: object;
  /** In place of the client's own, where a call belongs to several that end together. */
  readonly answerMsMax?: number;
}

/** A body that is written already, byte by byte. */
export class WrittenBody {
  readonly type: string;
  readonly text: string;

  constructor(type: string, text: string) {
    this.type = type;
    this.text = text;
  }
}

/** JSON whose numbers stay the text that was sent, so that no amount passes through a double. */
export type ExactJson = null | boolean | string | readonly ExactJson[] | { readonly [name: string]: ExactJson };

/**
 * NOT_SENT: no connection was made, or the server has too much to do (429). NO_ANSWER: the request may have arrived;
 * the result is unknown.
 */
export type HttpAnswer<Body> = { readonly status: 'ANSWERED'; readonly code: number; readonly body: Body } | Unanswered;

export type JsonAnswer = HttpAnswer<ExactJson>;

export interface JsonClient {
  /** Never rejects. Redirects are not followed: their status is the answer. */
  call(call: JsonCall): Promise<JsonAnswer>;
  /** As `call`, where the answer is a text of any kind. */
  text(call: JsonCall): Promise<HttpAnswer<string>>;
}

export interface JsonClientOptions {
  /** The longest that a call takes, from its start to the last byte of the answer. */
  readonly answerMsMax?: number;
  /** The longest answer that is read. */
  readonly answerBytesMax?: number;
  /** Makes the connections of `http:` URLs; it gives none that is not open. */
  readonly agent?: Agent;
  /** Makes those of `https:` URLs, such as with a certificate of our own. */
  readonly tlsAgent?: TlsAgent;
}

export function createJsonClient({
  answerMsMax = PROVIDER_ANSWER_MS_MAX,
  answerBytesMax = ANSWER_BYTES_MAX,
  agent: plain = new Agent(POOL),
  tlsAgent: tls = new TlsAgent(POOL),
}: JsonClientOptions = {}): JsonClient {
  const exchange = <Body>(call: JsonCall, { accept, read }: Reader<Body>): Promise<HttpAnswer<Body>> =>
    new Promise((resolve) => {
      try {
        const body = written(call);
        const sent = begun(call, accept, body, plain, tls);
        const limits = { answerMsMax: call.answerMsMax ?? answerMsMax, answerBytesMax };
        checkLine(sent, { secure: call.url.startsWith('https:'), limits, read }, resolve);
        sent.end(body?.text);
      } catch {
        // An invalid URL, header or body: nothing was sent.
        resolve({ status: 'NOT_SENT' });
      }
    });
  return { call: (call) => exchange(call, JSON_READER), text: (call) => exchange(call, TEXT_READER) };
}

interface Reader<Body> {
  readonly accept: string;
  /** @throws where the bytes are no such body */
  readonly read: (bytes: Uint8Array) => Body;
}

const JSON_READER: Reader<ExactJson> = { accept: 'application/json', read: readExactJson };
const TEXT_READER: Reader<string> = {
  accept: '*/*',
  read: (bytes) => new TextDecoder('utf-8', { fatal: true }).decode(bytes),
};

/** @throws when the request is invalid and cannot be sent */
function begun(
  { method, url, headers }: JsonCall,
  accept: string,
  body: WrittenBody | undefined,
  plain: Agent,
  tls: TlsAgent,
): ClientRequest {
  const sentHeaders = {
    'user-agent': 'turnpike',
    ...headers,
    accept,
    ...(body !== undefined && { 'content-type': body.type }),
    'content-length': Buffer.byteLength(body?.text ?? ''),
  };
  return url.startsWith('https:')
    ? requestHttps(url, { method, agent: tls, headers: sentHeaders })
    : requestHttp(url, { method, agent: plain, headers: sentHeaders });
}

function written({ body }: JsonCall): WrittenBody | undefined {
  return body === undefined || body instanceof WrittenBody
    ? body
    : new WrittenBody('application/json', JSON.stringify(body));
}

interface Limits {
  readonly answerMsMax: number;
  readonly answerBytesMax: number;
}

interface Line<Body> {
  readonly secure: boolean;
  readonly limits: Limits;
  readonly read: Reader<Body>['read'];
}

/** Resolves with whichever of the three results comes first. */
function checkLine<Body>(
  sent: ClientRequest,
  { secure, limits, read }: Line<Body>,
  resolve: (answer: HttpAnswer<Body>) => void,
): void {
  let connected = false;
  let answering = false;
  const deadline = setTimeout(() => sent.destroy(), limits.answerMsMax);
  const end = (answer: HttpAnswer<Body>) => {
    clearTimeout(deadline);
    resolve(answer);
  };
  const endWithoutAnswer = () => {
    // Once a response has begun, its reader resolves the call: the request closes before the response's last byte is
    // read.
    if (!answering) {
      end({ status: connected ? 'NO_ANSWER' : 'NOT_SENT' });
    }
  };
  sent.on('socket', (socket) => {
    if (!socket.connecting) {
      connected = true;
    }
    // No byte of the request is sent before the TLS handshake has authenticated the server.
    else {
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        connected = true;
      });
    }
  });
  sent.on('response', (response) => {
    answering = true;
    void answerOf(response, limits, read).then(end);
  });
  sent.on('error', endWithoutAnswer);
  sent.on('close', endWithoutAnswer);
}

async function answerOf<Body>(
  response: IncomingMessage,
  { answerBytesMax }: Limits,
  read: Reader<Body>['read'],
): Promise<HttpAnswer<Body>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      // Leaving the loop closes the connection.
      if (bytes > answerBytesMax) {
        return { status: 'NO_ANSWER' };
      }
      chunks.push(chunk);
    }
    const code = response.statusCode ?? 0;
    if (code === TOO_MANY_REQUESTS) {
      return turnedAway(response.headers);
    }
    return code >= 500 ? { status: 'NO_ANSWER' } : { status: 'ANSWERED', code, body: read(Buffer.concat(chunks)) };
  } catch {
    return { status: 'NO_ANSWER' };
  }
}

const TOO_MANY_REQUESTS = 429;
/** A server that says a longer time is asked again all the same: a payment waits for it. */
const RETRY_AFTER_MS_MAX = 60 * 60_000;
const SECONDS = /^\d{1,9}$/;
const INSTANT = /^[A-Z][a-z]{2}, [\w :]{20} GMT$/;

/** `Retry-After` is in seconds, or an instant, which is compared with the server's own clock. */
function turnedAway({ 'retry-after': after = '', date = '' }: IncomingHttpHeaders): Unanswered {
  if (SECONDS.test(after)) {
    return { status: 'NOT_SENT', retryAfterMs: Math.min(Number(after) * 1_000, RETRY_AFTER_MS_MAX) };
  }
  const isInstant = INSTANT.test(after) && INSTANT.test(date);
  const retryAfterMs = isInstant ? Date.parse(after) - Date.parse(date) : Number.NaN;
  return Number.isNaN(retryAfterMs)
    ? { status: 'NOT_SENT' }
    : { status: 'NOT_SENT', retryAfterMs: Math.min(Math.max(retryAfterMs, 0), RETRY_AFTER_MS_MAX) };
}

/** @throws JsonError when the bytes are not valid JSON */
export function readExactJson(bytes: Uint8Array): ExactJson {
  return exactJson(readJson(bytes));
}

function exactJson(value: JsonValue): ExactJson {
  if (value instanceof JsonNumber) {
    return value.text;
  }
  if (Array.isArray(value)) {
    return value.map(exactJson);
  }
  if (!isJsonObject(value)) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, exactJson(member)]));
}
