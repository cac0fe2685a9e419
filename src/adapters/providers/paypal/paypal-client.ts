/**
 * Calls PayPal's API for a merchant. The access token is renewed once if PayPal refuses it, and calls are withheld
 * during a pause that PayPal requested.
 */
import { PROVIDER_ANSWER_MS_MAX, type ProviderAccount, type UnansweredRequest } from '../../../core/ports/index.ts';
import { createJsonClient, type ExactJson, type JsonCall, type JsonClient } from '../../http-json.ts';
import { PayPalAccessTokens } from './access-tokens.ts';

/** An order is returned with all its lines, each with several texts. */
const ANSWER_BYTES_MAX = 512 * 1024;
/** Longer than PayPal's pauses in practice; the status schedule would not query sooner either. */
const PAUSE_MS_MAX = 5 * 60_000;
/** Each takes a few bytes. */
const PAUSES_MAX = 10_000;

export interface PayPalCall {
  readonly method: 'GET' | 'PATCH' | 'POST';
  /** Starts with `/v1/` or `/v2/`. */
  readonly path: string;
  readonly body?: object;
  /** The idempotency key: PayPal executes a request once, and answers repeats alike. */
  readonly requestId?: string;
  /** Requests the full resource in the answer, so that its state is known. A call with a `requestId` always does. */
  readonly isAnsweredWhole?: true;
  /** A refusal that a tester forces, by PayPal's name. It is sent only in test environments. */
  readonly mock?: string | undefined;
}

/** ANSWERED: a status below 500, except redirects, 401 and 429. */
export type PayPalAnswer =
  | { readonly status: 'ANSWERED'; readonly code: number; readonly body: ExactJson }
  | UnansweredRequest;

/** The calls for one request of the gateway, with a common deadline. */
export interface PayPalTurn {
  call(call: PayPalCall): Promise<PayPalAnswer>;
}

export interface PayPalClientOptions {
  /** The prefix of `/v1/` and `/v2/`. */
  readonly api: string;
  /** Whether PayPal's header for negative tests may be sent. */
  readonly isForTests?: boolean;
  readonly client?: JsonClient;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed?: () => number;
  readonly answerMsMax?: number;
}

export class PayPalClient {
  readonly #api: string;
  readonly #isForTests: boolean;
  readonly #client: JsonClient;
  readonly #elapsed: () => number;
  readonly #answerMsMax: number;
  readonly #tokens: PayPalAccessTokens;
  /** The end of each back-off, by client id. */
  readonly #pauses = new Map<string, number>();

  constructor({
    api,
    isForTests = false,
    client = createJsonClient({ answerBytesMax: ANSWER_BYTES_MAX }),
    elapsed = () => performance.now(),
    answerMsMax = PROVIDER_ANSWER_MS_MAX,
  }: PayPalClientOptions) {
    this.#api = api;
    this.#isForTests = isForTests;
    this.#client = client;
    this.#elapsed = elapsed;
    this.#answerMsMax = answerMsMax;
    this.#tokens = new PayPalAccessTokens({ client, api, elapsed });
  }

  turn(account: ProviderAccount): PayPalTurn {
    const endsAt = this.#elapsed() + this.#answerMsMax;
    return { call: (call) => this.#call(account, call, endsAt) };
  }

  async #call(account: ProviderAccount, call: PayPalCall, endsAt: number): Promise<PayPalAnswer> {
    const first = await this.#callOnce(account, call, endsAt);
    return first.status === 'REFUSED_TOKEN' ? withoutToken(await this.#callOnce(account, call, endsAt)) : first;
  }

  async #callOnce(
    account: ProviderAccount,
    call: PayPalCall,
    endsAt: number,
  ): Promise<PayPalAnswer | { readonly status: 'REFUSED_TOKEN' }> {
    const { clientId = '' } = account.members;
    const pauseMs = (this.#pauses.get(clientId) ?? 0) - this.#elapsed();
    if (pauseMs > 0) {
      return { status: 'NOT_SENT', retryAfterMs: Math.ceil(pauseMs) };
    }
    const token = await this.#tokens.of(account);
    if (token.status !== 'TOKEN') {
      return this.#storeBackOff(clientId, token);
    }
    const answerMsMax = endsAt - this.#elapsed();
    if (answerMsMax <= 0) {
      return { status: 'NOT_SENT' };
    }
    const answer = await this.#client.call({ ...this.#request(call, token.token), answerMsMax });
    if (answer.status !== 'ANSWERED') {
      return this.#storeBackOff(clientId, answer);
    }
    if (answer.code === 401) {
      this.#tokens.drop(account, token.token);
      return { status: 'REFUSED_TOKEN' };
    }
    // PayPal's API does not redirect, so another server answered.
    return answer.code >= 300 && answer.code < 400 ? { status: 'NO_ANSWER' } : answer;
  }

  #request({ method, path, body, requestId, isAnsweredWhole, mock }: PayPalCall, token: string): JsonCall {
    return {
      method,
      url: this.#api + path,
      headers: {
        authorization: `Bearer ${token}`,
        ...(requestId !== undefined && { 'paypal-request-id': requestId }),
        ...((requestId !== undefined || isAnsweredWhole) && { prefer: 'return=representation' }),
        ...(this.#isForTests &&
          mock !== undefined && { 'paypal-mock-response': JSON.stringify({ mock_application_codes: mock }) }),
      },
      ...(body !== undefined && { body }),
    };
  }

  /** Stores the back-off that PayPal requested. */
  #storeBackOff(clientId: string, unanswered: UnansweredRequest): UnansweredRequest {
    const { retryAfterMs = 0 } = unanswered as { readonly retryAfterMs?: number };
    if (retryAfterMs <= 0) {
      return unanswered;
    }
    if (this.#pauses.size >= PAUSES_MAX) {
      this.#pauses.clear();
    }
    this.#pauses.set(clientId, this.#elapsed() + Math.min(retryAfterMs, PAUSE_MS_MAX));
    return unanswered;
  }
}

/** PayPal also refused the new token, so the call was not executed. */
function withoutToken(answer: PayPalAnswer | { readonly status: 'REFUSED_TOKEN' }): PayPalAnswer {
  return answer.status === 'REFUSED_TOKEN' ? { status: 'NOT_SENT' } : answer;
}
