/** Calls PayPal's API for a merchant. */
import type { ProviderAccount } from '../../../core/ports/index.ts';
import { createJsonClient, type JsonClient } from '../../http-json.ts';
import type { ClientCredentials } from '../access-tokens.ts';
import { type OAuthAnswer, type OAuthCall, OAuthClient } from '../oauth-client.ts';

/** The limit of an answer. PayPal returns an order with all its lines, each of which has several texts. */
const ANSWER_BYTES_MAX = 512 * 1024;

export interface PayPalCall {
  readonly method: 'GET' | 'PATCH' | 'POST';
  /** A path that starts with `/v1/` or `/v2/`. */
  readonly path: string;
  readonly body?: object;
  /** The idempotency key: PayPal executes a request once, and gives the same answer to repeats. */
  readonly requestId?: string;
  /** Requests the full resource in the answer, so that its state is known. Calls with a `requestId` always do. */
  readonly isAnsweredWhole?: true;
  /** A refusal that a tester forces, by PayPal's name. Sent only in test environments. */
  readonly mock?: string | undefined;
}

/** Makes calls to PayPal. All calls for one request of the gateway share a deadline. */
export interface PayPalTurn {
  call(call: PayPalCall): Promise<OAuthAnswer>;
}

export interface PayPalClientOptions {
  /** The URL before `/v1/` and `/v2/`. */
  readonly api: string;
  /** True if PayPal's header for negative tests may be sent. */
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
  readonly #oauth: OAuthClient;

  constructor({
    api,
    isForTests = false,
    client = createJsonClient({ answerBytesMax: ANSWER_BYTES_MAX }),
    elapsed,
    answerMsMax,
  }: PayPalClientOptions) {
    this.#api = api;
    this.#isForTests = isForTests;
    this.#client = client;
    this.#oauth = new OAuthClient({ elapsed, answerMsMax });
  }

  turn(account: ProviderAccount): PayPalTurn {
    const turn = this.#oauth.turn(this.#credentialsOf(account));
    return { call: (call) => turn(this.#request(call)) };
  }

  /** @returns undefined if the merchant's account was removed after the payment was made */
  #credentialsOf({ members: { clientId, clientSecret } }: ProviderAccount): ClientCredentials | undefined {
    return clientId === undefined || clientSecret === undefined
      ? undefined
      : { client: this.#client, tokenAddress: `${this.#api}/v1/oauth2/token`, clientId, clientSecret };
  }

  #request({ method, path, body, requestId, isAnsweredWhole, mock }: PayPalCall): OAuthCall {
    const isMocked = this.#isForTests && mock !== undefined;
    return {
      method,
      url: this.#api + path,
      headers: {
        'paypal-request-id': requestId,
        prefer: requestId !== undefined || isAnsweredWhole ? 'return=representation' : undefined,
        'paypal-mock-response': isMocked ? JSON.stringify({ mock_application_codes: mock }) : undefined,
      },
      body,
    };
  }
}
