/** The result of an order's payment as its payer reads it, for people of the shop. It has no address of the payer's. */

import { providerName } from '../../contract/providers/index.ts';
import { isPlaceholderOrder, type Merchant } from '../../core/index.ts';
import type { StoredOrder, StoredTransaction } from '../../core/ports/index.ts';
import type { StatusPage } from '../../web/views/index.ts';
import { madePayment } from '../receipt/payment-money.ts';
import { cardOutcome, cardPaymentByKey } from './card-status.ts';
import { type PagePartsDependencies, pageBaseOf } from './page-parts.ts';
import { paymentOutcomeOf } from './status-mark.ts';

/** The locale is the one in which the payer was shown the pages, as far as it is stored. */
export type PayerView = Pick<StatusPage, 'amount' | 'locale' | 'method' | 'outcome' | 'provider' | 'shop'>;

/** @returns undefined if no payment of the order was made on a payer's page */
export async function payerView(
  dependencies: PagePartsDependencies,
  merchant: Merchant,
  order: StoredOrder,
  transactions: readonly StoredTransaction[],
): Promise<PayerView | undefined> {
  const transaction = isPlaceholderOrder(order) ? undefined : shownPayment(order, transactions);
  if (transaction === undefined) {
    return undefined;
  }
  const { gateway } = dependencies;
  const { page, instrument } = transaction.request;
  const { locale, shop, amount } = await pageBaseOf(
    dependencies,
    { order, transaction },
    { accepted: page?.receipt === undefined ? [] : [page.receipt.locale] },
  );
  const { money } = await madePayment(gateway, merchant, order, transaction);
  const found = await gateway.browser.payments.find(transaction.key);
  if (found !== undefined) {
    const provider = providerName(found.payment.provider);
    return { locale, shop, amount, provider, outcome: paymentOutcomeOf(found, money) };
  }
  const payment = await cardPaymentByKey(gateway, transaction.key);
  const method = instrument.type === 'GIFT_CARD' ? 'giftCard' : 'card';
  return payment && { locale, shop, amount, method, outcome: cardOutcome(payment, money) };
}

/** The payment that succeeded, or else the last one. */
function shownPayment(
  { state }: StoredOrder,
  transactions: readonly StoredTransaction[],
): StoredTransaction | undefined {
  const isPaid = (id: string) =>
    state.movements.some(({ transactionId, result }) => transactionId === id && result === 'SUCCESS');
  const ofPayer = transactions.filter(
    ({ request }) =>
      (request.type === 'AUTHORIZATION' || request.type === 'PAYMENT') &&
      request.part?.kind !== 'HOLD' &&
      (request.page !== undefined || request.instrument.type === 'BROWSER_PAYMENT'),
  );
  return ofPayer.findLast(({ transactionId }) => isPaid(transactionId)) ?? ofPayer.at(-1);
}
