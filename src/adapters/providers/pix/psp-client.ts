/** Calls a PSP's Pix API for a merchant, with the merchant's client certificate. */
import { createHash } from 'node:crypto';
import type { ProviderAccount } from '../../../core/ports/index.ts';
import { createJsonClient, type JsonClient } from '../../http-json.ts';
import { mutualTlsAgent } from '../mutual-tls-agent.ts';
import { type OAuthAnswer, OAuthClient } from '../oauth-client.ts';
import { type PspAccount, pspAccountOf, type SandboxPsp } from './psp-account.ts';

/** The scopes of the operations that the gateway uses. */
const SCOPE = 'cob.write cob.read pix.write pix.read webhook.write webhook.read';
/** The maximum number of merchants with open connections. Further merchants connect again for each call. */
const CLIENTS_MAX = 1_000;

export interface PspCall {
  readonly method: 'GET' | 'PATCH' | 'PUT';
  /** A path relative to the account's URL. */
  readonly path: string;
  readonly body?: object;
}

/** Makes a call. All calls for one request of the gateway share a deadline. */
export type PspTurn = (call: PspCall) => Promise<OAuthAnswer>;

export interface PspClientOptions {
  readonly sandbox?: SandboxPsp | undefined;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed?: () => number;
  readonly answerMsMax?: number;
}

export class PspClient {
  readonly #sandbox: SandboxPsp | undefined;
  readonly #oauth: OAuthClient;
  readonly #clients = new Map<string, JsonClient | undefined>();

  constructor({ sandbox, elapsed, answerMsMax }: PspClientOptions = {}) {
    this.#sandbox = sandbox;
    this.#oauth = new OAuthClient({ elapsed, answerMsMax });
  }

  /** @returns undefined if the merchant has no usable account */
  accountOf(account: ProviderAccount): PspAccount | undefined {
    const psp = pspAccountOf(account, this.#sandbox);
    return psp && this.#clientOf(psp) && psp;
  }

  turn(account: ProviderAccount, answerMsMax?: number): PspTurn {
    const psp = pspAccountOf(account, this.#sandbox);
    const client = psp && this.#clientOf(psp);
    const turn = this.#oauth.turn(psp && client && { ...psp, client, scope: SCOPE }, answerMsMax);
    return ({ method, path, body }) => turn({ method, url: `${psp?.address}${path}`, body });
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
