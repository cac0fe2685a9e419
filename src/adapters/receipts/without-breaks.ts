/** A receipt with each untrusted text on one line, before the gateway's own sentences and amounts are added. */
import type { OrderSummary, Receipt } from '../../web/views/index.ts';
import { oneLine } from './one-line.ts';

export function withoutBreaks(receipt: Receipt): Receipt {
  const { shop, summary } = receipt;
  const { email, phone } = shop;
  return {
    ...receipt,
    shop: {
      ...shop,
      name: oneLine(shop.name),
      addressLines: shop.addressLines.map(oneLine),
      email: email && oneLine(email),
      phone: phone && oneLine(phone),
    },
    summary: summaryOf(summary),
  };
}

function summaryOf(summary: OrderSummary): OrderSummary {
  const { orderId, reference, description, lines } = summary;
  return {
    ...summary,
    orderId: oneLine(orderId),
    reference: reference && oneLine(reference),
    description: description && oneLine(description),
    lines: lines.map((line) => ({
      ...line,
      name: oneLine(line.name),
      description: line.description && oneLine(line.description),
    })),
  };
}
