/** The common parts of the pages of a payment, made from stored data alone. */
import { providerName } from '../../contract/providers/index.ts';
import { type BrowserPaymentDependencies, paymentResult } from '../../core/browser-payments/index.ts';
import type { Merchant } from '../../core/index.ts';
import { type FoundPayment, type StoredOrder, supportCode, type TransactionRequest } from '../../core/ports/index.ts';
import type { MadePayment, StatusPage } from '../../web/views/index.ts';
import { type MatchLocale, type PayerLanguages, payerLocale } from '../payer/payer-languages.ts';
import { storedAmount } from '../receipt/amount.ts';
import { madePayment } from '../receipt/payment-money.ts';
import { askingOf } from '../receipt/receipt-references.ts';
import { shopOf, testModeOf } from '../receipt/shop.ts';
import { shownTimeZone } from '../receipt/time-zone.ts';
import { otherMoney } from './late-steps.ts';

export interface PagePartsDependencies extends BrowserPaymentDependencies {
  readonly sandbox: boolean;
  readonly isStaging?: boolean;
  readonly matchLocale: MatchLocale;
}

export interface PageSource {
  readonly order: Pick<StoredOrder, 'key' | 'merchantKey'>;
  readonly transaction: {
    readonly request: Partial<Pick<TransactionRequest, 'details'>> &
      Pick<TransactionRequest, 'amount' | 'currency' | 'page'>;
  };
}

/** The language is that of the checkout's pages, if the payment has one stored. */
export async function pageBaseOf(
  dependencies: PagePartsDependencies,
  { order, transaction }: PageSource,
  languages: PayerLanguages,
) {
  const merchant = await merchantOf(dependencies, order);
  const { page, details = {} } = transaction.request;
  const shop = shopOf(merchant);
  return {
    locale: payerLocale(dependencies, languages, page?.locale),
    shop: {
      ...shop,
      name: page?.shopName ?? shop.name,
      timeZone: shownTimeZone(merchant, details, page?.timeZone),
    },
    testMode: testModeOf(dependencies),
    amount: storedAmount(transaction.request),
    supportCode: supportCode(dependencies.gateway.sealer, order.key),
  };
}

/** The common parts of the pages of a payment at a provider. */
export async function providerPageBase(
  dependencies: PagePartsDependencies,
  found: FoundPayment,
  languages: PayerLanguages,
) {
  const { provider, shopName } = found.payment;
  const { shop, amount, ...base } = await pageBaseOf(dependencies, found, languages);
  const taken = paymentResult(found).kind === 'late' ? otherMoney(found) : undefined;
  return {
    ...base,
    shop: { ...shop, name: shopName ?? shop.name },
    provider: providerName(provider),
    amount: taken ?? amount,
  };
}

/** The sums and follow-ups of the payment. */
export async function madePaymentOf(
  { gateway, merchantByKey }: PagePartsDependencies,
  { order, transaction }: Pick<FoundPayment, 'order' | 'transaction'>,
): Promise<MadePayment> {
  return madePayment(gateway, await merchantOf({ merchantByKey }, order), order, transaction);
}

async function merchantOf(
  { merchantByKey }: Pick<PagePartsDependencies, 'merchantByKey'>,
  { merchantKey }: Pick<StoredOrder, 'merchantKey'>,
): Promise<Merchant> {
  const merchant = await merchantByKey(merchantKey);
  if (merchant === undefined) {
    throw new Error('A payment is of a merchant that is gone.');
  }
  return merchant;
}

/** @param isWaiting the answer usually arrives by itself */
export function askingNow(
  { gateway }: Pick<PagePartsDependencies, 'gateway'>,
  { transaction }: Pick<FoundPayment, 'transaction'>,
  isInDoubt: boolean,
  isWaiting: boolean,
): StatusPage['asking'] {
  return isInDoubt || isWaiting ? askingOf(transaction, isInDoubt, gateway.clock.now()) : undefined;
}

export function linkToShop(url: string | undefined): StatusPage['returnLink'] {
  return url === undefined ? undefined : { href: url };
}
