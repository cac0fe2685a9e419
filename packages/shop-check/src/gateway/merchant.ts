/** The merchant's staff at the gateway: they read orders, capture, refund and void there, past the shop. */
import { exchange } from '../payer/http.ts';
import { ShopProblem } from '../shop/shop.ts';
import type { World } from './world.ts';

const TIMEOUT_MS = 20_000;

/** The money of an order at the gateway, in minor units. */
export interface Books {
  readonly authorized: number;
  readonly captured: number;
  readonly refunded: number;
  /** Whether a result is open. */
  readonly isPending: boolean;
}

export const EMPTY_BOOKS: Books = { authorized: 0, captured: 0, refunded: 0, isPending: false };

interface OrderAnswer {
  readonly result?: string;
  readonly error?: { readonly explanation?: string };
  readonly totalAuthorizedAmount?: number;
  readonly totalCapturedAmount?: number;
  readonly totalRefundedAmount?: number;
  readonly transaction?: readonly TransactionAnswer[];
}

interface TransactionAnswer {
  readonly result?: string;
  readonly transaction?: { readonly id?: string; readonly type?: string };
}

export class MerchantStaff {
  readonly #world: World;
  #count = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** An order without an attempt has empty books. */
  async books(gatewayOrder: string): Promise<Books> {
    const answer = await this.#order(gatewayOrder);
    const { totalAuthorizedAmount = 0, totalCapturedAmount = 0, totalRefundedAmount = 0 } = answer;
    return {
      authorized: minor(totalAuthorizedAmount),
      captured: minor(totalCapturedAmount),
      refunded: minor(totalRefundedAmount),
      isPending: answer.result === 'PENDING' || answer.result === 'UNKNOWN',
    };
  }

  async capture(gatewayOrder: string, amount: string, currency: string): Promise<void> {
    await this.#change(gatewayOrder, { apiOperation: 'CAPTURE', transaction: { amount, currency } });
  }

  async refund(gatewayOrder: string, amount: string, currency: string): Promise<void> {
    await this.#change(gatewayOrder, { apiOperation: 'REFUND', transaction: { amount, currency } });
  }

  /** Voids the newest authorization or payment. */
  async void(gatewayOrder: string): Promise<void> {
    const { transaction = [] } = await this.#order(gatewayOrder);
    const last = transaction.findLast(
      ({ result, transaction: one }) => result === 'SUCCESS' && /^(?:AUTHORIZATION|PAYMENT)$/.test(one?.type ?? ''),
    );
    const targetTransactionId = last?.transaction?.id;
    await this.#change(gatewayOrder, { apiOperation: 'VOID', transaction: { targetTransactionId } });
  }

  /** Whether the payer's bank has taken money of the order back. */
  async isChargedBack(gatewayOrder: string): Promise<boolean> {
    const { transaction = [] } = await this.#order(gatewayOrder);
    return transaction.some(({ transaction: one }) => one?.type === 'CHARGEBACK');
  }

  async #order(gatewayOrder: string): Promise<OrderAnswer> {
    return this.#call('GET', `/order/${encodeURIComponent(gatewayOrder)}`);
  }

  async #change(
    gatewayOrder: string,
    body: { readonly apiOperation: string; readonly transaction: object },
  ): Promise<void> {
    this.#count += 1;
    const path = `/order/${encodeURIComponent(gatewayOrder)}/transaction/shop-check-${this.#count}`;
    const { result, error } = await this.#call('PUT', path, body);
    if (result !== 'SUCCESS') {
      throw new ShopProblem(
        `Staff cannot ${body.apiOperation.toLowerCase()} order ${gatewayOrder} at the gateway: ${error?.explanation ?? result}`,
      );
    }
  }

  async #call(method: 'GET' | 'PUT', path: string, body?: object): Promise<OrderAnswer> {
    const { origin, merchant, password } = this.#world;
    const { text } = await exchange(
      {
        method,
        url: `${origin}/api/rest/version/100/merchant/${merchant}${path}`,
        headers: {
          authorization: `Basic ${Buffer.from(`merchant.${merchant}:${password}`).toString('base64')}`,
          'content-type': 'application/json',
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
      { timeoutMs: TIMEOUT_MS },
    );
    return JSON.parse(text) as OrderAnswer;
  }
}

function minor(amount: number): number {
  return Math.round(amount * 100);
}
