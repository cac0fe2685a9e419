/** The order as the payer's pages show it. */
import type { Amount } from './amount.ts';

export interface SummaryLine {
  readonly name: string;
  readonly description?: string;
  /** Digits. */
  readonly quantity: string;
  /** Absent if the lines' amounts do not add up to the sum of the items, or the sums do not add up to the total. */
  readonly total?: Amount;
}

export interface OrderSummary {
  /** Set if the merchant hides the summary: the page shows only the total. */
  readonly isHidden?: true;
  readonly orderId: string;
  readonly reference?: string;
  readonly description?: string;
  readonly lines: readonly SummaryLine[];
  /** The sums that, less the discount, make the total; empty if they do not add up to it. */
  readonly subtotals: readonly { readonly kind: 'items' | 'shipping' | 'tax' | 'discount'; readonly amount: Amount }[];
  /** A discount already included in the amounts. */
  readonly discountIncluded?: Amount;
  /** Absent for VERIFY and NONE, which charge no amount. */
  readonly total?: Amount;
}
