/** The values of the payment form that differ between payers, and the data that its constant parts depend on. */
import { bigAmount } from '../../components/big-amount.ts';
import { AHEAD_SECONDS } from '../../components/ending/ahead-seconds.ts';
import { delayClasses } from '../../components/ending/delay-classes.ts';
import { shownDescription, shownReference, shownSubtotals } from '../../components/order/summary.ts';
import { formatMoney } from '../../text/format.ts';
import type { Amount, OrderSummary, PayerPageOrder, PayPage } from '../../views/index.ts';
import { hasMark, isToken, numberMark, textMark, tokenMark } from './marks.ts';

export interface PageHoles {
  /** Pages of one key differ in their values only. */
  readonly key: string;
  readonly values: readonly string[];
  /** The same page with marks in place of the values. */
  readonly marked: () => MarkedOrder;
}

export interface MarkedOrder {
  readonly order: PayerPageOrder;
  /** The mark of a number, and the index of its value. */
  readonly number: readonly [mark: number, index: number];
}

/** The first values; the texts follow. */
const ID = 0;
const CSRF = 1;
const VERSION = 2;
const SUPPORT_CODE = 3;
const ENDS_IN = 4;
const SESSION = 5;
const TEXTS = 6;

/** Stand for the ids in a key. JSON escapes these characters in texts. */
const [ID_IN_KEY, SESSION_IN_KEY] = ['\u0001', '\u0002'];

/** The key and the template grow with the lines, and a longer order is rarely like another one. */
const LINES_MAX = 50;

/** A shorter id may be a part of other words. */
const ID_LENGTH_MIN = 16;

/** Notices without data of the payer. */
const NOTICES: ReadonlySet<string> = new Set(['again', 'cancelled', 'declined', 'unsaved']);

/** @returns undefined for another page, or for one that shows more of its payer than a first visit */
export function payPageHoles({ address, id, page: name, data: page }: PayerPageOrder): PageHoles | undefined {
  const session = page.kind === 'pay' ? sessionOf(page) : '';
  if (page.kind !== 'pay' || Math.min(id.length, session.length) < ID_LENGTH_MIN || !isFirstVisit(page)) {
    return undefined;
  }
  const { hidden, supportCode, endsIn } = page;
  const values = [id, hidden.csrf, hidden.sessionVersion, supportCode ?? 'none', endsIn.toString(), session];
  if (!values.every(isToken)) {
    return undefined;
  }
  const skeleton = withTexts(page, (text, isLong) => {
    values.push(text);
    return isLong ? 'long' : '';
  });
  const key = JSON.stringify({
    ...skeleton,
    address,
    name,
    hidden: hidden.attempt,
    supportCode: supportCode !== undefined,
    endsIn: [delayClasses(endsIn), page.isLast === true ? Math.floor(Math.min(endsIn, AHEAD_SECONDS) / 60) : 0],
    artwork: page.artwork && numberOf(page.artwork),
  })
    .replaceAll(id, ID_IN_KEY)
    .replaceAll(session, SESSION_IN_KEY);
  return hasMark(key) ? undefined : { key, values, marked: () => markedOrder({ address, page: name, id }, page) };
}

/** The id in the page's addresses, which is another one behind a payment link. */
function sessionOf({ action }: PayPage): string {
  return action.slice(action.lastIndexOf('/') + 1);
}

function isFirstVisit(page: PayPage): boolean {
  const { kept, errors, details, notice, summary } = page;
  const { savedCards, savedCardsHref, keptGiftCard, part, money } = page;
  return (
    [savedCards, savedCardsHref, keptGiftCard, part, money].every((shown) => shown === undefined) &&
    (notice === undefined || NOTICES.has(notice.kind)) &&
    Object.keys(kept).length + Object.keys(errors).length === 0 &&
    summary.lines.length <= LINES_MAX &&
    [...details.card, ...details.giftCard].every((group) =>
      group.details.every(({ part: name, value }) => value === undefined || name === 'country'),
    )
  );
}

/**
 * Replaces the texts of a page, in a fixed order. Amounts are passed as the page formats them.
 *
 * @param replace gets a text, and whether the page shows it as a long amount
 */
function withTexts(page: PayPage, replace: (text: string, isLong: boolean) => string): PayPage {
  const { deviceWallets } = page;
  return {
    ...page,
    summary: summaryWithTexts(page, replace),
    deviceWallets: deviceWallets?.map((wallet) => ({ ...wallet, request: replace(wallet.request, false) })),
  };
}

function summaryWithTexts(
  { summary, locale }: PayPage,
  replace: (text: string, isLong: boolean) => string,
): OrderSummary {
  const text = (one: string) => replace(one, false);
  const amount = (formatted: string): Amount => ({
    value: replace(formatted, bigAmount(formatted).isLong),
    currency: '',
    exponent: 0,
  });
  const money = (one: Amount | undefined) => one && amount(formatMoney(locale, one));
  const { isHidden, lines, discountIncluded, total } = summary;
  const [description, reference] = [shownDescription(summary), shownReference(summary)];
  return {
    isHidden,
    orderId: text(summary.orderId),
    reference: reference === undefined ? undefined : text(reference),
    description: description === undefined ? undefined : text(description),
    lines: lines.map((line) => ({
      name: text(line.name),
      description: line.description === undefined ? undefined : text(line.description),
      quantity: line.quantity,
      total: money(line.total),
    })),
    subtotals: shownSubtotals(summary, locale).map((one) => ({ kind: one.kind, amount: amount(one.amount) })),
    discountIncluded: money(discountIncluded),
    total: money(total),
  };
}

function markedOrder(place: Pick<PayerPageOrder, 'address' | 'id' | 'page'>, page: PayPage): MarkedOrder {
  let texts = TEXTS;
  const marked = withTexts(page, (_text, isLong) => {
    texts += 1;
    return textMark(texts - 1, isLong);
  });
  const number = numberMark(page.endsIn);
  const data = {
    ...marked,
    hidden: { ...page.hidden, csrf: tokenMark(CSRF), sessionVersion: tokenMark(VERSION) },
    supportCode: page.supportCode && tokenMark(SUPPORT_CODE),
    endsIn: number,
  };
  const json = JSON.stringify({ ...place, data });
  return {
    order: JSON.parse(
      json.replaceAll(place.id, tokenMark(ID)).replaceAll(sessionOf(page), tokenMark(SESSION)),
    ) as PayerPageOrder,
    number: [number, ENDS_IN],
  };
}

/** Numbers of objects that are the same for the whole process. */
const numbers = new WeakMap<object, number>();
let numberCount = 0;

function numberOf(one: object): number {
  const known = numbers.get(one);
  if (known !== undefined) {
    return known;
  }
  numberCount += 1;
  numbers.set(one, numberCount);
  return numberCount;
}
