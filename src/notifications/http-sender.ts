/**
 * One try: the request to a merchant's server, and what came of it. It never throws, and never takes longer than ten
 * seconds.
 */
import { type ClientRequest, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { agents, type Network, nameServers } from './connections.ts';
import { isLoopback, isPublic } from './public-addresses.ts';

export interface DeliveryRequest {
  readonly url: string;
  /** Sent with these letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface DeliveryResult {
  /** The receiver said that it has it. */
  readonly isDelivered: boolean;
  /** Null where none came. */
  readonly status: number | null;
  /** In words; null where nothing failed. */
  readonly failure: string | null;
  /** The first kilobyte of the answer's body, as text. */
  readonly answer: string;
  readonly durationMs: number;
  /** The receiver asked for so long a pause. */
  readonly retryAfterMs?: number;
  /** It did not answer, or could not be reached: one more at the same time would not either. */
  readonly isSilent: boolean;
}

export interface HttpSenderDependencies extends Partial<Network> {
  /** Loopback addresses, and http to them: where everything is on one machine, as in the sandbox. */
  readonly loopback?: boolean;
  readonly limitMs?: number;
}

const LIMIT_MS = 10_000;
/** Node keeps 256 resting connections to one server at most, all of which it may have closed; the next one is new. */
const REUSED_MAX = 256;
const READ_BYTES_MAX = 64 * 1024;
const KEPT_BYTES_MAX = 1024;
/** Whoever asks for more gets the longest that the schedule knows. */
const RETRY_AFTER_MS_MAX = 24 * 3_600_000;
/** Certificates may have thousands of names, and all of them come along. */
const FAILURE_CHARS_MAX = 300;
/** What came of writing to a connection that the other end had closed. */
const CLOSED: ReadonlySet<string | undefined> = new Set(['ECONNRESET', 'EPIPE']);

export class HttpSender {
  readonly #agents: ReturnType<typeof agents>;
  readonly #loopback: boolean;
  readonly #limitMs: number;

  constructor({ loopback = false, limitMs = LIMIT_MS, allows, resolve, ca }: HttpSenderDependencies = {}) {
    this.#loopback = loopback;
    this.#limitMs = limitMs;
    this.#agents = agents({
      allows: allows ?? ((address) => isPublic(address) || (loopback && isLoopback(address))),
      resolve: resolve ?? nameServers(),
      ...(ca !== undefined && { ca }),
    });
  }

  async deliver(parcel: DeliveryRequest): Promise<DeliveryResult> {
    const began = performance.now();
    const late = new AbortController();
    const timer = setTimeout(
      () => late.abort(new Error(`No answer within ${this.#limitMs / 1_000} s.`)),
      this.#limitMs,
    );
    try {
      return received(await this.#answer(parcel, late.signal), began);
    } catch (error) {
      return notSent(failureText(error), began);
    } finally {
      clearTimeout(timer);
    }
  }

  /** @throws whatever stood in the way */
  async #answer(parcel: DeliveryRequest, until: AbortSignal): Promise<Answer> {
    for (let reused = 0; ; reused += 1) {
      const request = this.#request(parcel, until);
      try {
        return await answerTo(request, until);
      } catch (error) {
        // A server may close a resting connection just as it is taken up again: it has not read this, and the next
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
    if (url === null || !(isSecure || (this.#loopback && url.protocol === 'http:'))) {
      throw new Error('Notifications go to https addresses alone.');
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
  /** Of its body. */
  readonly beginning: string;
}

/**
 * With the status it is an answer, whatever becomes of its body: errors and the signal end it then, and change nothing.
 */
function answerTo(request: ClientRequest, until: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.on('response', (response) => resolve(beginningOf(response).then((beginning) => ({ response, beginning }))));
    request.on('error', reject);
    const end = () => {
      // A request that waits for its connection does not tell when it is destroyed.
      reject(until.reason);
      request.destroy();
    };
    until.addEventListener('abort', end);
    request.on('close', () => until.removeEventListener('abort', end));
  });
}

/** Of whatever comes as much as is allowed. */
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

function notSent(failure: string, began: number): DeliveryResult {
  const durationMs = Math.round(performance.now() - began);
  return { isDelivered: false, status: null, failure, answer: '', durationMs, isSilent: true };
}

/** Node's errors name themselves by a code; their words are for whoever knows it. */
function failureText(error: unknown): string {
  const { message } = error as Error;
  const code = codeOf(error);
  const text = code === undefined || message.includes(code) ? message : `${code}: ${message}`;
  return storable(text.slice(0, FAILURE_CHARS_MAX));
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

/** What strangers say may hold what PostgreSQL takes into no text. */
function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd');
}

const DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** RFC 9110, 10.2.3: seconds, or a date. @returns milliseconds; undefined where it says neither */
export function retryAfter(value = '', now: number): number | undefined {
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : DATE.test(value) ? Date.parse(value) - now : Number.NaN;
  return Number.isNaN(ms) ? undefined : Math.min(RETRY_AFTER_MS_MAX, Math.max(0, ms));
}
