/** The notice above the form: what happened since the payer last pressed the button, and what to do now. */
import type { PayNotice, PayPage } from '../../checkout/checkout-page.ts';
import { fill, formatMoney, plural } from '../../text/format.ts';
import type { Text } from '../../text/translation.ts';

export interface ReadableNotice {
  /** `wrong` needs another try, `news` only informs. */
  readonly tone: 'wrong' | 'news';
  readonly title: string;
  readonly sentences: readonly string[];
}

export function readableNotice(page: PayPage, text: Text): ReadableNotice | undefined {
  return page.notice === undefined ? undefined : WRITERS[page.notice.kind](page.notice as never, page, text);
}

type Writers = {
  readonly [K in PayNotice['kind']]: (
    notice: Extract<PayNotice, { kind: K }>,
    page: PayPage,
    text: Text,
  ) => ReadableNotice;
};

const WRITERS: Writers = {
  declined: (notice, page, { notice: text }) => ({
    tone: 'wrong',
    // When the bank did not answer, the card was not refused.
    title: notice.advice === 'later' ? text.failed[page.operation] : text.declined[notice.method],
    sentences: [
      `${text.notCharged} ${text.advice[notice.advice]}`,
      plural(page.locale, text.attemptsLeft, notice.attemptsLeft),
    ],
  }),
  changed: (notice, page, { notice: text }) => ({
    tone: 'news',
    title: text.changed,
    sentences: [
      notice.before === undefined || notice.now === undefined
        ? fill(text.changedDetails, { shop: page.shop.name })
        : fill(text.changedAmount, {
            shop: page.shop.name,
            before: formatMoney(page.locale, notice.before),
            now: formatMoney(page.locale, notice.now),
          }),
      text.notCharged,
    ],
  }),
  provider: ({ provider, reason, attemptsLeft }, page, { notice: text }) => ({
    // A payer who cancels knows what happened.
    tone: reason === 'cancelled' ? 'news' : 'wrong',
    title: fill(text.provider[reason], { provider }),
    sentences: [
      `${text.notCharged} ${reason === 'unavailable' ? text.otherWayLater : text.otherWay}`,
      plural(page.locale, text.attemptsLeft, attemptsLeft),
    ],
  }),
  again: (_notice, _page, { notice: text }) => ({
    tone: 'news',
    title: text.again,
    sentences: [text.againReason, text.notCharged],
  }),
};
