/**
 * HTTP calls to a provider's server, usually with JSON in both directions, limited in time and size. A call does not
 * throw. A caller that moves money gets one of three results: an answer, NOT_SENT if the request certainly was not
 * sent, or NO_ANSWER if its result is unknown.
 */
import {
  Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { request as requestHttps, Agent as TlsAgent } from 'node:https';
import { HOUR_MS } from '../contract/durations.ts';
import { isJsonObject, JsonNumber, type JsonValue, readJson } from '../contract/json.ts';
import { PROVIDER_ANSWER_MS_MAX, type UnansweredRequest } from '../core/ports/index.ts';
import { currentTraceparent } from '../platform/tracing/index.ts';

/** The limit of an answer. Answers about payments have a few hundred bytes. */
const ANSWER_BYTES_MAX = 64 * 1024;

/**
 * The maximum number of sockets to a provider: enough that payers do not wait for each other, but limited, because a
 * stalled provider must not use up all sockets of this process.
 */
const SOCKETS_MAX = 64;

/**
 * How long an idle connection is reused. Shorter than servers' keep-alive timeouts, because a request that is sent
 * while the server closes the connection gets no answer.
 */
const IDLE_MS_MAX = 2_000;

/** Options of the connection pools. */
export const POOL = { keepAlive: true, maxSockets: SOCKETS_MAX, timeout: IDLE_MS_MAX } as const;

export interface JsonCall {
  readonly method: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT';
  /** An `http:` or `https:` URL. */
  readonly url: string;
  /** Headers with undefined values are omitted. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** The body: a `WrittenBody` is sent unchanged, other objects as JSON. Absent: no body. */
  readonly body?: object | undefined;
  /** Overrides the client's own limit, for a call that shares a deadline with others. */
  readonly answerMsMax?: number | undefined;
}

/** A body that is already serialised. */
export class WrittenBody {
  readonly type: string;
  readonly text: string;

  constructor(type: string, text: string) {
    this.type = type;
    this.text = text;
  }
}

/** Parsed JSON whose numbers are text, so that amounts are not converted to a double. */
export type ExactJson = null | boolean | string | readonly ExactJson[] | { readonly [name: string]: ExactJson };

/**
 * NOT_SENT: no connection was made, or the server refused for too many requests (429). NO_ANSWER: the request may have
 * arrived; the result is unknown.
 */
export type HttpAnswer<Body> =
  | { readonly status: 'ANSWERED'; readonly code: number; readonly body: Body }
  | UnansweredRequest;

export type JsonAnswer = HttpAnswer<ExactJson>;

export interface JsonClient {
  /** Does not reject. Redirects are not followed: a 3xx status is an answer. */
  call(call: JsonCall): Promise<JsonAnswer>;
  /** Like `call`, for an answer of any text type. */
  text(call: JsonCall): Promise<HttpAnswer<string>>;
}

export interface JsonClientOptions {
  /** Time limit of a call, from its start to the last byte of the answer. */
  readonly answerMsMax?: number;
  /** The longest answer that is read. */
  readonly answerBytesMax?: number;
  /** The agent for `http:` URLs. It must provide only established connections. */
  readonly agent?: Agent;
  /** The agent for `https:` URLs, for example with a client certificate. */
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
        const body = writeBody(call);
        const sent = createRequest(call, accept, body, plain, tls);
        const limits = { answerMsMax: call.answerMsMax ?? answerMsMax, answerBytesMax };
        checkLine(sent, { secure: call.url.startsWith('https:'), limits, read }, resolve);
        sent.end(body?.text);
      } catch {
        // The URL, a header or the body is invalid, so the request was not sent.
        resolve({ status: 'NOT_SENT' });
      }
    });
  return { call: (call) => exchange(call, JSON_READER), text: (call) => exchange(call, TEXT_READER) };
}

interface Reader<Body> {
  readonly accept: string;
  /** @throws if the bytes are invalid */
  readonly read: (bytes: Uint8Array) => Body;
}

const JSON_READER: Reader<ExactJson> = { accept: 'application/json', read: readExactJson };
const TEXT_READER: Reader<string> = {
  accept: '*/*',
  read: (bytes) => new TextDecoder('utf-8', { fatal: true }).decode(bytes),
};

/** @throws when the request is invalid and cannot be sent */
function createRequest(
  { method, url, headers }: JsonCall,
  accept: string,
  body: WrittenBody | undefined,
  plain: Agent,
  tls: TlsAgent,
): ClientRequest {
  const sentHeaders = definedHeaders({
    'user-agent': 'turnpike',
    traceparent: currentTraceparent(),
    ...headers,
    accept,
    'content-type': body?.type ?? headers?.['content-type'],
    'content-length': `${Buffer.byteLength(body?.text ?? '')}`,
  });
  return url.startsWith('https:')
    ? requestHttps(url, { method, agent: tls, headers: sentHeaders })
    : requestHttp(url, { method, agent: plain, headers: sentHeaders });
}

function definedHeaders(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined),
  );
}

function writeBody({ body }: JsonCall): WrittenBody | undefined {
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

/** Resolves with the first of the three results. */
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
    // Once a response has started, its reader resolves the call: the request may close before the response's last byte
    // is read.
    if (!answering) {
      end({ status: connected ? 'NO_ANSWER' : 'NOT_SENT' });
    }
  };
  sent.on('socket', (socket) => {
    if (!socket.connecting) {
      connected = true;
    }
    // The request is sent only after the TLS handshake has authenticated the server.
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
      // Returning from the loop closes the connection.
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
/** The maximum back-off: payments wait for it, even if the server asks for a longer time. */
const RETRY_AFTER_MS_MAX = HOUR_MS;
const SECONDS = /^\d{1,9}$/;
const INSTANT = /^[A-Z][a-z]{2}, [\w :]{20} GMT$/;

/**
 * The result of a refusal with 429. `Retry-After` is in seconds, or an instant by the server's clock, from which the
 * server's `Date` is subtracted.
 */
function turnedAway({ 'retry-after': after = '', date = '' }: IncomingHttpHeaders): UnansweredRequest {
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
