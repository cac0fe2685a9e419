/** A shop of the sandbox's merchant, and its payer, for named histories. */
import { randomBytes } from 'node:crypto';
import { type PayerCard, type PayerConduct, type PayersWay, payAsPayer } from '../../world/payer.ts';
import { callAsMerchant, type MerchantAnswer } from './merchant-call.ts';

const VERSION = 100;
const AMOUNT = '12.50';
const CURRENCY = 'EUR';
/** The payer of a history without a shop closes the page instead of loading it. */
const NO_SHOP = 'http://localhost:3000/';

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
  #transactions = 0;

  /** @param say prints a step */
  constructor(at: SandboxAddresses, say: (step: string) => void) {
    this.#at = at;
    this.#say = say;
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
    const way = await payAsPayer(page, means, { returns: shop !== undefined, ...conduct, sandboxOrigin: sandbox });
    const by = typeof means === 'string' ? means : 'a card';
    const { end, message, returnUrl, returnStatus } = way;
    const parts = [returnUrl, returnStatus, message].filter((part) => part !== undefined);
    this.#say(`the payer pays by ${by}: ${[end, ...parts].join(' ')}`);
    return way;
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
