/** Requests to a staging gateway, over kept connections. Ends at the first answer that is not of a staging gateway. */
import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { VERSION_MAX } from '../../contract/field.ts';
import { STAGING_HEADER } from '../../contract/test-mode.ts';

/** Connections that wait for a request, and connections at all, of a large shop. */
const SOCKETS_MAX = 256;
/** Longer than the gateway waits for its acquirer. */
const ANSWER_MS_MAX = 60_000;
const [[MODE_HEADER, STAGING]] = Object.entries(STAGING_HEADER) as [[string, string]];

export interface RehearsalAnswer {
  readonly status: number;
  readonly result?: string | undefined;
  /** The error's cause, such as SERVER_BUSY. */
  readonly cause?: string | undefined;
}

/** The gateway is no staging gateway, so a payment there may move money. */
export class NoStagingError extends Error {}

export interface Credentials {
  readonly merchant: string;
  readonly password: string;
}

export class GatewayClient {
  readonly #origin: URL;
  readonly #agent: HttpAgent;
  readonly #credentials: Credentials;

  constructor(origin: URL, credentials: Credentials) {
    const options = { keepAlive: true, maxSockets: SOCKETS_MAX };
    this.#origin = origin;
    this.#agent = origin.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options);
    this.#credentials = credentials;
  }

  /** @throws NoStagingError, or an Error if the gateway is not reached */
  async requireStaging(): Promise<void> {
    await this.#call('GET', `/api/rest/version/${VERSION_MAX}/information`);
  }

  /** @throws NoStagingError, or an Error if there is no answer */
  transact(order: string, transaction: string, body: object): Promise<RehearsalAnswer> {
    const { merchant } = this.#credentials;
    const path = `/api/rest/version/${VERSION_MAX}/merchant/${merchant}/order/${order}/transaction/${transaction}`;
    return this.#call('PUT', path, JSON.stringify(body));
  }

  close(): void {
    this.#agent.destroy();
  }

  #call(method: string, path: string, body?: string): Promise<RehearsalAnswer> {
    const { merchant, password } = this.#credentials;
    const send = this.#origin.protocol === 'https:' ? requestHttps : requestHttp;
    return new Promise((resolve, reject) => {
      const sent = send(new URL(path, this.#origin), {
        method,
        agent: this.#agent,
        ...(body !== undefined && {
          auth: `merchant.${merchant}:${password}`,
          headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
        }),
      });
      sent.setTimeout(ANSWER_MS_MAX, () => sent.destroy(new Error(`no answer within ${ANSWER_MS_MAX / 1_000} s`)));
      sent.once('error', reject);
      sent.once('response', (response) => {
        if (response.headers[MODE_HEADER.toLowerCase()] !== STAGING) {
          sent.destroy();
          const text = `${this.#origin.origin} is not a staging gateway (${MODE_HEADER}: ${STAGING}): payments there may move money.`;
          reject(new NoStagingError(text));
          return;
        }
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => void parts.push(part));
        response.once('error', reject);
        response.once('end', () => resolve(answerOf(response.statusCode ?? 0, Buffer.concat(parts).toString())));
      });
      sent.end(body);
    });
  }
}

function answerOf(status: number, text: string): RehearsalAnswer {
  try {
    const { result, error } = JSON.parse(text) as { result?: string; error?: { cause?: string } };
    return { status, result, cause: error?.cause };
  } catch {
    return { status };
  }
}
