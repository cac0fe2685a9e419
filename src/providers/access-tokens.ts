/**
 * Access tokens of merchants' accounts. Each process keeps its own, in memory alone: whoever asks at once waits for one
 * request, and a token is renewed before it ends. The time that it has left is counted by a clock that nobody sets.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ProviderAccount, Unanswered } from '../gateway/ports/index.ts';
import { type JsonClient, WrittenBody } from '../http-json.ts';

/** A token lasts for hours; renewed this long before its end, none ends on its way to the provider. */
const RENEWED_BEFORE_MS = 5 * 60_000;
/** Of short tokens, so that they are used at all. */
const RENEWED_BEFORE_SHARE = 0.1;
/** Half of what a call may take: the call itself needs the rest. */
const TOKEN_MS_MAX = 5_000;
/** A few hundred bytes each. Beyond it the token that was made first is asked for again. */
const TOKENS_MAX = 10_000;

const FORM = 'application/x-www-form-urlencoded';

/** RFC 6749, 4.4.3. `expires_in` is seconds. */
const accessToken = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,4000}$/),
  expires_in: z.string().regex(/^\d{1,9}$/),
});

export type TokenOutcome = { readonly status: 'TOKEN'; readonly token: string } | Unanswered;

interface Held {
  readonly token: string;
  /** By the monotonic clock. */
  readonly renewAt: number;
  readonly endsAt: number;
}

/** By client credentials, which go by HTTP Basic (RFC 6749, 2.3.1). */
export interface TokenRequest {
  readonly client: JsonClient;
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What the token is for; absent: whatever the account may do. */
  readonly scope?: string;
}

export interface AccessTokensOptions {
  /** @returns undefined where the merchant had an account when the payment was made, and has none now */
  readonly request: (account: ProviderAccount) => TokenRequest | undefined;
  /** Milliseconds that only go forward. */
  readonly elapsed: () => number;
}

export class AccessTokens {
  readonly #options: AccessTokensOptions;
  readonly #held = new Map<string, Held>();
  readonly #asked = new Map<string, Promise<TokenOutcome>>();

  constructor(options: AccessTokensOptions) {
    this.#options = options;
  }

  /** @returns unanswered where there is none: the provider is away, or knows no such account */
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

  /** The provider no longer takes it. Another that was asked for since stays. */
  drop(account: ProviderAccount, token: string): void {
    const request = this.#options.request(account);
    const key = request && keyOf(request);
    if (key !== undefined && this.#held.get(key)?.token === token) {
      this.#held.delete(key);
    }
  }

  #askOnce(key: string, request: TokenRequest): Promise<TokenOutcome> {
    const underWay = this.#asked.get(key);
    if (underWay !== undefined) {
      return underWay;
    }
    const asking = this.#ask(key, request).finally(() => this.#asked.delete(key));
    this.#asked.set(key, asking);
    return asking;
  }

  async #ask(key: string, request: TokenRequest): Promise<TokenOutcome> {
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
      // Whatever became of it, no payment was asked for.
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

  #hold(key: string, held: Held): void {
    this.#held.delete(key);
    this.#held.set(key, held);
    const [oldest] = this.#held.keys();
    if (this.#held.size > TOKENS_MAX && oldest !== undefined) {
      this.#held.delete(oldest);
    }
  }
}

/** An account with a new secret is another one. */
function keyOf({ url, clientId, clientSecret }: TokenRequest): string {
  return createHash('sha256').update(`${url} ${clientId}:${clientSecret}`).digest('base64');
}
