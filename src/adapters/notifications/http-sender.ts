/** One attempt: the request to a merchant's server, and its result. It does not throw, and ends within ten seconds. */
import { type ClientRequest, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { DAY_MS } from '../../contract/durations.ts';
import { agents, type Network, nameServers } from './connections.ts';
import { DeliveryFailure, describeFailure, NOT_HTTPS, noAnswer } from './delivery-failures.ts';
import { isLoopback, isPublic } from './public-addresses.ts';

export interface DeliveryRequest {
  readonly url: string;
  /** The headers. The case of their names is preserved. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface DeliveryResult {
  /** True if the receiver responded with a 2xx status. */
  readonly isDelivered: boolean;
  /** The HTTP status; null without a response. */
  readonly status: number | null;
  /** A sentence of `delivery-failures.ts`, or one with the response's status; null if the delivery succeeded. */
  readonly failure: string | null;
  /** More about the failure, only for the operator's log. */
  readonly detail?: string;
  /** The first kilobyte of the response body, as text. */
  readonly answer: string;
  readonly durationMs: number;
  /** The pause that the receiver requested. */
  readonly retryAfterMs?: number;
  /** True if the receiver did not respond or could not be reached. Concurrent requests to it would fail too. */
  readonly isSilent: boolean;
}

export interface HttpSenderDependencies extends Partial<Network> {
  /** Allows these ports of loopback addresses, and plain HTTP to them, as the sandbox does. Absent: no ports. */
  readonly loopbackPorts?: { has(port: number): boolean } | undefined;
  readonly limitMs?: number;
}

/** Allows public addresses, and these ports of this machine. */
export function deliveryRule(loopbackPorts: HttpSenderDependencies['loopbackPorts']): Network['allows'] {
  return (address, port) => isPublic(address) || (loopbackPorts?.has(port) === true && isLoopback(address));
}

const LIMIT_MS = 10_000;
/**
 * The maximum number of attempts on reused connections. Node holds at most 256 idle connections to one server, all of
 * which the server may have closed. The next connection is new.
 */
const REUSED_MAX = 256;
const READ_BYTES_MAX = 64 * 1024;
const KEPT_BYTES_MAX = 1024;
/** The longest pause of the schedule; longer ones are shortened to it. */
const RETRY_AFTER_MS_MAX = DAY_MS;
/** Errors of a write to a connection that the other end had closed. */
const CLOSED_CONNECTION_ERRORS: ReadonlySet<string | undefined> = new Set(['ECONNRESET', 'EPIPE']);

export class HttpSender {
  readonly #agents: ReturnType<typeof agents>;
  readonly #takesHttp: boolean;
  readonly #limitMs: number;

  constructor({ loopbackPorts, limitMs = LIMIT_MS, allows, resolve, ca }: HttpSenderDependencies = {}) {
    this.#takesHttp = loopbackPorts !== undefined;
    this.#limitMs = limitMs;
    this.#agents = agents({
      allows: allows ?? deliveryRule(loopbackPorts),
      resolve: resolve ?? nameServers(),
      ca,
    });
  }

  async deliver(delivery: DeliveryRequest): Promise<DeliveryResult> {
    const began = performance.now();
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new DeliveryFailure(noAnswer(this.#limitMs))), this.#limitMs);
    try {
      return deliveryResultOf(await this.#answer(delivery, late.signal), began);
    } catch (error) {
      return notSent(error, began);
    } finally {
      clearTimeout(timer);
    }
  }

  /** @throws the error of the request */
  async #answer(delivery: DeliveryRequest, until: AbortSignal): Promise<Answer> {
    for (let reused = 0; ; reused += 1) {
      const request = this.#request(delivery, until);
      try {
        return await answerTo(request, until);
      } catch (error) {
        // A server may close an idle connection at the moment of its reuse. The server has not read the request then,
        // so send the request on another connection.
        const isStale = request.reusedSocket && CLOSED_CONNECTION_ERRORS.has(codeOf(error));
        if (until.aborted || !isStale || reused === REUSED_MAX) {
          throw error;
        }
      }
    }
  }

  #request({ url: address, headers, body }: DeliveryRequest, until: AbortSignal): ClientRequest {
    const url = URL.parse(address);
    const isSecure = url?.protocol === 'https:';
    if (url === null || !(isSecure || (this.#takesHttp && url.protocol === 'http:'))) {
      throw new DeliveryFailure(NOT_HTTPS);
    }
    const options: RequestOptions & { readonly until: AbortSignal } = {
      method: 'POST',
      agent: isSecure ? this.#agents.https : this.#agents.http,
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
      // Read by `openSocket`.
      until,
    };
    const request = (isSecure ? httpsRequest : httpRequest)(url, options);
    request.end(body);
    return request;
  }

  close(): void {
    this.#agents.http.destroy();
    this.#agents.https.destroy();
  }
}

interface Answer {
  readonly response: IncomingMessage;
  /** The beginning of the response body. */
  readonly beginning: string;
}

/** The response's status decides the attempt. Later errors and aborts only end the reading of the body. */
function answerTo(request: ClientRequest, until: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.on('response', (response) => resolve(beginningOf(response).then((beginning) => ({ response, beginning }))));
    request.on('error', reject);
    const end = () => {
      // Reject explicitly: a request that still waits for its connection emits no event when it is destroyed.
      reject(until.reason);
      request.destroy();
    };
    until.addEventListener('abort', end);
    request.on('close', () => until.removeEventListener('abort', end));
  });
}

/** Reads the body up to the maximum size. */
function beginningOf(response: IncomingMessage): Promise<string> {
  const kept: Buffer[] = [];
  let read = 0;
  return new Promise((resolve) => {
    const end = () => resolve(storable(Buffer.concat(kept).toString('utf8', 0, KEPT_BYTES_MAX)));
    response.on('data', (chunk: Buffer) => {
      if (read < KEPT_BYTES_MAX) {
        kept.push(chunk);
      }
      read += chunk.length;
      if (read > READ_BYTES_MAX) {
        response.destroy();
      }
    });
    response.on('error', end);
    response.on('close', end);
  });
}

function deliveryResultOf({ response, beginning }: Answer, began: number): DeliveryResult {
  const status = response.statusCode ?? 0;
  const isDelivered = status >= 200 && status < 300;
  const retryAfterMs = retryAfter(response.headers['retry-after'], Date.now());
  return {
    isDelivered,
    status,
    failure: isDelivered ? null : refusal(status),
    answer: beginning,
    durationMs: Math.round(performance.now() - began),
    isSilent: false,
    retryAfterMs: isDelivered ? undefined : retryAfterMs,
  };
}

function refusal(status: number): string {
  if (status >= 300 && status < 400) {
    return `It answered ${status}, and redirects are not followed.`;
  }
  return `It answered ${status}.`;
}

function notSent(error: unknown, began: number): DeliveryResult {
  const durationMs = Math.round(performance.now() - began);
  return { isDelivered: false, status: null, ...describeFailure(error), answer: '', durationMs, isSilent: true };
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

/** The response may contain NUL, which PostgreSQL does not store in text. */
function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd');
}

const DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/**
 * Parses Retry-After (RFC 9110, section 10.2.3): seconds or a date.
 * @returns milliseconds; undefined if it is invalid
 */
export function retryAfter(value = '', now: number): number | undefined {
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : DATE.test(value) ? Date.parse(value) - now : Number.NaN;
  return Number.isNaN(ms) ? undefined : Math.min(RETRY_AFTER_MS_MAX, Math.max(0, ms));
}
