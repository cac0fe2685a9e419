/**
 * Access tokens of merchants' accounts, cached in the memory of each process. Concurrent callers share one request, and
 * a token is renewed before it expires. Its remaining time is measured with a monotonic clock.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ProviderAccount, UnansweredRequest } from '../../core/ports/index.ts';
import { type JsonClient, WrittenBody } from '../http-json.ts';

/** A token lasts for hours. Renewed this long before its expiry, it cannot expire on its way to the provider. */
const RENEWED_BEFORE_MS = 5 * 60_000;
/** For short-lived tokens, so that they are used at all. */
const RENEWED_BEFORE_SHARE = 0.1;
/** Half of the time for a call, because the call itself needs the rest. */
const TOKEN_MS_MAX = 5_000;
/** A few hundred bytes each. Beyond the limit the oldest token is removed, and requested again when it is needed. */
const TOKENS_MAX = 10_000;

const FORM = 'application/x-www-form-urlencoded';

/** RFC 6749, section 4.4.3. `expires_in` is in seconds. */
const accessToken = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,4000}$/),
  expires_in: z.string().regex(/^\d{1,9}$/),
});

export type TokenOutcome = { readonly status: 'TOKEN'; readonly token: string } | UnansweredRequest;

interface CachedToken {
  readonly token: string;
  /** By the monotonic clock. */
  readonly renewAt: number;
  readonly endsAt: number;
}

/** A request with client credentials, sent by HTTP Basic (RFC 6749, section 2.3.1). */
export interface AccessTokenRequest {
  readonly client: JsonClient;
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The token's scope. Absent: all that the account may do. */
  readonly scope?: string;
}

export interface AccessTokensOptions {
  /** @returns undefined if the merchant's account was removed after the payment was made */
  readonly request: (account: ProviderAccount) => AccessTokenRequest | undefined;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number;
}

export class AccessTokens {
  readonly #options: AccessTokensOptions;
  readonly #held = new Map<string, CachedToken>();
  readonly #asked = new Map<string, Promise<TokenOutcome>>();

  constructor(options: AccessTokensOptions) {
    this.#options = options;
  }

  /** @returns unanswered without a token: the provider cannot be reached, or does not accept the account */
  async of(account: ProviderAccount): Promise<TokenOutcome> {
    const request = this.#options.request(account);
    if (request === undefined) {
      return { status: 'NOT_SENT' };
    }
    const key = keyOf(request);
    const held = this.#held.get(key);
    const now = this.#options.elapsed();
    if (held !== undefined && now < held.renewAt) {
      return { status: 'TOKEN', token: held.token };
    }
    const asked = await this.#askOnce(key, request);
    return asked.status !== 'TOKEN' && held !== undefined && now < held.endsAt
      ? { status: 'TOKEN', token: held.token }
      : asked;
  }

  /** Removes a token that the provider no longer accepts. A newer token stays. */
  drop(account: ProviderAccount, token: string): void {
    const request = this.#options.request(account);
    const key = request && keyOf(request);
    if (key !== undefined && this.#held.get(key)?.token === token) {
      this.#held.delete(key);
    }
  }

  #askOnce(key: string, request: AccessTokenRequest): Promise<TokenOutcome> {
    const underWay = this.#asked.get(key);
    if (underWay !== undefined) {
      return underWay;
    }
    const asking = this.#ask(key, request).finally(() => this.#asked.delete(key));
    this.#asked.set(key, asking);
    return asking;
  }

  async #ask(key: string, request: AccessTokenRequest): Promise<TokenOutcome> {
    const { elapsed } = this.#options;
    const { client, url, clientId, clientSecret, scope } = request;
    const askedAt = elapsed();
    const form = new URLSearchParams({ grant_type: 'client_credentials', ...(scope !== undefined && { scope }) });
    const answer = await client.call({
      method: 'POST',
      url,
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
      body: new WrittenBody(FORM, form.toString()),
      answerMsMax: TOKEN_MS_MAX,
    });
    if (answer.status !== 'ANSWERED') {
      // Even if the token request was processed, no payment request was sent.
      return { ...answer, status: 'NOT_SENT' };
    }
    const { data } = accessToken.safeParse(answer.body);
    if (answer.code !== 200 || data === undefined) {
      return { status: 'NOT_SENT' };
    }
    const lastsMs = Number(data.expires_in) * 1_000;
    const renewedBeforeMs = Math.min(RENEWED_BEFORE_MS, lastsMs * RENEWED_BEFORE_SHARE);
    this.#hold(key, {
      token: data.access_token,
      renewAt: askedAt + lastsMs - renewedBeforeMs,
      endsAt: askedAt + lastsMs,
    });
    return { status: 'TOKEN', token: data.access_token };
  }

  #hold(key: string, held: CachedToken): void {
    this.#held.delete(key);
    this.#held.set(key, held);
    const [oldest] = this.#held.keys();
    if (this.#held.size > TOKENS_MAX && oldest !== undefined) {
      this.#held.delete(oldest);
    }
  }
}

/** An account with a new secret has a new key. */
function keyOf({ url, clientId, clientSecret }: AccessTokenRequest): string {
  return createHash('sha256').update(`${url} ${clientId}:${clientSecret}`).digest('base64');
}
