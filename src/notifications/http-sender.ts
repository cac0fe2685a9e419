/**
 * One attempt: the request to a merchant's server, and its result. It never throws, and never takes longer than ten
 * seconds.
 */
import { type ClientRequest, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { agents, type Network, nameServers } from './connections.ts';
import { DeliveryFailure, NOT_HTTPS, noAnswer, told } from './delivery-failures.ts';
import { isLoopback, isPublic } from './public-addresses.ts';

export interface DeliveryRequest {
  readonly url: string;
  /** Names are sent in this upper and lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface DeliveryResult {
  /** The receiver answered with a 2xx status. */
  readonly isDelivered: boolean;
  /** Null without an answer. */
  readonly status: number | null;
  /** One of the sentences of `delivery-failures.ts`, or the status that it answered; null if nothing failed. */
  readonly failure: string | null;
  /** More about the failure, for the operator's log alone. */
  readonly detail?: string;
  /** The first kilobyte of the answer's body, as text. */
  readonly answer: string;
  readonly durationMs: number;
  /** The pause that the receiver requested. */
  readonly retryAfterMs?: number;
  /** It did not answer, or could not be reached: a concurrent second request would fail too. */
  readonly isSilent: boolean;
}

export interface HttpSenderDependencies extends Partial<Network> {
  /** Allows these ports of loopback addresses, and http to them, as the sandbox does. Absent: none. */
  readonly loopbackPorts?: { has(port: number): boolean } | undefined;
  readonly limitMs?: number;
}

/** Where notifications may go: to public addresses, and to these ports of this machine. */
export function deliveryRule(loopbackPorts: HttpSenderDependencies['loopbackPorts']): Network['allows'] {
  return (address, port) => isPublic(address) || (loopbackPorts?.has(port) === true && isLoopback(address));
}

const LIMIT_MS = 10_000;
/** Node keeps at most 256 idle connections to one server, all of which it may have closed; the next one is new. */
const REUSED_MAX = 256;
const READ_BYTES_MAX = 64 * 1024;
const KEPT_BYTES_MAX = 1024;
/** A longer pause is limited to the longest of the schedule. */
const RETRY_AFTER_MS_MAX = 24 * 3_600_000;
/** Errors of writing to a connection that the other end had closed. */
const CLOSED: ReadonlySet<string | undefined> = new Set(['ECONNRESET', 'EPIPE']);

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
      ...(ca !== undefined && { ca }),
    });
  }

  async deliver(delivery: DeliveryRequest): Promise<DeliveryResult> {
    const began = performance.now();
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new DeliveryFailure(noAnswer(this.#limitMs))), this.#limitMs);
    try {
      return received(await this.#answer(delivery, late.signal), began);
    } catch (error) {
      return notSent(error, began);
    } finally {
      clearTimeout(timer);
    }
  }

  /** @throws whatever failed */
  async #answer(delivery: DeliveryRequest, until: AbortSignal): Promise<Answer> {
    for (let reused = 0; ; reused += 1) {
      const request = this.#request(delivery, until);
      try {
        return await answerTo(request, until);
      } catch (error) {
        // A server may close an idle connection just as it is reused. It has not read this request, and the next
        // connection is another.
        const isStale = request.reusedSocket && CLOSED.has(codeOf(error));
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
      // For `openSocket`.
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
  /** The beginning of its body. */
  readonly beginning: string;
}

/** The status makes it an answer, whatever happens to its body: later errors and aborts only end the reading. */
function answerTo(request: ClientRequest, until: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.on('response', (response) => resolve(beginningOf(response).then((beginning) => ({ response, beginning }))));
    request.on('error', reject);
    const end = () => {
      // A request that waits for its connection emits no event when it is destroyed.
      reject(until.reason);
      request.destroy();
    };
    until.addEventListener('abort', end);
    request.on('close', () => until.removeEventListener('abort', end));
  });
}

/** Reads at most the allowed size of the body. */
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

function received({ response, beginning }: Answer, began: number): DeliveryResult {
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
    ...(!isDelivered && retryAfterMs !== undefined && { retryAfterMs }),
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
  return { isDelivered: false, status: null, ...told(error), answer: '', durationMs, isSilent: true };
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

/** A stranger's text may hold NUL, which PostgreSQL does not store in text. */
function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd');
}

const DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** RFC 9110, 10.2.3: seconds, or a date. @returns milliseconds; undefined if it is neither */
export function retryAfter(value = '', now: number): number | undefined {
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : DATE.test(value) ? Date.parse(value) - now : Number.NaN;
  return Number.isNaN(ms) ? undefined : Math.min(RETRY_AFTER_MS_MAX, Math.max(0, ms));
}
