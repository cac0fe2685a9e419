/** The page of a confirmation link, on which a payer starts the authentication of a payment with a stored card. */
import type { OrderSummary } from './order-summary.ts';
import type { PageBase } from './page-base.ts';
import type { PayNotice } from './pay-notice.ts';
import type { PayPage } from './pay-page.ts';
import type { Receipt } from './receipt.ts';

export interface ConfirmationPage extends PageBase {
  readonly kind: 'confirm';
  readonly operation: PayPage['operation'];
  readonly summary: OrderSummary;
  /** POST target, with `hidden`, and `browser`, which the page's script fills in. */
  readonly action: string;
  readonly hidden: PayPage['hidden'];
  readonly instrument: Receipt['instrument'];
  /** The shop's name of the agreement. */
  readonly agreement?: string;
  readonly notice?: PayNotice;
}
