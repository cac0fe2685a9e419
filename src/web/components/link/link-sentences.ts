/** The sentences of a link's page, and the title and description that messengers show of it. */
import { fill, formatMoney } from '../../text/format.ts';
import type { Text } from '../../text/translation.ts';
import type { LinkPage } from '../../views/index.ts';
import type { ReadableNotice } from '../order/notice.ts';

/** The title and the sentence of a link that takes no payment now. */
export function closedSentences({ room, shop }: LinkPage, text: Text): readonly [title: string, sentence: string] {
  const newLink = fill(text.ended.newLink, { shop: shop.name });
  switch (room) {
    case 'BUSY':
      return [text.link.busy.title, text.link.busy.text];
    case 'PAID':
      return [text.link.paid.title, fill(text.link.paid.text, { shop: shop.name })];
    case 'EXPIRED':
      return [text.link.expired, newLink];
    case 'CLOSED':
      return [fill(text.ended.closed.title, { shop: shop.name }), ''];
    default:
      return [text.ended.outdated.title, newLink];
  }
}

/** For a payer who comes from a payment that the link could not take any more. */
export function unpaidNotice({ unpaid }: LinkPage, text: Text): ReadableNotice | undefined {
  if (unpaid === undefined) {
    return undefined;
  }
  const sentence = unpaid === 'NOTHING_TAKEN' ? text.notice.notCharged : text.notice.reserved;
  return { tone: 'wrong', title: text.link.unpaid, sentences: [sentence] };
}

export function boundsHint({ bounds, locale }: LinkPage, text: Text): string | undefined {
  if (bounds === undefined) {
    return undefined;
  }
  const most = formatMoney(locale, bounds.most);
  return bounds.least === undefined
    ? fill(text.link.upTo, { most })
    : fill(text.link.between, { least: formatMoney(locale, bounds.least), most });
}

/** Why the amount was refused that the payer typed. */
export function typedError(page: LinkPage, text: Text): string | undefined {
  const { typed, bounds, locale } = page;
  if (typed === undefined || bounds === undefined) {
    return undefined;
  }
  const { currency, exponent } = bounds.most;
  const smallest = { value: exponent === 0 ? '1' : `0.${'1'.padStart(exponent, '0')}`, currency, exponent };
  return fill(text.link.wrong[typed.why], {
    example: formatMoney(locale, { value: EXAMPLE, currency, exponent }),
    least: formatMoney(locale, bounds.least ?? smallest),
    most: formatMoney(locale, bounds.most),
  });
}

/** With thousands and decimals, so that the example shows both separators. */
const EXAMPLE = '1250';

/** Bidirectional overrides, embeddings and isolates, which would reorder the messenger's own text. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

export function previewDescription({ description }: LinkPage): string | undefined {
  return description?.replace(DIRECTION_CONTROLS, '');
}

/** The name of the shop, and the amount where the merchant wants it there. */
export function previewTitle({ shop, locale, preview: { amount } }: LinkPage, text: Text): string {
  const title = fill(text.pay.title.PURCHASE, { shop: shop.name });
  return amount === undefined ? title : `${title} · ${formatMoney(locale, amount)}`;
}
