/** The mail of a receipt as plain text: paragraphs of lines. */
import type { LabeledValue } from '../../web/components/order/summary.ts';
import type { Content } from './content.ts';

/** First strong isolate, and pop directional isolate (UAX 9): a code after a right-to-left label keeps its order. */
const ISOLATED = ['\u2068', '\u2069'] as const;

export function plainTextMail(content: Content): string {
  const { locale, direction, warning, shop, title, lead, heading, facts, order, links, contacts, why } = content;
  const paragraphs: readonly (readonly (string | undefined)[])[] = [
    [warning],
    [shop.name, ...shop.addressLines],
    [title, ...(lead === '' ? [] : [lead])],
    [heading.toLocaleUpperCase(locale), ...facts.map((fact) => factText(fact, direction))],
    [
      order.heading.toLocaleUpperCase(locale),
      order.description,
      ...order.lines.map(lineText),
      ...[...order.sums, order.total].map(({ label, amount }) => `${label}: ${amount}`),
      order.discount,
    ],
    links.map(({ label, href }) => `${label}: ${href}`),
    contacts,
    [why],
  ];
  return paragraphs
    .map((lines) => lines.filter((line) => line !== undefined))
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

function factText({ label, value, isWords }: LabeledValue, direction: string): string {
  const [start, end] = isWords || direction === 'ltr' ? ['', ''] : ISOLATED;
  return `${label}: ${start}${value}${end}`;
}

function lineText({ name, description, quantity, total }: Content['order']['lines'][number]): string {
  const counted = quantity === undefined ? name : `${quantity} × ${name}`;
  const described = description === undefined ? counted : `${counted} (${description})`;
  return total === undefined ? described : `${described}: ${total}`;
}
