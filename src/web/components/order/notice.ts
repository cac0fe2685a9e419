/** The notice above the form: the result of the payer's last action, and the next step. */

import { fill, formatMoney, plural } from '../../text/format.ts';
import type { Text } from '../../text/translation.ts';
import type { PayNotice, PayPage, UnconfirmedReason } from '../../views/index.ts';
import { refusalTitle } from '../card-form/refusal-title.ts';
import { providerIn } from '../provider-names.ts';

export interface ReadableNotice {
  /** `wrong` needs another attempt, `news` only informs, `right` says that the payer can pay. */
  readonly tone: 'wrong' | 'news' | 'right';
  readonly title: string;
  readonly sentences: readonly string[];
}

export function readableNotice(page: PayPage, text: Text): ReadableNotice | undefined {
  return page.notice === undefined ? undefined : WRITERS[page.notice.kind](page.notice as never, page, text);
}

type NoticeOfKind<K extends PayNotice['kind']> = Extract<PayNotice, { kind: K }>;
type NoticePage = Pick<PayPage, 'isReserved' | 'isWithoutBank' | 'locale' | 'money' | 'operation' | 'shop'>;

type Writers = {
  readonly [K in PayNotice['kind']]: (notice: NoticeOfKind<K>, page: NoticePage, text: Text) => ReadableNotice;
};

/** The one sentence on whether money was taken: "no money was taken" only where that is certain. */
export function moneySentence(
  { isReserved, isWithoutBank, money, locale }: Pick<NoticePage, 'isReserved' | 'isWithoutBank' | 'locale' | 'money'>,
  text: Text,
): string {
  const { notice, timeline, sentence } = text;
  if (money?.kind === 'unsettled') {
    return fill(notice.unsettled, { provider: providerIn(text, money.provider) });
  }
  if (isReserved) {
    return isWithoutBank ? fill(sentence, { words: timeline.title.released }) : notice.reserved;
  }
  return money === undefined
    ? notice.notCharged
    : fill(timeline.text.returned, {
        provider: providerIn(text, money.provider),
        amount: formatMoney(locale, money.amount),
      });
}

/** Joins two sentences: some languages have no space between them. */
export function inOne({ sentences }: Text, first: string, second: string): string {
  return fill(sentences, { first, second });
}

/** The reason for a failed attempt, in a few words without a full stop. */
export function failureTitle(
  notice: NoticeOfKind<'declined' | 'provider' | 'unconfirmed'>,
  { operation }: Pick<NoticePage, 'operation'>,
  text: Text,
): string {
  const { notice: words, authentication } = text;
  if (notice.kind === 'unconfirmed') {
    return notice.reason === 'cancelled' ? words.cancelled : authentication[notice.reason];
  }
  if (notice.kind === 'provider') {
    return fill(words.provider[notice.reason], { provider: providerIn(text, notice.provider) });
  }
  if (notice.refusal !== undefined) {
    return refusalTitle(notice.refusal, text);
  }
  // With advice `later` the bank did not answer, so the text must not say that it declined the card.
  return notice.advice === 'later' ? words.failed[operation] : words.declined[notice.method];
}

function failureSentences(
  { attemptsLeft, isElsewhere }: NoticeOfKind<'declined' | 'provider' | 'unconfirmed'>,
  advice: string,
  page: NoticePage,
  text: Text,
): string[] {
  const { notice } = text;
  return [
    ...(isElsewhere ? [notice.elsewhere] : []),
    // If money may have been taken, the payer must check first, so the advice to try again is omitted.
    page.money?.kind === 'unsettled' ? moneySentence(page, text) : inOne(text, moneySentence(page, text), advice),
    ...(attemptsLeft === undefined ? [] : [plural(page.locale, notice.attemptsLeft, attemptsLeft)]),
  ];
}

/** The bank's own message, if any. */
export function bankMessage(
  { cardholderInfo: words }: Pick<NoticeOfKind<'unconfirmed'>, 'cardholderInfo'>,
  { authentication }: Text,
): string[] {
  return words === undefined ? [] : [fill(authentication.says, { words })];
}

function adviceUnconfirmed(reason: UnconfirmedReason, { notice }: Text): string {
  return reason === 'cancelled' ? notice.stillPayable : notice.advice[reason === 'failed' ? 'askBank' : 'later'];
}

const WRITERS: Writers = {
  declined: (notice, page, text) => ({
    tone: 'wrong',
    title: failureTitle(notice, page, text),
    sentences: failureSentences(notice, text.notice.advice[notice.advice], page, text),
  }),
  changed: (notice, page, text) => ({
    tone: 'news',
    title: text.notice.changed,
    sentences: [
      notice.before === undefined || notice.now === undefined
        ? fill(text.notice.changedDetails, { shop: page.shop.name })
        : fill(text.notice.changedAmount, {
            shop: page.shop.name,
            before: formatMoney(page.locale, notice.before),
            now: formatMoney(page.locale, notice.now),
          }),
      moneySentence(page, text),
    ],
  }),
  provider: (notice, page, text) => ({
    // A payer who cancelled already knows that the payment failed.
    tone: notice.reason === 'cancelled' ? 'news' : 'wrong',
    title: failureTitle(notice, page, text),
    sentences: failureSentences(
      notice,
      notice.reason === 'unavailable' ? text.notice.otherWayLater : text.notice.otherWay,
      page,
      text,
    ),
  }),
  unconfirmed: (notice, page, text) => ({
    // A payer who cancelled already knows that the payment failed.
    tone: notice.reason === 'cancelled' ? 'news' : 'wrong',
    title: failureTitle(notice, page, text),
    sentences: [
      ...bankMessage(notice, text),
      ...failureSentences(notice, adviceUnconfirmed(notice.reason, text), page, text),
    ],
  }),
  again: ({ isElsewhere }, page, text) => ({
    tone: 'news',
    title: text.notice.again,
    sentences: [isElsewhere ? text.notice.elsewhere : text.notice.againReason, moneySentence(page, text)],
  }),
  unsaved: (_notice, page, text) => ({
    tone: 'news',
    title: text.savedCards.gone,
    sentences: [inOne(text, moneySentence(page, text), text.savedCards.otherWay)],
  }),
  balance: ({ lastFour: digits, amount, isEnough, rest }, { locale }, { giftCard }) => {
    const has = formatMoney(locale, amount);
    const part = rest === undefined ? giftCard.tooLittle : giftCard.paysPart;
    const words = { digits, amount: has, rest: rest === undefined ? '' : formatMoney(locale, rest) };
    return {
      tone: isEnough ? 'right' : 'news',
      title: fill(giftCard.balance, words),
      sentences: [fill(isEnough ? giftCard.enough : part, words)],
    };
  },
  balanceUntold: (_notice, _page, { giftCard }) => ({
    tone: 'news',
    title: giftCard.untold,
    sentences: [giftCard.stillUsable],
  }),
  released: ({ amount }, page, text) => ({
    tone: 'news',
    title: text.giftCard.notUsed,
    sentences: [
      fill(page.isReserved ? text.giftCard.freeing : text.giftCard.free, { amount: formatMoney(page.locale, amount) }),
    ],
  }),
  wallet: ({ wallet }, page, text) => ({
    tone: 'wrong',
    title: fill(text.notice.wallet, { wallet }),
    sentences: [inOne(text, moneySentence(page, text), text.notice.otherWay)],
  }),
  cancelled: (_notice, page, text) => ({
    tone: 'news',
    title: text.notice.cancelled,
    sentences: [inOne(text, moneySentence(page, text), text.notice.stillPayable)],
  }),
};
