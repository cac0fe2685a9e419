/**
 * Calls a PSP's Pix API for a merchant, with the merchant's client certificate. The access token is renewed once if the
 * PSP refuses it, and calls are withheld during a pause that the PSP requested.
 */
import { createHash } from 'node:crypto';
import { PROVIDER_ANSWER_MS_MAX, type ProviderAccount, type UnansweredRequest } from '../../../core/ports/index.ts';
import { createJsonClient, type ExactJson, type JsonClient } from '../../http-json.ts';
import { AccessTokens } from '../access-tokens.ts';
import { mutualTlsAgent } from '../mutual-tls-agent.ts';
import { type PspAccount, pspAccountOf, type SandboxPsp } from './psp-account.ts';

/** The scopes of the operations that the gateway uses. */
const SCOPE = 'cob.write cob.read pix.write pix.read webhook.write webhook.read';
/** The status schedule would not query sooner either. */
const PAUSE_MS_MAX = 5 * 60_000;
/** A few bytes each. */
const PAUSES_MAX = 10_000;
/** The maximum number of merchants with open connections. Others connect again. */
const CLIENTS_MAX = 1_000;

export interface PspCall {
  readonly method: 'GET' | 'PATCH' | 'PUT';
  /** Relative to the account's address. */
  readonly path: string;
  readonly body?: object;
}

/** ANSWERED: a status below 500, except redirects, 401 and 429. */
export type PspAnswer =
  | { readonly status: 'ANSWERED'; readonly code: number; readonly body: ExactJson }
  | UnansweredRequest;

/** The calls for one request of the gateway, with a common deadline. */
export type PspTurn = (call: PspCall) => Promise<PspAnswer>;

export interface PspClientOptions {
  readonly sandbox?: SandboxPsp | undefined;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed?: () => number;
  readonly answerMsMax?: number;
}

export class PspClient {
  readonly #sandbox: SandboxPsp | undefined;
  readonly #elapsed: () => number;
  readonly #answerMsMax: number;
  readonly #tokens: AccessTokens;
  readonly #clients = new Map<string, JsonClient | undefined>();
  /** The end of each back-off, by client id. */
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

  /** @returns undefined if the merchant has no usable account */
  accountOf(account: ProviderAccount): PspAccount | undefined {
    const psp = pspAccountOf(account, this.#sandbox);
    return psp && this.#clientOf(psp) && psp;
  }

  turn(account: ProviderAccount, answerMsMax = this.#answerMsMax): PspTurn {
    const endsAt = this.#elapsed() + answerMsMax;
    return async (call) => {
      const first = await this.#callOnce(account, call, endsAt);
      const last = first.status === 'REFUSED_TOKEN' ? await this.#callOnce(account, call, endsAt) : first;
      // The PSP also refused the new token, so the call was not executed.
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
      return this.#storeBackOff(psp, token);
    }
    const answerMsMax = endsAt - this.#elapsed();
    if (answerMsMax <= 0) {
      return { status: 'NOT_SENT' };
    }
    const headers = { authorization: `Bearer ${token.token}` };
    const url = psp.address + path;
    const answer = await client.call({ method, url, headers, ...(body && { body }), answerMsMax });
    if (answer.status !== 'ANSWERED') {
      return this.#storeBackOff(psp, answer);
    }
    if (answer.code === 401) {
      this.#tokens.drop(account, token.token);
      return { status: 'REFUSED_TOKEN' };
    }
    // The API does not redirect, so another server answered.
    return answer.code >= 300 && answer.code < 400 ? { status: 'NO_ANSWER' } : answer;
  }

  /** Stores the back-off that the PSP requested. */
  #storeBackOff({ clientId }: PspAccount, unanswered: UnansweredRequest): UnansweredRequest {
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

  /** @returns undefined if certificate and key do not work together */
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
