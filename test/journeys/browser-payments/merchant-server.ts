/** A merchant server's calls for a payment with a provider, over the interface alone. */
import { vi } from 'vitest';
import { type Merchant, newOrderId } from '../../support/merchant.ts';
import { type OrderAnswer, retrieveOrder } from './ledgers.ts';

/** The first query comes after 5 s at the latest; on a machine that runs other tests as well, it takes longer. */
export const RESULT_MS_MAX = 60_000;

export interface Initiation {
  readonly provider?: 'demoBank' | 'demoWallet';
  readonly operation?: 'AUTHORIZE' | 'PAY';
  /** Members of the provider's group. */
  readonly settings?: object;
  readonly reference?: string;
  readonly returnUrl: string;
  /** Undefined: no notifications. */
  readonly notificationUrl: string | undefined;
  /** Further fields of the request. */
  readonly body?: object;
}

export interface Initiated {
  readonly orderId: string;
  readonly status: number;
  /** The payer's redirect; empty if the payment was not started. */
  readonly redirectUrl: string;
}

const TYPES = { demoBank: 'DEMO_BANK', demoWallet: 'DEMO_WALLET' } as const;

/** INITIATE_BROWSER_PAYMENT of EUR 57.20, transaction 1 of a new order. */
export async function initiate(merchant: Merchant, asked: Initiation): Promise<Initiated> {
  const { provider = 'demoWallet', operation = 'PAY', settings, reference, returnUrl, notificationUrl } = asked;
  const orderId = newOrderId();
  const { status, text } = await merchant.call('PUT', `/order/${orderId}/transaction/1`, {
    apiOperation: 'INITIATE_BROWSER_PAYMENT',
    browserPayment: {
      operation,
      returnUrl,
      [provider]: { paymentConfirmation: 'CONFIRM_AT_PROVIDER', ...settings },
    },
    order: { amount: '57.20', currency: 'EUR', description: 'Two books', reference, notificationUrl },
    sourceOfFunds: { type: TYPES[provider] },
    ...asked.body,
  });
  const { browserPayment } = JSON.parse(text) as { browserPayment?: { redirectUrl?: string } };
  return { orderId, status, redirectUrl: browserPayment?.redirectUrl ?? '' };
}

/** The payer's status page, derived from the redirect URL. */
export function statusUrl(redirectUrl: string): string {
  return redirectUrl.replace('/redirect/', '/checkout/status/');
}

export async function confirm(merchant: Merchant, orderId: string): Promise<{ status: number; result: string }> {
  const { status, body } = await merchant.call('PUT', `/order/${orderId}/transaction/1`, {
    apiOperation: 'CONFIRM_BROWSER_PAYMENT',
  });
  return { status, result: body.result ?? '' };
}

/** Polls, as a merchant's server may, until the order satisfies `wanted`. @returns the order then */
export async function orderOnce(
  merchant: Merchant,
  orderId: string,
  wanted: (order: OrderAnswer) => boolean,
): Promise<OrderAnswer> {
  return vi.waitUntil(
    async () => {
      const order = await retrieveOrder(merchant, orderId);
      return wanted(order) && order;
    },
    { timeout: RESULT_MS_MAX, interval: 100 },
  );
}

/** Waits until every transaction has its result. */
export function decided(merchant: Merchant, orderId: string): Promise<OrderAnswer> {
  return orderOnce(merchant, orderId, ({ transaction }) => transaction.every(({ result }) => result !== 'PENDING'));
}
