import { formatMoney } from '../../text/format.ts';
import type { Text } from '../../text/translation.ts';
import type { StatusPage } from '../../views/index.ts';
import { moneyFacts } from '../money/sums.ts';
import type { LabeledValue } from '../order/summary.ts';
import { providerIn } from '../provider-names.ts';

/** The payment's amounts by their state, and its method; an order paid in parts has each method with its amount. */
export function statusFacts(page: StatusPage, text: Text): LabeledValue[] {
  const { locale, amount, outcome, provider, method, parts = [] } = page;
  const { timeline, done } = text;
  const sums =
    outcome.kind === 'made'
      ? moneyFacts(outcome.money, locale, text)
      : [{ label: timeline.amount, value: formatMoney(locale, amount) }];
  if (parts.length > 0) {
    const ways = parts.map((part) => ({ label: done[part.method], value: formatMoney(locale, part.amount) }));
    return outcome.kind === 'made' ? [...sums, ...ways] : ways;
  }
  return [
    ...sums,
    { label: timeline.way, value: provider === undefined ? done[method ?? 'card'] : providerIn(text, provider) },
  ];
}
