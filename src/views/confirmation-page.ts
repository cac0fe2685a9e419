/** The page on which a payer lets the bank ask about a payment by a card that the shop has kept. */
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
