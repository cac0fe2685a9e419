/**
 * The accounts that may call a simulator with OAuth client credentials, and their access tokens. The tokens are lost
 * when the process ends.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Maximum number of valid tokens, since a caller may request a token before each call. */
const TOKENS_MAX = 10_000;

export interface ClientAccount {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface AccessToken {
  readonly token: string;
  readonly seconds: number;
}

/** The format of the provider's own tokens. */
export interface TokenForm {
  readonly seconds: number;
  readonly bytes: number;
  readonly prefix?: string;
}

export class ClientAccounts<Account extends ClientAccount> {
  readonly #form: TokenForm;
  readonly #byClient: Map<string, Account>;
  readonly #tokens = new Map<string, { readonly account: Account; readonly until: number }>();
  /** Lifetime of tokens issued from now on. */
  tokenSeconds: number;

  constructor(accounts: readonly Account[], form: TokenForm) {
    this.#form = form;
    this.#byClient = new Map(accounts.map((account) => [account.clientId, account]));
    this.tokenSeconds = form.seconds;
  }

  get all(): readonly Account[] {
    return [...this.#byClient.values()];
  }

  of(clientId: string): Account | undefined {
    return this.#byClient.get(clientId);
  }

  put(account: Account): void {
    this.#byClient.set(account.clientId, account);
  }

  /** @param authorization the HTTP Basic header @returns undefined when the credentials are wrong */
  token(authorization: string | undefined, now: number): AccessToken | undefined {
    const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '') ?? [];
    const [clientId = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(':', 2);
    const account = this.#byClient.get(clientId);
    if (account === undefined || !isSame(account.clientSecret, secret)) {
      return undefined;
    }
    const { prefix = '', bytes } = this.#form;
    const token = prefix + randomBytes(bytes).toString('base64url');
    const [oldest] = this.#tokens.keys();
    if (this.#tokens.size >= TOKENS_MAX && oldest !== undefined) {
      this.#tokens.delete(oldest);
    }
    this.#tokens.set(token, { account, until: now + this.tokenSeconds * 1_000 });
    return { token, seconds: this.tokenSeconds };
  }

  /** @param authorization the Bearer header @returns undefined for a token that is unknown or has expired */
  accountOf(authorization: string | undefined, now: number): Account | undefined {
    const [, token = ''] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? [];
    const known = this.#tokens.get(token);
    return known === undefined || known.until <= now ? undefined : known.account;
  }

  /** Invalidates all issued tokens. */
  expireTokens(): void {
    this.#tokens.clear();
  }
}

function isSame(known: string, given: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(known), digest(given));
}
