/** The content of a receipt, on the page, on paper and by mail. */
import type { Amount } from './amount.ts';
import type { OrderSummary } from './order-summary.ts';
import type { PageBase } from './page-base.ts';
import type { PayPage } from './pay-page.ts';
import type { MadePayment } from './payment-money.ts';

export interface PaidPart {
  readonly instrument: Receipt['instrument'];
  readonly amount: Amount;
}

export interface Receipt extends Pick<PageBase, 'locale' | 'testMode' | 'shop' | 'supportCode'> {
  readonly operation: PayPage['operation'];
  readonly summary: OrderSummary;
  /** Present after a charge: the payment's sums and follow-ups. The receipt is updated with the order. */
  readonly made?: MadePayment;
  /** ISO 8601 instant. */
  readonly paidAt: string;
  /** The payment instrument, masked: brand in upper case (VISA, MASTERCARD, GIFT_CARD …) and last four digits. */
  readonly instrument: { readonly brand: string; readonly lastFour: string };
  /** For an order that was paid in parts: each with its amount, in the order in which they were paid. */
  readonly parts?: readonly PaidPart[];
  readonly receiptNumber?: string;
  /** The issuer's code, for enquiries at a bank. */
  readonly authorizationCode?: string;
  /** The name on the statement of the card. */
  readonly statement?: string | undefined;
}
