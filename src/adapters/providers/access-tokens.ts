/**
 * Access tokens of merchants' accounts, cached in the memory of each process. Concurrent callers share one request, and
 * a token is renewed before it expires. Its remaining time is measured with a monotonic clock.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { MINUTE_MS } from '../../contract/durations.ts';
import type { UnansweredRequest } from '../../core/ports/index.ts';
import { type JsonClient, WrittenBody } from '../http-json.ts';

/**
 * How long before its expiry a token is renewed, so that it does not expire on its way to the provider. Tokens are
 * valid for hours.
 */
const RENEWED_BEFORE_MS = 5 * MINUTE_MS;
/**
 * The maximum time by which a token is renewed before its expiry, as a share of its lifetime, so that short-lived
 * tokens are used at all.
 */
const RENEWED_BEFORE_SHARE = 0.1;
/** The time limit of a token request: half of that of a call, because the call itself needs the other half. */
const TOKEN_MS_MAX = 5_000;
/**
 * The maximum number of cached tokens, of a few hundred bytes each. Above it the oldest token is removed, and requested
 * again when it is needed.
 */
const TOKENS_MAX = 10_000;

const FORM = 'application/x-www-form-urlencoded';

/** The token response of RFC 6749, section 4.4.3. `expires_in` is in seconds. */
const accessToken = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,4000}$/),
  expires_in: z.string().regex(/^\d{1,9}$/),
});

export type TokenOutcome = { readonly status: 'TOKEN'; readonly token: string } | UnansweredRequest;

interface CachedToken {
  readonly token: string;
  /** The time of renewal, by the monotonic clock. */
  readonly renewAt: number;
  readonly endsAt: number;
}

/** Client credentials of a merchant's account, sent by HTTP Basic (RFC 6749, section 2.3.1). */
export interface ClientCredentials {
  readonly client: JsonClient;
  readonly tokenAddress: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The token's scope. Absent: all permissions of the account. */
  readonly scope?: string;
}

export class AccessTokens {
  readonly #elapsed: () => number;
  readonly #held = new Map<string, CachedToken>();
  readonly #asked = new Map<string, Promise<TokenOutcome>>();

  /** @param elapsed milliseconds of a monotonic clock */
  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  /** @returns the token; NOT_SENT if the provider cannot be reached or does not accept the account */
  async of(credentials: ClientCredentials): Promise<TokenOutcome> {
    const key = keyOf(credentials);
    const held = this.#held.get(key);
    const now = this.#elapsed();
    if (held !== undefined && now < held.renewAt) {
      return { status: 'TOKEN', token: held.token };
    }
    const asked = await this.#askOnce(key, credentials);
    return asked.status !== 'TOKEN' && held !== undefined && now < held.endsAt
      ? { status: 'TOKEN', token: held.token }
      : asked;
  }

  /** Removes a token that the provider no longer accepts, unless a newer token has replaced it. */
  drop(credentials: ClientCredentials, token: string): void {
    const key = keyOf(credentials);
    if (this.#held.get(key)?.token === token) {
      this.#held.delete(key);
    }
  }

  #askOnce(key: string, credentials: ClientCredentials): Promise<TokenOutcome> {
    const underWay = this.#asked.get(key);
    if (underWay !== undefined) {
      return underWay;
    }
    const asking = this.#ask(key, credentials).finally(() => this.#asked.delete(key));
    this.#asked.set(key, asking);
    return asking;
  }

  async #ask(key: string, credentials: ClientCredentials): Promise<TokenOutcome> {
    const { client, tokenAddress, clientId, clientSecret, scope } = credentials;
    const askedAt = this.#elapsed();
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    if (scope !== undefined) {
      form.set('scope', scope);
    }
    const answer = await client.call({
      method: 'POST',
      url: tokenAddress,
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

/** The cache key, which includes the secret: an account with a new secret needs a new token. */
function keyOf({ tokenAddress, clientId, clientSecret }: ClientCredentials): string {
  return createHash('sha256').update(`${tokenAddress} ${clientId}:${clientSecret}`).digest('base64');
}
