/** One try: the request to a merchant's server, and what came of it. It never throws, and never takes longer than ten seconds. */
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isLoopback, isPublic } from './addresses.ts';
import { agents, type Network, nameServers } from './connections.ts';

export interface Parcel {
  readonly url: string;
  /** Sent with these letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Receipt {
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

export interface CourierParts extends Partial<Network> {
  /** Loopback addresses, and http to them: where everything is on one machine, as in the sandbox. */
  readonly loopback?: boolean;
  readonly limitMs?: number;
}

const LIMIT_MS = 10_000;
const READ_BYTES_MAX = 64 * 1024;
const KEPT_BYTES_MAX = 1024;
/** Whoever asks for more gets the schedule's own. */
const RETRY_AFTER_MS_MAX = 24 * 3_600_000;

export class Courier {
  readonly #agents: ReturnType<typeof agents>;
  readonly #loopback: boolean;
  readonly #limitMs: number;

  constructor({ loopback = false, limitMs = LIMIT_MS, allows, resolve, ca }: CourierParts = {}) {
    this.#loopback = loopback;
    this.#limitMs = limitMs;
    this.#agents = agents({
      allows: allows ?? ((address) => isPublic(address) || (loopback && isLoopback(address))),
      resolve: resolve ?? nameServers(),
      ...(ca !== undefined && { ca }),
    });
  }

  deliver({ url: address, headers, body }: Parcel): Promise<Receipt> {
    const began = performance.now();
    const url = URL.parse(address);
    const secure = url?.protocol === 'https:';
    if (url === null || !(secure || (this.#loopback && url.protocol === 'http:')))
      return Promise.resolve(notSent('Notifications go to https addresses alone.', began));
    return new Promise((resolve) => {
      const options: RequestOptions = {
        method: 'POST',
        agent: secure ? this.#agents.https : this.#agents.http,
        headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
      };
      const request = (secure ? httpsRequest : httpRequest)(url, options);
      const timer = setTimeout(
        () => request.destroy(new Error(`No answer within ${this.#limitMs / 1_000} s.`)),
        this.#limitMs,
      );
      const end = (receipt: Receipt) => {
        clearTimeout(timer);
        resolve(receipt);
      };
      request.on('error', (error) => end(notSent(worded(error), began)));
      request.on('response', (response) => {
        void beginningOf(response).then((answer) => end(received(response, answer, began)));
      });
      request.end(body);
    });
  }

  close(): void {
    this.#agents.http.destroy();
    this.#agents.https.destroy();
  }
}

/** Of whatever comes as much as is allowed: the status has been heard by then, and decides. */
function beginningOf(response: IncomingMessage): Promise<string> {
  const kept: Buffer[] = [];
  let read = 0;
  return new Promise((resolve) => {
    const end = () => resolve(Buffer.concat(kept).subarray(0, KEPT_BYTES_MAX).toString('utf8'));
    response.on('data', (chunk: Buffer) => {
      if (read < KEPT_BYTES_MAX) kept.push(chunk);
      read += chunk.length;
      if (read > READ_BYTES_MAX) response.destroy();
    });
    response.on('error', end);
    response.on('close', end);
  });
}

function received(response: IncomingMessage, answer: string, began: number): Receipt {
  const status = response.statusCode ?? 0;
  const isDelivered = status >= 200 && status < 300;
  const retryAfterMs = retryAfter(response.headers['retry-after'], Date.now());
  return {
    isDelivered,
    status,
    failure: isDelivered ? null : refusal(status),
    answer,
    durationMs: Math.round(performance.now() - began),
    isSilent: false,
    ...(!isDelivered && retryAfterMs !== undefined && { retryAfterMs }),
  };
}

function refusal(status: number): string {
  if (status >= 300 && status < 400) return `It answered ${status}, and redirects are not followed.`;
  return `It answered ${status}.`;
}

function notSent(failure: string, began: number): Receipt {
  const durationMs = Math.round(performance.now() - began);
  return { isDelivered: false, status: null, failure, answer: '', durationMs, isSilent: true };
}

/** Node's errors name themselves by a code; their words are for whoever knows it. */
function worded(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined || error.message.includes(code) ? error.message : `${code}: ${error.message}`;
}

/** RFC 9110, 10.2.3: seconds, or a date. @returns milliseconds; undefined where it says neither */
export function retryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now;
  return Number.isNaN(ms) ? undefined : Math.min(RETRY_AFTER_MS_MAX, Math.max(0, ms));
}
