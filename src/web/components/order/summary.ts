/** The order for the payer: every amount formatted, long lists folded. */

import { fill, formatMoney, plural } from '../../text/format.ts';
import type { Text } from '../../text/translation.ts';
import type { Amount, OrderSummary } from '../../views/index.ts';

/** Lines that fit a column beside the form; the rest can be unfolded. */
const LINES_SHOWN_MAX = 8;

export interface ReadableLine {
  readonly name: string;
  readonly description: string | undefined;
  /** Absent for a single piece. */
  readonly quantity: string | undefined;
  /** Absent if the lines' totals do not add up. */
  readonly total: string | undefined;
}

export interface ReadableSummary {
  /** Absent where it only repeats the lines. */
  readonly description: string | undefined;
  readonly total: string | undefined;
  readonly shown: readonly ReadableLine[];
  readonly folded: readonly ReadableLine[];
  /** Label of the control that unfolds the other lines. */
  readonly more: string;
  /** Empty if the only subtotal equals the total. */
  readonly subtotals: readonly { readonly label: string; readonly amount: string }[];
  /** A sentence on a discount already included in the amounts. */
  readonly discount: string | undefined;
  readonly facts: readonly LabeledValue[];
}

/** A label and its value, for description lists. */
export interface LabeledValue {
  readonly label: string;
  readonly value: string;
  /**
   * Set if the value has the page's text direction. The direction of other values, such as ids and names, follows their
   * own letters.
   */
  readonly isWords?: true;
}

/** @param isWhole true to show all lines unfolded, for a receipt */
export function readableSummary(summary: OrderSummary, locale: string, text: Text, isWhole = false): ReadableSummary {
  const lines = summary.lines.map((line) => ({
    name: line.name,
    description: line.description,
    quantity: line.quantity === '1' ? undefined : line.quantity,
    total: line.total && formatMoney(locale, line.total),
  }));
  // A fold that hides a single line would take as much space as the line.
  const shownCount = !isWhole && lines.length > LINES_SHOWN_MAX + 1 ? LINES_SHOWN_MAX : lines.length;
  return {
    description: shownDescription(summary),
    total: summary.total && formatMoney(locale, summary.total),
    shown: lines.slice(0, shownCount),
    folded: lines.slice(shownCount),
    more: plural(locale, text.order.more, lines.length - shownCount),
    subtotals: shownSubtotals(summary, locale).map(({ kind, amount }) => ({ label: text.order[kind], amount })),
    discount:
      summary.discountIncluded &&
      fill(text.order.discountIncluded, { amount: formatMoney(locale, summary.discountIncluded) }),
    facts: orderFacts(summary, text),
  };
}

/** The sub-totals, formatted; none if the only one equals the total. */
export function shownSubtotals({ subtotals, total }: OrderSummary, locale: string) {
  const shown = subtotals.map(({ kind, amount }) => ({
    kind,
    amount: formatMoney(locale, kind === 'discount' ? asDeduction(amount) : amount),
  }));
  return shown.length === 1 && shown[0]?.amount === (total && formatMoney(locale, total)) ? [] : shown;
}

/** The description, if it adds to the lines' names and quantities: many shops repeat the basket in it. */
export function shownDescription({ description, lines }: OrderSummary): string | undefined {
  if (description === undefined || lines.length === 0) {
    return description;
  }
  const rest = lines
    .map(({ name }) => name)
    .sort((one, other) => other.length - one.length)
    .reduce((text, name) => text.replaceAll(name, ' '), description);
  return /[^\s\p{N}\p{P}×x+]/iu.test(rest) ? description : undefined;
}

/** The ids by which shop and payer know the order. */
export function orderFacts(summary: OrderSummary, text: Text): LabeledValue[] {
  const reference = shownReference(summary);
  return [
    { label: text.order.number, value: summary.orderId },
    ...(reference === undefined ? [] : [{ label: text.order.reference, value: reference }]),
  ];
}

/** The reference, unless it repeats the order's id. */
export function shownReference({ orderId, reference }: OrderSummary): string | undefined {
  return reference === orderId ? undefined : reference;
}

/** Merchants send a discount as a positive amount; the summary shows it with a minus. */
function asDeduction(amount: Amount): Amount {
  return amount.value.startsWith('-') || /^[0.]*$/.test(amount.value)
    ? amount
    : { ...amount, value: `-${amount.value}` };
}
