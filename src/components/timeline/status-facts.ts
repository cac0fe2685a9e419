import { formatMoney } from '../../text/format.ts';
import type { Text } from '../../text/translation.ts';
import type { StatusPage } from '../../views/index.ts';
import type { Fact } from '../order/summary.ts';

/** What was paid and how; of an order that is paid in parts, each way with its amount. */
export function statusFacts({ locale, amount, provider, method, parts = [] }: StatusPage, text: Text): Fact[] {
  const { timeline, done } = text;
  if (parts.length > 0) {
    return parts.map((part) => ({ label: done[part.method], value: formatMoney(locale, part.amount) }));
  }
  return [
    { label: timeline.amount, value: formatMoney(locale, amount) },
    { label: timeline.way, value: provider ?? done[method ?? 'card'] },
  ];
}
