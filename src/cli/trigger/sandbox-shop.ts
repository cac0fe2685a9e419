/** A shop of the sandbox's merchant, and its payer, for named histories. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Payer, type PayerCard, type PayerConduct, type PayersWay, TAKE_GIFT_CARD_OFF } from '../../world/payer.ts';
import { callAsMerchant, type MerchantAnswer } from './merchant-call.ts';

const VERSION = 100;
const AMOUNT = '12.50';
const CURRENCY = 'EUR';
/** The payer of a history without a shop closes the page instead of loading it. */
const NO_SHOP = 'http://localhost:3000/';

/** A notification of a payment on the page waits two seconds for the payer. */
const NOTIFIED_MS_MAX = 20_000;
const POLL_MS = 200;
/** Headers of a connection, which the next one has of its own. */
const HOP_HEADERS: ReadonlySet<string> = new Set(['connection', 'content-length', 'host', 'transfer-encoding']);

interface Received {
  readonly rawHeaders: readonly (readonly [string, string])[];
  readonly rawBody: string;
}

export interface SandboxAddresses {
  readonly gateway: string;
  readonly sandbox: string;
  readonly password: string;
  /** The address to which the payer returns. Absent: the payer closes the page. */
  readonly shop: string | undefined;
  /** The address of notifications. */
  readonly notify: string;
}

export class SandboxShop {
  readonly orderId = `TRIGGER-${randomBytes(5).toString('hex')}`;
  readonly #at: SandboxAddresses;
  readonly #say: (step: string) => void;
  readonly #payer: Payer;
  #transactions = 0;

  /** @param say prints a step */
  constructor(at: SandboxAddresses, say: (step: string) => void) {
    this.#at = at;
    this.#say = say;
    this.#payer = new Payer(at.gateway);
  }

  /** The sandbox's own receiver of notifications. */
  get receiver(): string {
    return `${this.#at.sandbox}/notifications/receive`;
  }

  say(step: string): void {
    this.#say(step);
  }

  /** An operation of the merchant's server on the order. @param fields of the request beside the operation */
  async operate(apiOperation: string, fields: object): Promise<void> {
    this.#transactions += 1;
    const order =
      this.#transactions === 1 ? { amount: AMOUNT, currency: CURRENCY, notificationUrl: this.#at.notify } : undefined;
    const path = `/order/${this.orderId}/transaction/${this.#transactions}`;
    const body = await this.#call('PUT', path, { apiOperation, order, ...fields });
    this.#say(`${apiOperation}: ${body.result}, ${body.response?.gatewayCode}; the order is ${body.order?.status}`);
  }

  /** A payment on the hosted page. @param order further fields of the order */
  async checkout(order: object = {}): Promise<string> {
    const body = await this.#call('POST', '/session', {
      apiOperation: 'INITIATE_CHECKOUT',
      interaction: { operation: 'PURCHASE', returnUrl: this.#at.shop ?? NO_SHOP, merchant: { name: 'Example Shop' } },
      order: { id: this.orderId, amount: AMOUNT, currency: CURRENCY, notificationUrl: this.#at.notify, ...order },
    });
    const url = String(body.checkout?.url);
    this.#say(`the payment page is ${url}`);
    return url;
  }

  async pay(page: string, means: PayerCard | string, conduct: PayerConduct = {}): Promise<PayersWay> {
    const { sandbox, shop } = this.#at;
    const way = await this.#payer.pay(page, means, { returns: shop !== undefined, ...conduct, sandboxOrigin: sandbox });
    const does =
      means === TAKE_GIFT_CARD_OFF
        ? 'takes the gift card off'
        : `pays by ${typeof means === 'string' ? means : 'a card'}`;
    const { end, message, returnUrl, returnStatus } = way;
    const parts = [returnUrl, returnStatus, message].filter((part) => part !== undefined);
    this.#say(`the payer ${does}: ${[end, ...parts].join(' ')}`);
    return way;
  }

  /** Sends the first notification of the order that the sandbox's receiver has, byte by byte. */
  async sendNotification(times: number): Promise<void> {
    const { rawHeaders, rawBody } = await this.#received();
    const headers = rawHeaders.filter(([name]) => !HOP_HEADERS.has(name.toLowerCase())) as [string, string][];
    for (let time = 1; time <= times; time += 1) {
      const answer = await fetch(this.#at.notify, { method: 'POST', headers, body: rawBody });
      await answer.body?.cancel();
      this.#say(`the notification arrives: ${answer.status}`);
    }
  }

  async #received(): Promise<Received> {
    for (let waited = 0; waited < NOTIFIED_MS_MAX; waited += POLL_MS) {
      const all = (await (await fetch(`${this.#at.sandbox}/notifications`)).json()) as readonly Received[];
      const found = all.find(({ rawBody }) => rawBody.includes(this.orderId));
      if (found !== undefined) {
        return found;
      }
      await pause(POLL_MS);
    }
    throw new Error('The sandbox got no notification of the order.');
  }

  /** Makes the sandbox's acquirer fail once. */
  async failAcquirer(mode: string): Promise<void> {
    const body = JSON.stringify({ mode, count: 1 });
    const answer = await fetch(`${this.#at.sandbox}/acquirer/faults`, { method: 'PUT', body });
    await answer.body?.cancel();
    if (!answer.ok) {
      throw new Error(`The sandbox answered ${answer.status}.`);
    }
    this.#say(`the acquirer's next message: ${mode}`);
  }

  /** @returns the order's status */
  async status(): Promise<string> {
    return (await this.#call('GET', `/order/${this.orderId}`)).status ?? 'unknown: there was no payment';
  }

  #call(method: string, path: string, body?: object): Promise<MerchantAnswer> {
    return callAsMerchant(this.#at, { version: VERSION, method, path, body });
  }
}
