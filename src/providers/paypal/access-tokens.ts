/**
 * Access tokens of merchants' accounts. Each process keeps its own, in memory alone: whoever asks at once waits for one
 * request, and a token is renewed before it ends. The time that it has left is counted by a clock that nobody sets.
 */
import { createHash } from 'node:crypto';
import type { ProviderAccount, Unanswered } from '../../gateway/ports/index.ts';
import { type JsonClient, WrittenBody } from '../../http-json.ts';
import { accessToken } from './paypal-messages.ts';

/** A token lasts for hours; renewed this long before its end, none ends on its way to PayPal. */
const RENEWED_BEFORE_MS = 5 * 60_000;
/** Of short tokens, so that they are used at all. */
const RENEWED_BEFORE_SHARE = 0.1;
/** Half of what a call may take: the call itself needs the rest. */
const TOKEN_MS_MAX = 5_000;
/** A few hundred bytes each. Beyond it the token that was made first is asked for again. */
const TOKENS_MAX = 10_000;

const FORM = 'application/x-www-form-urlencoded';

export type TokenOutcome = { readonly status: 'TOKEN'; readonly token: string } | Unanswered;

interface Held {
  readonly token: string;
  /** By the monotonic clock. */
  readonly renewAt: number;
  readonly endsAt: number;
}

export interface AccessTokensOptions {
  readonly client: JsonClient;
  /** What stands before `/v1/`. */
  readonly api: string;
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

  /** @returns unanswered where there is none: PayPal is away, or knows no such account */
  async of(account: ProviderAccount): Promise<TokenOutcome> {
    const key = keyOf(account);
    const held = this.#held.get(key);
    const now = this.#options.elapsed();
    if (held !== undefined && now < held.renewAt) {
      return { status: 'TOKEN', token: held.token };
    }
    const asked = await this.#askOnce(key, account);
    return asked.status !== 'TOKEN' && held !== undefined && now < held.endsAt
      ? { status: 'TOKEN', token: held.token }
      : asked;
  }

  /** PayPal no longer takes it. Another that was asked for since stays. */
  drop(account: ProviderAccount, token: string): void {
    const key = keyOf(account);
    if (this.#held.get(key)?.token === token) {
      this.#held.delete(key);
    }
  }

  #askOnce(key: string, account: ProviderAccount): Promise<TokenOutcome> {
    const underWay = this.#asked.get(key);
    if (underWay !== undefined) {
      return underWay;
    }
    const asking = this.#ask(key, account).finally(() => this.#asked.delete(key));
    this.#asked.set(key, asking);
    return asking;
  }

  async #ask(key: string, { members: { clientId, clientSecret } }: ProviderAccount): Promise<TokenOutcome> {
    const { client, api, elapsed } = this.#options;
    // The merchant had an account when the payment was made, and has none now.
    if (clientId === undefined || clientSecret === undefined) {
      return { status: 'NOT_SENT' };
    }
    const askedAt = elapsed();
    const answer = await client.call({
      method: 'POST',
      url: `${api}/v1/oauth2/token`,
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
      body: new WrittenBody(FORM, 'grant_type=client_credentials'),
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
function keyOf({ members: { clientId = '', clientSecret = '' } }: ProviderAccount): string {
  return createHash('sha256').update(`${clientId}:${clientSecret}`).digest('base64');
}
