/**
 * Calls of a PSP's Pix API for a merchant: over connections with the merchant's certificate, with an access token that
 * is renewed once where the PSP refuses it, and none while the PSP has asked for a pause.
 */
import { createHash } from 'node:crypto';
import { PROVIDER_ANSWER_MS_MAX, type ProviderAccount, type Unanswered } from '../../gateway/ports/index.ts';
import { createJsonClient, type ExactJson, type JsonClient } from '../../http-json.ts';
import { AccessTokens } from '../access-tokens.ts';
import { mutualTlsAgent } from '../mutual-tls-agent.ts';
import { type PspAccount, pspAccountOf, type SandboxPsp } from './psp-account.ts';

/** What of the Pix API is used. */
const SCOPE = 'cob.write cob.read pix.write pix.read webhook.write webhook.read';
/** The status schedule would not ask sooner either. */
const PAUSE_MS_MAX = 5 * 60_000;
/** A few bytes each. */
const PAUSES_MAX = 10_000;
/** Merchants whose connections are kept; those of another are made anew. */
const CLIENTS_MAX = 1_000;

export interface PspCall {
  readonly method: 'GET' | 'PATCH' | 'PUT';
  /** From the account's address on. */
  readonly path: string;
  readonly body?: object;
}

/** ANSWERED: below 500, and neither a redirect nor 401 nor 429. */
export type PspAnswer = { readonly status: 'ANSWERED'; readonly code: number; readonly body: ExactJson } | Unanswered;

/** The calls that one answer to the gateway takes: they end together, in the time that one may take. */
export type PspTurn = (call: PspCall) => Promise<PspAnswer>;

export interface PspClientOptions {
  readonly sandbox?: SandboxPsp | undefined;
  /** Milliseconds that only go forward. */
  readonly elapsed?: () => number;
  readonly answerMsMax?: number;
}

export class PspClient {
  readonly #sandbox: SandboxPsp | undefined;
  readonly #elapsed: () => number;
  readonly #answerMsMax: number;
  readonly #tokens: AccessTokens;
  readonly #clients = new Map<string, JsonClient | undefined>();
  /** Until when, by client id. */
  readonly #pauses = new Map<string, number>();

  constructor({
    sandbox,
    elapsed = () => performance.now(),
    answerMsMax = PROVIDER_ANSWER_MS_MAX,
  }: PspClientOptions = {}) {
    this.#sandbox = sandbox;
    this.#elapsed = elapsed;
    this.#answerMsMax = answerMsMax;
    this.#tokens = new AccessTokens({
      elapsed,
      request: (account) => {
        const psp = this.accountOf(account);
        const client = psp && this.#clientOf(psp);
        return psp && client && { client, url: psp.tokenAddress, scope: SCOPE, ...psp };
      },
    });
  }

  /** @returns undefined where the merchant has none that can be used */
  accountOf(account: ProviderAccount): PspAccount | undefined {
    const psp = pspAccountOf(account, this.#sandbox);
    return psp && this.#clientOf(psp) && psp;
  }

  turn(account: ProviderAccount, answerMsMax = this.#answerMsMax): PspTurn {
    const endsAt = this.#elapsed() + answerMsMax;
    return async (call) => {
      const first = await this.#callOnce(account, call, endsAt);
      const last = first.status === 'REFUSED_TOKEN' ? await this.#callOnce(account, call, endsAt) : first;
      // The PSP refused the new token too: it did nothing of what was asked.
      return last.status === 'REFUSED_TOKEN' ? { status: 'NOT_SENT' } : last;
    };
  }

  async #callOnce(
    account: ProviderAccount,
    { method, path, body }: PspCall,
    endsAt: number,
  ): Promise<PspAnswer | { readonly status: 'REFUSED_TOKEN' }> {
    const psp = this.accountOf(account);
    const client = psp && this.#clientOf(psp);
    if (psp === undefined || client === undefined) {
      return { status: 'NOT_SENT' };
    }
    const pauseMs = (this.#pauses.get(psp.clientId) ?? 0) - this.#elapsed();
    if (pauseMs > 0) {
      return { status: 'NOT_SENT', retryAfterMs: Math.ceil(pauseMs) };
    }
    const token = await this.#tokens.of(account);
    if (token.status !== 'TOKEN') {
      return this.#heeded(psp, token);
    }
    const answerMsMax = endsAt - this.#elapsed();
    if (answerMsMax <= 0) {
      return { status: 'NOT_SENT' };
    }
    const headers = { authorization: `Bearer ${token.token}` };
    const url = psp.address + path;
    const answer = await client.call({ method, url, headers, ...(body && { body }), answerMsMax });
    if (answer.status !== 'ANSWERED') {
      return this.#heeded(psp, answer);
    }
    if (answer.code === 401) {
      this.#tokens.drop(account, token.token);
      return { status: 'REFUSED_TOKEN' };
    }
    // The API redirects no call: what does so is not the PSP's API.
    return answer.code >= 300 && answer.code < 400 ? { status: 'NO_ANSWER' } : answer;
  }

  /** Notes the pause that the PSP asks for. */
  #heeded({ clientId }: PspAccount, unanswered: Unanswered): Unanswered {
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

  /** @returns undefined where certificate and key cannot be used together */
  #clientOf({ certificate, certificateKey, authority }: PspAccount): JsonClient | undefined {
    const text = JSON.stringify([certificate, certificateKey, authority]);
    const key = createHash('sha256').update(text).digest('base64');
    if (!this.#clients.has(key)) {
      const [oldest] = this.#clients.keys();
      if (this.#clients.size >= CLIENTS_MAX && oldest !== undefined) {
        this.#clients.delete(oldest);
      }
      this.#clients.set(key, openClient({ cert: certificate, key: certificateKey }, authority));
    }
    return this.#clients.get(key);
  }
}

function openClient(certified: { cert: string; key: string }, authority: string | undefined): JsonClient | undefined {
  try {
    return createJsonClient({ tlsAgent: mutualTlsAgent(certified, authority) });
  } catch {
    return undefined;
  }
}
