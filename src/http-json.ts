/**
 * HTTP calls of a provider's server: JSON both ways, limited in time and size. A call never throws, because a caller
 * that moves money must always get one of three results: an answer, that the request was certainly not sent, or that
 * its result is unknown.
 */
import { Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
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

const TOO_MANY_REQUESTS = 429;
/** A server that says a longer time is asked again all the same: a payment waits for it. */
const RETRY_AFTER_MS_MAX = 60 * 60_000;

/** How connections are kept. */
export const POOL = { keepAlive: true, maxSockets: SOCKETS_MAX, timeout: IDLE_MS_MAX } as const;

export interface JsonCall {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** http or https. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; absent, the call has no body. */
  readonly body?: object;
}

/** JSON whose numbers stay the text that was sent, so that no amount passes through a double. */
export type ExactJson = null | boolean | string | readonly ExactJson[] | { readonly [name: string]: ExactJson };

/**
 * NOT_SENT: no connection was made, or the server had no time for the request and did not look at it (429). NO_ANSWER:
 * the request may have arrived; the result is unknown.
 */
export type JsonAnswer = { readonly status: 'ANSWERED'; readonly code: number; readonly body: ExactJson } | Unanswered;

export interface JsonClient {
  /** Never rejects. Redirects are not followed: their status is the answer. */
  call(call: JsonCall): Promise<JsonAnswer>;
}

export interface JsonClientOptions {
  /** The longest that a call takes, from its start to the last byte of the answer. */
  readonly answerMsMax?: number;
  /** Makes the connections of `http:` URLs; it gives none that is not open. */
  readonly agent?: Agent;
}

export function createJsonClient({
  answerMsMax = PROVIDER_ANSWER_MS_MAX,
  agent: plain = new Agent(POOL),
}: JsonClientOptions = {}): JsonClient {
  const tls = new TlsAgent(POOL);
  return {
    call: (call) =>
      new Promise((resolve) => {
        try {
          const sent = begun(call, plain, tls);
          checkLine(sent, { secure: call.url.startsWith('https:'), answerMsMax }, resolve);
          sent.end(textOf(call));
        } catch {
          // An invalid URL, header or body: nothing was sent.
          resolve({ status: 'NOT_SENT' });
        }
      }),
  };
}

/** @throws when the request is invalid and cannot be sent */
function begun(call: JsonCall, plain: Agent, tls: TlsAgent): ClientRequest {
  const { method, url, headers } = call;
  const text = textOf(call);
  const sentHeaders = {
    ...headers,
    accept: 'application/json',
    ...(text !== undefined && { 'content-type': 'application/json' }),
    'content-length': Buffer.byteLength(text ?? ''),
  };
  return url.startsWith('https:')
    ? requestHttps(url, { method, agent: tls, headers: sentHeaders })
    : requestHttp(url, { method, agent: plain, headers: sentHeaders });
}

function textOf({ body }: JsonCall): string | undefined {
  return body === undefined ? undefined : JSON.stringify(body);
}

interface Line {
  readonly secure: boolean;
  readonly answerMsMax: number;
}

/** Resolves with whichever of the three results comes first. */
function checkLine(sent: ClientRequest, { secure, answerMsMax }: Line, resolve: (answer: JsonAnswer) => void): void {
  let connected = false;
  let answering = false;
  const deadline = setTimeout(() => sent.destroy(), answerMsMax);
  const end = (answer: JsonAnswer) => {
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
    void answerOf(response).then(end);
  });
  sent.on('error', endWithoutAnswer);
  sent.on('close', endWithoutAnswer);
}

async function answerOf(response: IncomingMessage): Promise<JsonAnswer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      // Leaving the loop closes the connection.
      if (bytes > ANSWER_BYTES_MAX) {
        return { status: 'NO_ANSWER' };
      }
      chunks.push(chunk);
    }
    const code = response.statusCode ?? 0;
    if (code >= 500) {
      return { status: 'NO_ANSWER' };
    }
    if (code === TOO_MANY_REQUESTS) {
      return turnedAway(response.headers['retry-after'], Date.now());
    }
    return { status: 'ANSWERED', code, body: exactJson(readJson(Buffer.concat(chunks))) };
  } catch {
    return { status: 'NO_ANSWER' };
  }
}

/** The server did not look at the request, and says perhaps when to come again (RFC 9110, 10.2.3). */
function turnedAway(retryAfter: string | undefined, now: number): Unanswered {
  const seconds = /^\d{1,9}$/.test(retryAfter ?? '') ? Number(retryAfter) * 1_000 : undefined;
  const ms = seconds ?? Date.parse(retryAfter ?? '') - now;
  return Number.isNaN(ms)
    ? { status: 'NOT_SENT' }
    : { status: 'NOT_SENT', retryAfterMs: Math.min(RETRY_AFTER_MS_MAX, Math.max(0, ms)) };
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
