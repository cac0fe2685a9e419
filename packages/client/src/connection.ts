/** Calls the gateway, and repeats a call where the interface makes that safe. */
import { type AnsweredError, GatewayError, HttpError, NetworkError, TurnpikeError } from './errors.ts';

export interface ConnectionOptions {
  /** The gateway's origin: `https://pay.example`. */
  readonly origin: string;
  readonly merchantId: string;
  /** The time for one call with all of its repeats, in milliseconds. Absent: two minutes. */
  readonly deadlineMs?: number | undefined;
  /** The time for one attempt, in milliseconds. Absent: one minute. */
  readonly timeoutMs?: number | undefined;
  /** Another `fetch`, for instance with a dispatcher of your own. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Options of one call. */
export interface CallOptions {
  /** Ends the call with the signal's reason. The gateway may still carry it out. */
  readonly signal?: AbortSignal | undefined;
  readonly deadlineMs?: number | undefined;
}

// Method, path, traits and `apiOperation` of an operation. B: it has a body. Q: it has a query. T: RETRIEVE_TRANSACTION
// has the same answer. S: the id of a session permits it.
export type OperationRow = readonly [method: string, path: string, traits: string, apiOperation?: string];

export interface Call {
  readonly method: string;
  /** With the names of its ids: `/order/{orderId}`. */
  readonly path: string;
  readonly address?: Readonly<Record<string, string>> | undefined;
  readonly query?: object | undefined;
  readonly body?: object | undefined;
}

const DEADLINE_MS = 120_000;
const TIMEOUT_MS = 60_000;
const PAUSE_MS = 500;
const PAUSE_MS_MAX = 10_000;
const SECOND_MS = 1_000;
/** Errors of connections in Node, Bun and Deno, before anything is sent. */
const UNCONNECTED =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|tcp connect error|dns error/;
/** A certificate that is not trusted: also before anything is sent, and no repeat mends it. */
const UNTRUSTED = /CERT_|_CERT|UNABLE_TO_VERIFY|UnknownIssuer|invalid peer certificate/;

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #base: string;
  readonly #authorization: string;

  /** @param password of the merchant, or the id of a session */
  constructor(options: ConnectionOptions, version: number, password: string) {
    const { origin, merchantId } = options;
    this.#options = options;
    if (!/^https?:\/\/[^/]/.test(origin) || !URL.canParse(origin)) {
      throw new TurnpikeError('The origin is to be like https://pay.example.');
    }
    this.#base = `${new URL(origin).origin}/api/rest/version/${version}/merchant/${encodeURIComponent(merchantId)}`;
    const credentials = new TextEncoder().encode(`merchant.${merchantId}:${password}`);
    this.#authorization = `Basic ${btoa(String.fromCharCode(...credentials))}`;
  }

  /**
   * @returns the answer
   * @throws TurnpikeError, the last one after all repeats; or the reason of the caller's signal
   */
  async call<Answer>(call: Call, { signal, deadlineMs }: CallOptions = {}): Promise<Answer> {
    const endsAt = Date.now() + (deadlineMs ?? this.#options.deadlineMs ?? DEADLINE_MS);
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.#once<Answer>(call, endsAt, signal);
      } catch (error) {
        const pauseMs = isRepeatable(error, call.method) ? pauseBefore(error, tries) : Number.POSITIVE_INFINITY;
        if (Date.now() + pauseMs >= endsAt) {
          throw error;
        }
        await pause(pauseMs, signal);
      }
    }
  }

  async #once<Answer>({ method, path, address = {}, query, body }: Call, endsAt: number, signal?: AbortSignal) {
    const { timeoutMs = TIMEOUT_MS, fetch = globalThis.fetch } = this.#options;
    const url = this.#base + filled(path, address) + queryOf(query);
    const timeout = AbortSignal.timeout(Math.max(1, Math.min(timeoutMs, endsAt - Date.now())));
    let response: Response;
    let text: string;
    try {
      response = await fetch(url, {
        method,
        headers: { Authorization: this.#authorization, 'Content-Type': 'application/json' },
        redirect: 'manual',
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      text = await response.text();
    } catch (error) {
      if (signal?.aborted) {
        throw signal.reason;
      }
      const reasons = reasonsOf(error);
      throw new NetworkError(error, !UNCONNECTED.test(reasons) && !UNTRUSTED.test(reasons));
    }
    const { status, headers, type } = response;
    const isRedirect = type === 'opaqueredirect' || (status >= 300 && status < 400);
    const answer = isRedirect ? undefined : parsed(text);
    if (answer === undefined) {
      throw new HttpError(status, headers.get('location') ?? text, retryAfterMs(response));
    }
    if (!response.ok || answer.result === 'ERROR') {
      throw new GatewayError(response.status, answer.error ?? {}, retryAfterMs(response));
    }
    return answer as Answer;
  }
}

/**
 * Whether a call with this error may be repeated. The gateway carries out a PUT with the same ids and the same fields
 * once, and answers its repeat. A POST makes a new id, so it is repeated only if the gateway refused it as busy, or did
 * not get it.
 */
function isRepeatable(error: unknown, method: string): boolean {
  if (error instanceof NetworkError) {
    return (!error.isSent || method !== 'POST') && !UNTRUSTED.test(reasonsOf(error.cause));
  }
  if (error instanceof GatewayError) {
    return error.cause === 'SERVER_BUSY' || (error.cause === 'SERVER_FAILED' && method !== 'POST');
  }
  return error instanceof HttpError && (error.status === 429 || (error.status >= 500 && method !== 'POST'));
}

/** Exponential, with jitter so that many clients do not come back at once; or as long as the gateway asks for. */
function pauseBefore(error: unknown, tries: number): number {
  const asked = error instanceof GatewayError || error instanceof HttpError ? error.retryAfterMs : undefined;
  return asked ?? Math.min(PAUSE_MS * 2 ** tries, PAUSE_MS_MAX) * (0.5 + Math.random() / 2);
}

export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}

function filled(path: string, address: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = address[name];
    if (typeof id !== 'string' || id === '' || id === '.' || id === '..') {
      throw new TurnpikeError(`${name} is not an id.`);
    }
    return encodeURIComponent(id);
  });
}

function queryOf(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, `${value}`]))}`;
}

interface Answered {
  readonly result?: string;
  readonly error?: AnsweredError;
}

/** @returns undefined for a text that is not the gateway's */
function parsed(text: string): Answered | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** The header has seconds, or a date. */
function retryAfterMs({ headers }: Response): number | undefined {
  const value = headers.get('retry-after');
  const ms = /^\d+$/.test(value ?? '') ? Number(value) * SECOND_MS : Date.parse(value ?? '') - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** The codes and messages of an error, and of the errors that caused it. */
function reasonsOf(error: unknown): string {
  const { code, message, cause, errors } = Object(error) as { [name: string]: unknown };
  const inner = [cause, ...(Array.isArray(errors) ? errors : [])].filter((one) => one !== undefined && one !== null);
  return [code, message, ...inner.map(reasonsOf)].join(' ');
}
