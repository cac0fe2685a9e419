/**
 * Registers the callback URL at the PSP. A Pix key has one URL. It is registered if the key has none, or if the key has
 * an older URL of this gateway. A URL of another system is not replaced; payments are then found by queries only.
 */
import { HOUR_MS } from '../../../contract/durations.ts';
import type { NewProviderPayment } from '../../../core/ports/index.ts';
import type { PspClient, PspTurn } from './psp-client.ts';
import { pspErrorCode, registeredWebhook } from './psp-messages.ts';

/** The time limit of a call, short because a payer waits for it. */
const ANSWER_MS_MAX = 2_000;
/** The interval of checks, because the URL at the PSP may be changed by others. */
const AGAIN_MS = HOUR_MS;
/** The maximum number of accounts whose last check is stored. */
const ACCOUNTS_MAX = 10_000;

export interface WebhookOptions {
  readonly client: PspClient;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number;
}

export class Webhooks {
  readonly #options: WebhookOptions;
  /** The time of the last check, by account. */
  readonly #looked = new Map<string, number>();

  constructor(options: WebhookOptions) {
    this.#options = options;
  }

  /** Checks the URL at the PSP. A failure does not fail the payment, which queries find too. */
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
