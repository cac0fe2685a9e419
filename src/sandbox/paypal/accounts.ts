/** Who may call the stand-in, and the access tokens that it gave them. They end with the process, as tokens may. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SandboxPayPalAccount } from '../../settings/sandbox/index.ts';

/** PayPal's are as long: nine hours. */
const TOKEN_SECONDS = 32_400;
const TOKEN_BYTES = 48;
/** A caller that asks for one before each call fills no memory. */
const TOKENS_MAX = 10_000;

export interface PayPalAccount extends SandboxPayPalAccount {
  /** Where its webhook is delivered; absent: none is registered. */
  readonly webhookUrl?: string;
}

export interface AccessToken {
  readonly token: string;
  readonly seconds: number;
}

export class Accounts {
  readonly #byClient: Map<string, PayPalAccount>;
  readonly #tokens = new Map<string, { readonly account: PayPalAccount; readonly until: number }>();
  /** Of tokens given from now on. */
  tokenSeconds = TOKEN_SECONDS;

  constructor(accounts: readonly PayPalAccount[]) {
    this.#byClient = new Map(accounts.map((account) => [account.clientId, account]));
  }

  get all(): readonly PayPalAccount[] {
    return [...this.#byClient.values()];
  }

  ofMerchant(merchantId: string): PayPalAccount | undefined {
    return this.all.find((account) => account.merchantId === merchantId);
  }

  put(account: PayPalAccount): void {
    this.#byClient.set(account.clientId, account);
  }

  /** @param authorization the header; HTTP Basic @returns undefined when the credentials are wrong */
  token(authorization: string | undefined, now: number): AccessToken | undefined {
    const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '') ?? [];
    const [clientId = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(':', 2);
    const account = this.#byClient.get(clientId);
    if (account === undefined || !isSame(account.clientSecret, secret)) {
      return undefined;
    }
    const token = `A21A${randomBytes(TOKEN_BYTES).toString('base64url')}`;
    const [oldest] = this.#tokens.keys();
    if (this.#tokens.size >= TOKENS_MAX && oldest !== undefined) {
      this.#tokens.delete(oldest);
    }
    this.#tokens.set(token, { account, until: now + this.tokenSeconds * 1_000 });
    return { token, seconds: this.tokenSeconds };
  }

  /** @param authorization the header @returns undefined for a token that is unknown or has expired */
  accountOf(authorization: string | undefined, now: number): PayPalAccount | undefined {
    const [, token = ''] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? [];
    const known = this.#tokens.get(token);
    return known === undefined || known.until <= now ? undefined : known.account;
  }

  /** Every token that was given is invalid from now on. */
  expireTokens(): void {
    this.#tokens.clear();
  }
}

function isSame(known: string, given: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(known), digest(given));
}
