/**
 * Calls an API with an OAuth 2.0 access token. The token is renewed once if the API refuses it, and calls for an
 * account are not sent during a pause that the API requested.
 */
import { MINUTE_MS } from '../../contract/durations.ts';
import { PROVIDER_ANSWER_MS_MAX, type UnansweredRequest } from '../../core/ports/index.ts';
import type { JsonAnswer, JsonCall } from '../http-json.ts';
import { AccessTokens, type ClientCredentials } from './access-tokens.ts';

/** The maximum pause. Longer than the pauses that providers request in practice. */
const PAUSE_MS_MAX = 5 * MINUTE_MS;
/** The maximum number of stored pauses, of a few bytes each. */
const PAUSES_MAX = 10_000;

export type OAuthCall = Omit<JsonCall, 'answerMsMax'>;

/** ANSWERED: a status below 500, except redirects, 401 and 429. */
export type OAuthAnswer = JsonAnswer;

/** Makes a call. All calls for one request of the gateway share a deadline. */
export type OAuthTurn = (call: OAuthCall) => Promise<OAuthAnswer>;

export interface OAuthClientOptions {
  /** Milliseconds of a monotonic clock. */
  readonly elapsed?: (() => number) | undefined;
  readonly answerMsMax?: number | undefined;
}

export class OAuthClient {
  readonly #elapsed: () => number;
  readonly #answerMsMax: number;
  readonly #tokens: AccessTokens;
  /** The end of each pause, by client id. */
  readonly #pauses = new Map<string, number>();

  constructor({ elapsed = () => performance.now(), answerMsMax = PROVIDER_ANSWER_MS_MAX }: OAuthClientOptions = {}) {
    this.#elapsed = elapsed;
    this.#answerMsMax = answerMsMax;
    this.#tokens = new AccessTokens(elapsed);
  }

  /** @param credentials undefined if the merchant has no usable account; calls then result in NOT_SENT */
  turn(credentials: ClientCredentials | undefined, answerMsMax = this.#answerMsMax): OAuthTurn {
    const endsAt = this.#elapsed() + answerMsMax;
    return async (call) => {
      if (credentials === undefined) {
        return { status: 'NOT_SENT' };
      }
      const first = await this.#callOnce(credentials, call, endsAt);
      const last = first.status === 'REFUSED_TOKEN' ? await this.#callOnce(credentials, call, endsAt) : first;
      // The API also refused the new token, so the call was not executed.
      return last.status === 'REFUSED_TOKEN' ? { status: 'NOT_SENT' } : last;
    };
  }

  async #callOnce(
    credentials: ClientCredentials,
    { method, url, headers, body }: OAuthCall,
    endsAt: number,
  ): Promise<OAuthAnswer | { readonly status: 'REFUSED_TOKEN' }> {
    const { client, clientId } = credentials;
    const pauseMs = (this.#pauses.get(clientId) ?? 0) - this.#elapsed();
    if (pauseMs > 0) {
      return { status: 'NOT_SENT', retryAfterMs: Math.ceil(pauseMs) };
    }
    const token = await this.#tokens.of(credentials);
    if (token.status !== 'TOKEN') {
      return this.#storePause(clientId, token);
    }
    const answerMsMax = endsAt - this.#elapsed();
    if (answerMsMax <= 0) {
      return { status: 'NOT_SENT' };
    }
    const authorised = { authorization: `Bearer ${token.token}`, ...headers };
    const answer = await client.call({ method, url, headers: authorised, body, answerMsMax });
    if (answer.status !== 'ANSWERED') {
      return this.#storePause(clientId, answer);
    }
    if (answer.code === 401) {
      this.#tokens.drop(credentials, token.token);
      return { status: 'REFUSED_TOKEN' };
    }
    // The API does not redirect, so another server has answered.
    return answer.code >= 300 && answer.code < 400 ? { status: 'NO_ANSWER' } : answer;
  }

  /** Stores the pause that the API requested. */
  #storePause(clientId: string, unanswered: UnansweredRequest): UnansweredRequest {
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
