/** The mail of a receipt as plain text. */
import type { Content } from './content.ts';
import { oneLine } from './one-line.ts';

export function plainText(content: Content): string {
  const { warning, shop, lead, heading, facts, order, links, contacts, why } = content;
  const paragraphs: (string | undefined)[][] = [
    [warning],
    [shop.name, ...shop.addressLines],
    [lead],
    [heading.toLocaleUpperCase(content.locale), ...facts.map(({ label, value }) => `${label}: ${oneLine(value)}`)],
    [
      order.heading.toLocaleUpperCase(content.locale),
      order.description,
      ...order.lines.map(lineText),
      ...order.sums.map(({ label, amount }) => `${label}: ${amount}`),
      `${order.total.label}: ${order.total.amount}`,
      order.discount,
    ],
    links.map(({ label, href }) => `${oneLine(label)}: ${href}`),
    contacts.map(oneLine),
    [why],
  ];
  return paragraphs
    .map((lines) => lines.filter((line) => line !== undefined).map(oneLine))
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

function lineText({ name, description, quantity, total }: Content['order']['lines'][number]): string {
  const counted = quantity === undefined ? oneLine(name) : `${quantity} × ${oneLine(name)}`;
  const described = description === undefined ? counted : `${counted} (${oneLine(description)})`;
  return total === undefined ? described : `${described}: ${total}`;
}
