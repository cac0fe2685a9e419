/** What is paid for, as the payer's pages show it. */
import type { Amount } from './amount.ts';

export interface SummaryLine {
  readonly name: string;
  readonly description?: string;
  /** Digits. */
  readonly quantity: string;
  /** Absent where the lines' amounts do not make the sum of the items, or all sums the total. */
  readonly total?: Amount;
}

export interface OrderSummary {
  /** The merchant wants it left out: a page shows the total where it says what is paid, and no summary. */
  readonly isHidden?: true;
  readonly orderId: string;
  readonly reference?: string;
  readonly description?: string;
  readonly lines: readonly SummaryLine[];
  /** They add up to the total, less the discount; none where they do not. */
  readonly subtotals: readonly { readonly kind: 'items' | 'shipping' | 'tax' | 'discount'; readonly amount: Amount }[];
  /** A discount that is in the amounts already. */
  readonly discountIncluded?: Amount;
  /** Absent for VERIFY and NONE, where nothing is charged. */
  readonly total?: Amount;
}
