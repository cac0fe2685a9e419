/**
 * Calls of PayPal's API for a merchant: with its access token, renewed once where PayPal refuses it, and none while
 * PayPal has asked for a pause.
 */
import { PROVIDER_ANSWER_MS_MAX, type ProviderAccount, type Unanswered } from '../../gateway/ports/index.ts';
import { createJsonClient, type ExactJson, type JsonCall, type JsonClient } from '../../http-json.ts';
import { AccessTokens } from './access-tokens.ts';

/** An order comes back with all its lines, each of some texts. */
const ANSWER_BYTES_MAX = 512 * 1024;
/** A longer pause than PayPal asks for in practice; the status schedule would not ask sooner either. */
const PAUSE_MS_MAX = 5 * 60_000;
/** A pause is a few bytes. */
const PAUSES_MAX = 10_000;

export interface PayPalCall {
  readonly method: 'GET' | 'PATCH' | 'POST';
  /** From `/v1/` or `/v2/` on. */
  readonly path: string;
  readonly body?: object;
  /** PayPal does what has this name once, and answers repeats the same. */
  readonly requestId?: string;
  /** What moves money is answered whole, so that nothing is guessed. With a `requestId` it always is. */
  readonly isAnsweredWhole?: true;
  /** A refusal that a tester wants, by PayPal's name for it. Nobody is asked for one where real money moves. */
  readonly mock?: string | undefined;
}

/** ANSWERED: below 500, and neither a redirect nor 401 nor 429. */
export type PayPalAnswer =
  | { readonly status: 'ANSWERED'; readonly code: number; readonly body: ExactJson }
  | Unanswered;

/** The calls that one answer to the gateway takes: they end together, in the time that one may take. */
export interface PayPalTurn {
  call(call: PayPalCall): Promise<PayPalAnswer>;
}

export interface PayPalClientOptions {
  /** What stands before `/v1/` and `/v2/`. */
  readonly api: string;
  /** Whether PayPal's header for negative tests may be sent. */
  readonly isForTests?: boolean;
  readonly client?: JsonClient;
  /** Milliseconds that only go forward. */
  readonly elapsed?: () => number;
  readonly answerMsMax?: number;
}

export class PayPalClient {
  readonly #api: string;
  readonly #isForTests: boolean;
  readonly #client: JsonClient;
  readonly #elapsed: () => number;
  readonly #answerMsMax: number;
  readonly #tokens: AccessTokens;
  /** Until when, by client id. */
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
    this.#tokens = new AccessTokens({ client, api, elapsed });
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
      return this.#heeded(clientId, token);
    }
    const answerMsMax = endsAt - this.#elapsed();
    if (answerMsMax <= 0) {
      return { status: 'NOT_SENT' };
    }
    const answer = await this.#client.call({ ...this.#request(call, token.token), answerMsMax });
    if (answer.status !== 'ANSWERED') {
      return this.#heeded(clientId, answer);
    }
    if (answer.code === 401) {
      this.#tokens.drop(account, token.token);
      return { status: 'REFUSED_TOKEN' };
    }
    // PayPal redirects no call: what does so is not PayPal's API.
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

  /** Notes the pause that PayPal asks for. */
  #heeded(clientId: string, unanswered: Unanswered): Unanswered {
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

/** PayPal refused the new token too: it did nothing of what was asked. */
function withoutToken(answer: PayPalAnswer | { readonly status: 'REFUSED_TOKEN' }): PayPalAnswer {
  return answer.status === 'REFUSED_TOKEN' ? { status: 'NOT_SENT' } : answer;
}
