/**
 * Calls of a provider's server: JSON there and JSON back, within a limit of time and one of size. A call never throws,
 * because whoever moves money must always learn one of three things: an answer, that surely nothing left, or that
 * nobody knows.
 */
import { Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as TlsAgent } from 'node:https';
import { isJsonObject, JsonNumber, type JsonValue, readJson } from '../contract/json.ts';
import { PROVIDER_ANSWER_MS_MAX, type Unanswered } from '../gateway/provider-port.ts';

/** Answers are some hundred bytes; what is longer is no answer of a payment's. */
const ANSWER_BYTES_MAX = 64 * 1024;

/**
 * Enough that payers do not wait for each other; a provider that stalls must not take every socket that this process
 * may open.
 */
const SOCKETS_MAX = 64;

/** Sooner than servers hang up on a connection that is kept: a request that crosses that would have no answer. */
const IDLE_MS_MAX = 2_000;

export interface JsonCall {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** http or https. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; absent, the call has no body. */
  readonly body?: object;
}

/** JSON whose numbers are the text that they were sent as, so that no amount passes through a double. */
export type ExactJson = null | boolean | string | readonly ExactJson[] | { readonly [name: string]: ExactJson };

/** NOT_SENT: no connection came about. NO_ANSWER: the request may have arrived, and nothing can be said of it. */
export type JsonAnswer = { readonly status: 'ANSWERED'; readonly code: number; readonly body: ExactJson } | Unanswered;

export interface JsonClient {
  /** Never rejects. Redirects are not followed: their status is the answer. */
  call(call: JsonCall): Promise<JsonAnswer>;
}

/** @param answerMsMax how long a call takes at most, from its beginning to the last byte of its answer */
export function createJsonClient({ answerMsMax = PROVIDER_ANSWER_MS_MAX } = {}): JsonClient {
  const pool = { keepAlive: true, maxSockets: SOCKETS_MAX, timeout: IDLE_MS_MAX };
  const [plain, tls] = [new Agent(pool), new TlsAgent(pool)];
  return {
    call: (call) =>
      new Promise((resolve) => {
        try {
          const sent = begun(call, plain, tls);
          checkLine(sent, { secure: call.url.startsWith('https:'), answerMsMax }, resolve);
          sent.end(textOf(call));
        } catch {
          // No address, or headers or a body that cannot be written: nothing has left.
          resolve({ status: 'NOT_SENT' });
        }
      }),
  };
}

/** @throws where there is nothing that could be sent */
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

/** Waits for one of the three ends, whichever comes first. */
function checkLine(sent: ClientRequest, { secure, answerMsMax }: Line, resolve: (answer: JsonAnswer) => void): void {
  let connected = false;
  let answering = false;
  const deadline = setTimeout(() => sent.destroy(), answerMsMax);
  const end = (answer: JsonAnswer) => {
    clearTimeout(deadline);
    resolve(answer);
  };
  const endWithoutAnswer = () => {
    // Once an answer has begun, its reader says how it ended: the request closes before the last of it was read.
    if (!answering) {
      end({ status: connected ? 'NO_ANSWER' : 'NOT_SENT' });
    }
  };
  sent.on('socket', (socket) => {
    if (!socket.connecting) {
      connected = true;
    }
    // Nothing of the request passes before TLS has agreed who is at the other end.
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
      // Leaving the loop cuts the connection.
      if (bytes > ANSWER_BYTES_MAX) {
        return { status: 'NO_ANSWER' };
      }
      chunks.push(chunk);
    }
    const code = response.statusCode ?? 0;
    if (code >= 500) {
      return { status: 'NO_ANSWER' };
    }
    return { status: 'ANSWERED', code, body: exactJson(readJson(Buffer.concat(chunks))) };
  } catch {
    return { status: 'NO_ANSWER' };
  }
}

/** @throws JsonError where it is none */
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
