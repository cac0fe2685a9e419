/** The receipt of a payment on the hosted page, made from stored data: its session may have ended. */
import type { TestMode } from '../../contract/test-mode.ts';
import type { Merchant } from '../../core/index.ts';
import { type Sealer, type StoredOrder, type StoredTransaction, supportCode } from '../../core/ports/index.ts';
import type { MadePayment, Receipt } from '../../web/views/index.ts';
import { storedAmount } from '../receipt/amount.ts';
import { orderSummary } from '../receipt/order-summary.ts';
import type { PaidParts } from '../receipt/paid-parts.ts';
import { referencesOf, shownInstrument } from '../receipt/receipt-references.ts';
import { shopOf } from '../receipt/shop.ts';
import { shownTimeZone } from '../receipt/time-zone.ts';
import { cardHandle, statusAddress } from '../return/index.ts';

export interface PaidTransaction {
  readonly order: Pick<StoredOrder, 'orderId'>;
  readonly transaction: StoredTransaction;
  readonly merchant: Merchant;
  /** The handle of a provider's payment, for the address of its status page. */
  readonly handle?: string;
  /** Present where the order was paid in parts: this is the payment of its rest. */
  readonly parts?: PaidParts;
  /** The payment's outcome when the mail is made, which an unreachable mail server may delay for days. */
  readonly made: MadePayment;
}

export interface MailedReceipt extends Receipt {
  /** The path of the payment's status page, which shows its amount, shop and outcome, without the card. */
  readonly statusPath?: string;
}

/** @returns undefined if the payment's page requested no mailed receipt */
export function storedReceipt(
  { sealer, testMode }: { readonly sealer: Sealer; readonly testMode: TestMode | undefined },
  { order: { orderId }, transaction, merchant, handle = cardHandle(sealer, transaction), parts, made }: PaidTransaction,
): MailedReceipt | undefined {
  const { request } = transaction;
  const { page, details } = request;
  if (page?.receipt === undefined) {
    return undefined;
  }
  const { locale, ...contacts } = page.receipt;
  const { value: amount, currency } = storedAmount({
    currency: request.currency,
    amount: parts?.total ?? request.amount,
  });
  const operation = request.type === 'AUTHORIZATION' ? 'AUTHORIZE' : 'PURCHASE';
  const fields = { order: { ...details.order, id: orderId, amount, currency } };
  return {
    locale,
    testMode,
    supportCode: supportCode(sealer, transaction.orderKey),
    shop: {
      ...shopOf(merchant),
      name: page.shopName,
      ...contacts,
      timeZone: shownTimeZone(merchant, details, page.timeZone),
    },
    operation,
    summary: orderSummary({ fields, checkout: { operation } }),
    made,
    paidAt: new Date(transaction.updatedAt).toISOString(),
    instrument: shownInstrument(request.instrument),
    parts: parts?.shown,
    ...referencesOf(transaction),
    statusPath: handle === undefined ? undefined : statusAddress(handle),
  };
}
