/** The page of a checkout that is paid. */
import type { Amount } from './amount.ts';
import type { OrderSummary } from './order-summary.ts';
import type { PageBase, WayBack } from './page-base.ts';
import type { PayPage } from './pay-page.ts';

export interface PaidPart {
  readonly instrument: DonePage['instrument'];
  readonly amount: Amount;
}

export interface DonePage extends PageBase {
  /** `paid`: the interstitial that leads to the return URL. `receipt`: the same session opened again. */
  readonly kind: 'paid' | 'receipt';
  readonly operation: PayPage['operation'];
  readonly summary: OrderSummary;
  /** ISO 8601 instant. */
  readonly paidAt: string;
  /** The payment instrument, masked: brand in upper case (VISA, MASTERCARD, GIFT_CARD …) and last four digits. */
  readonly instrument: { readonly brand: string; readonly lastFour: string };
  /** Of an order that was paid in parts: each with its amount, in the order in which they were paid. */
  readonly parts?: readonly PaidPart[];
  readonly receiptNumber?: string;
  readonly wayBack?: WayBack;
}
