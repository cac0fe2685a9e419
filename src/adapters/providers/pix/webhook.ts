/**
 * The callback address at the PSP. A key has one address: it is registered if there is none, or if it is an older one
 * of ours. An address of another system stays, and payments are then found only by queries.
 */
import { HOUR_MS } from '../../../contract/durations.ts';
import type { NewProviderPayment } from '../../../core/ports/index.ts';
import type { PspClient, PspTurn } from './psp-client.ts';
import { pspErrorCode, registeredWebhook } from './psp-messages.ts';

/** Short, because a payer waits meanwhile. */
const ANSWER_MS_MAX = 2_000;
/** An operator may have changed the address at the PSP. */
const AGAIN_MS = HOUR_MS;
/** Bounds the memory for accounts whose webhook was looked up. */
const ACCOUNTS_MAX = 10_000;

export interface WebhookOptions {
  readonly client: PspClient;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number;
}

export class Webhooks {
  readonly #options: WebhookOptions;
  /** When each address was last checked. */
  readonly #looked = new Map<string, number>();

  constructor(options: WebhookOptions) {
    this.#options = options;
  }

  /** Checks the address without failing the payment: without callbacks it is found by queries. */
  async keep(
    { account, callbackUrl }: Pick<NewProviderPayment, 'account' | 'callbackUrl'>,
    leftMs: number,
  ): Promise<void> {
    const { client, elapsed } = this.#options;
    const psp = client.accountOf(account);
    if (psp === undefined) {
      return;
    }
    const url = `${callbackUrl}/${psp.callbackToken}`;
    const name = `${psp.clientId} ${psp.key} ${url}`;
    const before = this.#looked.get(name);
    if (before !== undefined && elapsed() < before + AGAIN_MS) {
      return;
    }
    if (this.#looked.size >= ACCOUNTS_MAX) {
      this.#looked.clear();
    }
    this.#looked.set(name, elapsed());
    await keptAt(client.turn(account, Math.min(leftMs, ANSWER_MS_MAX)), psp.key, { url, own: `${callbackUrl}/` });
  }
}

async function keptAt(turn: PspTurn, key: string, { url, own }: { url: string; own: string }): Promise<void> {
  const path = `/webhook/${encodeURIComponent(key)}`;
  const answer = await turn({ method: 'GET', path });
  if (answer.status !== 'ANSWERED') {
    return;
  }
  const now = answer.code === 200 ? registeredWebhook.safeParse(answer.body).data?.webhookUrl : undefined;
  const isFree = answer.code === 404 && pspErrorCode(answer.body) !== undefined;
  if (isFree || (now !== undefined && now !== url && now.startsWith(own))) {
    await turn({ method: 'PUT', path, body: { webhookUrl: url } });
  }
}
