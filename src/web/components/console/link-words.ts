/** The words for links that take payments. */
import { formatTime } from '../../text/format-time.ts';
import type { LinkEntry, LinkStatusName, PaymentLinkPage } from '../../views/console/index.ts';
import { money } from './order-words.ts';

const LOCALE = 'en';

const STATUSES: Readonly<Record<LinkStatusName, string>> = {
  ENDED: 'ended',
  EXPIRED: 'expired',
  OPEN: 'open',
  PAID: 'paid',
};

export function linkStatusName({ status }: Pick<LinkEntry, 'status'>): string {
  return STATUSES[status];
}

/** @example linkMoney(entry) // '€5.00 to €500.00, as the payer types' */
export function linkMoney({ amount, least, most }: Pick<LinkEntry, 'amount' | 'least' | 'most'>): string {
  if (amount !== undefined) {
    return money(amount);
  }
  const highest = most === undefined ? 'any amount' : money(most);
  return `${least === undefined ? 'up to' : `${money(least)} to`} ${highest}, as the payer types`;
}

/** @example paidCount({ paid: 2, paymentsMax: 12 }) // '2 of 12 paid' */
export function paidCount({ paid, paymentsMax }: Pick<LinkEntry, 'paid' | 'paymentsMax'>): string {
  return paymentsMax === undefined ? `${paid} paid` : `${paid} of ${paymentsMax} paid`;
}

/** @param instant ISO 8601 */
export function timeOf(instant: string, timeZone: string): string {
  return formatTime(LOCALE, instant, timeZone);
}

/** @param expiry ISO 8601 @example endOf('2026-12-25T00:00:00.000Z', 'UTC') // 'the end of December 24, 2026' */
export function endOf(expiry: string, timeZone: string): string {
  const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone });
  const [last, end] = [day.format(Date.parse(expiry) - 1), day.format(Date.parse(expiry))];
  return last === end ? timeOf(expiry, timeZone) : `the end of ${last}`;
}

/** One sentence on the state of the link. */
export function linkSentence({ entry, timeZone }: Pick<PaymentLinkPage, 'entry' | 'timeZone'>): string {
  const { status, paid, paymentsMax, expiresAt, endedAt } = entry;
  switch (status) {
    case 'PAID':
      return 'Everything is paid: nobody can pay by it any more.';
    case 'ENDED':
      return `Ended${endedAt === undefined ? '' : ` on ${timeOf(endedAt, timeZone)}`}: nobody can pay by it any more.`;
    case 'EXPIRED':
      return `Expired${expiresAt === undefined ? '' : ` on ${timeOf(expiresAt, timeZone)}`}: nobody can begin to pay.`;
    case 'OPEN':
      return `Whoever has the address can pay ${often(paid, paymentsMax)}.`;
  }
}

function often(paid: number, paymentsMax: number | undefined): string {
  if (paymentsMax === undefined) {
    return 'by it, as often as somebody wants to';
  }
  const left = paymentsMax - paid;
  return left === 1 ? 'by it once' : `by it ${left} times`;
}

const CURRENCY_NAMES = new Intl.DisplayNames(LOCALE, { type: 'currency' });

/** @example currencyName('EUR') // 'Euro' */
export function currencyName(code: string): string {
  return CURRENCY_NAMES.of(code) ?? code;
}

export const LINK_NOTICES: Readonly<Record<NonNullable<PaymentLinkPage['notice']>, string>> = {
  ENDED: 'The link has ended. Payments that were made by it stay.',
  FAILED: 'The gateway failed, and may have ended the link. Press the button once more: nothing happens twice.',
  MADE: 'The link is ready. Copy its address and give it to those who are to pay.',
};
