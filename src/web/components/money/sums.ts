/** The sums of a payment that was made, one after the other: `€30.00 paid · €27.20 still reserved`. */
import { fill, formatMoney } from '../../text/format.ts';
import { formatDay } from '../../text/format-time.ts';
import type { Text } from '../../text/translation.ts';
import type { PaymentMoney } from '../../views/index.ts';
import type { LabeledValue } from '../order/summary.ts';

export interface Sum {
  /** The text of the sum, with `{date}` in place of the day if `at` is set. */
  readonly words: string;
  /** ISO 8601 instant. */
  readonly at?: string;
}

/** The place of the day in a sum's words: the payer's browser formats it in its own time zone. */
export const DATE = '{date}';

export const BETWEEN_SUMS = ' · ';

const IN_A_ROW = ['paid', 'reserved', 'refunded', 'chargedBack'] as const;

export function moneySums(money: PaymentMoney, locale: string, { timeline }: Text): Sum[] {
  return IN_A_ROW.flatMap((name): Sum[] => {
    const sum = money[name];
    if (sum === undefined) {
      return [];
    }
    const amount = formatMoney(locale, sum);
    return name === 'refunded' && money.refundedAt !== undefined
      ? [{ words: fill(timeline.money.refundedOn, { amount, date: DATE }), at: money.refundedAt }]
      : [{ words: fill(timeline.money[name], { amount }) }];
  });
}

/** The sums in one line, for mails and other text without script. @param timeZone IANA, for the dates */
export function joinedSums(sums: readonly Sum[], locale: string, timeZone: string): string {
  return sums
    .map(({ words, at }) => (at === undefined ? words : words.replace(DATE, () => formatDay(locale, at, timeZone))))
    .join(BETWEEN_SUMS);
}

/** The sums with their names, for a receipt. */
export function moneyFacts(money: PaymentMoney, locale: string, { done }: Text): LabeledValue[] {
  const labels = { paid: done.amount.PURCHASE, reserved: done.amount.AUTHORIZE, ...done.sums };
  return Object.entries(labels).flatMap(([name, label]) => {
    const sum = money[name as keyof typeof labels];
    return sum === undefined ? [] : [{ label, value: formatMoney(locale, sum) }];
  });
}
