/**
 * The address that the PSP calls back at. A key has one: it is set where there is none, and where an older one of ours
 * stands; one of somebody else's stays, and payments are found by asking alone.
 */
import type { NewProviderPayment } from '../../gateway/ports/index.ts';
import type { PspClient, PspTurn } from './psp-client.ts';
import { errorCode, registeredWebhook } from './psp-messages.ts';

/** A payer waits for it. */
const ANSWER_MS_MAX = 2_000;
/** An operator may have changed it at the PSP. */
const AGAIN_MS = 60 * 60_000;
/** A few bytes each. */
const ACCOUNTS_MAX = 10_000;

export interface WebhookOptions {
  readonly client: PspClient;
  /** Milliseconds that only go forward. */
  readonly elapsed: () => number;
}

export class Webhooks {
  readonly #options: WebhookOptions;
  /** When each address was last looked after. */
  readonly #looked = new Map<string, number>();

  constructor(options: WebhookOptions) {
    this.#options = options;
  }

  /** Never fails a payment: without callbacks it is found by asking. */
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
  const isFree = answer.code === 404 && errorCode(answer.body) !== undefined;
  if (isFree || (now !== undefined && now !== url && now.startsWith(own))) {
    await turn({ method: 'PUT', path, body: { webhookUrl: url } });
  }
}
