/** A stored payment in the form that its provider's adapter takes. */
import type { Gateway } from '../gateway.ts';
import type { PaymentTimeline, ProviderPayment, StoredOrder, StoredTransaction } from '../ports/index.ts';
import { timesSentBack } from './timeline.ts';

export interface PaymentRows extends PaymentTimeline {
  readonly order: Pick<StoredOrder, 'merchantKey' | 'orderId'>;
  /** The transaction that started the payment. */
  readonly transaction: Pick<StoredTransaction, 'request'>;
}

export async function providerPayment(
  { browser }: Pick<Gateway, 'browser'>,
  { order, transaction, payment, events }: PaymentRows,
): Promise<ProviderPayment> {
  const { provider, reference, providerReference } = payment;
  return {
    reference,
    ...(providerReference !== null && { providerReference }),
    operation: transaction.request.type === 'AUTHORIZATION' ? 'AUTHORIZE' : 'PAY',
    account: await browser.accounts.ofKey(order.merchantKey, provider),
    attempt: timesSentBack({ events }) + 1,
    asked: { amount: transaction.request.amount, currency: transaction.request.currency, orderId: order.orderId },
  };
}
