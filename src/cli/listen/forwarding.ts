/** Forwards a stored notification to a server of this machine, signed as the gateway signs it. */
import { requestHeaders, type SigningDependencies, signingKeys } from '../../adapters/notifications/index.ts';
import type { Store } from '../../adapters/store/index.ts';
import type { Vault } from '../../adapters/vault/index.ts';
import { notificationSecret } from '../../core/index.ts';
import { type NotificationView, notificationId, supportCode } from '../../core/ports/index.ts';

/** As long as the gateway waits for a shop. */
const ANSWER_MS_MAX = 10_000;

export class Forwarding {
  readonly #store: Store;
  readonly #vault: Vault;

  constructor(store: Store, vault: Vault) {
    this.#store = store;
    this.#vault = vault;
  }

  /**
   * @param number the number of the attempt, which the shop reads in a header
   * @returns the status of the answer, or the reason why there is none
   */
  async send(view: NotificationView, body: string, to: URL, number: number): Promise<string> {
    const headers = await this.#headers(view, body, number);
    try {
      const signal = AbortSignal.timeout(ANSWER_MS_MAX);
      const answer = await fetch(to, { method: 'POST', headers, body, redirect: 'manual', signal });
      await answer.body?.cancel();
      return `${answer.status}`;
    } catch (error) {
      return reasonOf(error);
    }
  }

  async #headers({ key, merchantId, orderId, event }: NotificationView, body: string, number: number) {
    const { merchants, orders, notifications } = this.#store;
    const merchant = await merchants.find(merchantId);
    if (merchant === undefined) {
      throw new Error(`The merchant of ${notificationId(key)} is gone.`);
    }
    const signing: SigningDependencies = { keys: notifications, sealer: this.#vault, clock: { now: Date.now } };
    const order = event === undefined ? await orders.find(merchant.key, orderId) : undefined;
    return requestHeaders({
      ...{ key, body, number },
      seconds: Math.floor(Date.now() / 1_000),
      keys: await signingKeys(signing, merchant.key),
      supportCode: order && supportCode(this.#vault, order.key),
      secret: notificationSecret(merchant.profile, this.#vault),
    });
  }
}

function reasonOf(error: unknown): string {
  const { cause, name } = error as Error;
  return name === 'TimeoutError' ? 'no answer' : ((cause as NodeJS.ErrnoException | undefined)?.code ?? 'no answer');
}
