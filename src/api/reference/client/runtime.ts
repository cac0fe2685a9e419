/**
 * A typed client of a Turnpike gateway, for a merchant's server. Copy this one file: it depends only on `fetch`, and
 * runs on Node 20, Deno or Bun. It contains the API password, so it must not run in a browser.
 *
 * @example const turnpike = new Turnpike({ origin: 'https://pay.example', merchantId: 'SHOP', password }); const paid =
 * await turnpike.pay({ orderId: 'O-1', transactionId: '1' }, {
 *     order: { amount: '57.20', currency: 'EUR' },
 *     session: { id: 'SESSION0002…' },
 * });
 */

export interface TurnpikeOptions {
  /** The gateway's origin, such as `https://pay.example`. */
  readonly origin: string;
  readonly merchantId: string;
  readonly password: string;
  /** The timeout of each attempt, in milliseconds. The gateway itself waits for an acquirer. */
  readonly timeoutMs?: number;
  /** The number of retries of a call that got no answer or SERVER_BUSY. */
  readonly repeats?: number;
  /** Another `fetch`, for instance through a proxy. */
  readonly fetch?: typeof globalThis.fetch;
}

/** A session may provide fields that an operation requires. */
export interface WithSession {
  readonly session: { readonly id: string };
}

/** The gateway has refused the call and done nothing. */
export class TurnpikeError extends Error {
  override readonly name = 'TurnpikeError';
  /** HTTP status. */
  readonly status: number;
  /** INVALID_REQUEST, REQUEST_REJECTED, SERVER_BUSY or SERVER_FAILED. */
  override readonly cause: string;
  /** The path of the refused field, if the error is about one. */
  readonly field: string | undefined;
  readonly validationType: string | undefined;
  /** Finds the call in the operator's log. */
  readonly supportCode: string | undefined;

  constructor(status: number, error: Readonly<Record<string, string | undefined>> = {}) {
    super(error.explanation ?? `The gateway answered ${status} without an explanation.`);
    this.status = status;
    this.cause = error.cause ?? 'SERVER_FAILED';
    this.field = error.field;
    this.validationType = error.validationType;
    this.supportCode = error.supportCode;
  }
}

const TIMEOUT_MS = 60_000;
const REPEATS = 2;
const PAUSE_MS = 500;
const SERVER_BUSY = 503;

/** Calls the gateway. `Turnpike` has a method for each operation. */
export class Connection {
  readonly #options: TurnpikeOptions;
  readonly #base: string;
  readonly #authorization: string;

  constructor(options: TurnpikeOptions, version: number) {
    const { origin, merchantId, password } = options;
    this.#options = options;
    this.#base = `${new URL(origin).origin}/api/rest/version/${version}/merchant/${encodeURIComponent(merchantId)}`;
    const credentials = new TextEncoder().encode(`merchant.${merchantId}:${password}`);
    this.#authorization = `Basic ${btoa(String.fromCharCode(...credentials))}`;
  }

  /**
   * Retries a call that got no answer or SERVER_BUSY. The gateway executes a call with the merchant's own ids only
   * once, and answers a retry as the first call. A POST is not retried, since the gateway would create another id.
   *
   * @param path with the names of the address's ids: `/order/{orderId}`
   * @throws TurnpikeError if the gateway refuses the call
   * @throws the error of `fetch` if there is no answer: then retrieve the transaction to learn whether a payment was
   * made
   */
  async call<Answer>(
    method: string,
    path: string,
    address: Readonly<Record<string, string>>,
    body?: object,
  ): Promise<Answer> {
    const { repeats = REPEATS } = this.#options;
    const url = this.#base + path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(address[name] ?? ''));
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.#once<Answer>(method, url, body);
      } catch (error) {
        const isRefusal = error instanceof TurnpikeError && error.status !== SERVER_BUSY;
        if (isRefusal || method === 'POST' || tries >= repeats) {
          throw error;
        }
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * 2 ** tries));
      }
    }
  }

  async #once<Answer>(method: string, url: string, body: object | undefined): Promise<Answer> {
    const { timeoutMs = TIMEOUT_MS, fetch = globalThis.fetch } = this.#options;
    const response = await fetch(url, {
      method,
      headers: { Authorization: this.#authorization, 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { result?: string; error?: Record<string, string> };
    if (!response.ok || answer.result === 'ERROR') {
      throw new TurnpikeError(response.status, answer.error);
    }
    return answer as Answer;
  }
}
