/** The words about a checkout that nobody has tried to pay. */
import type { CheckoutHelpPage, CheckoutNotice, FoundCheckoutEntry } from '../../views/console/index.ts';
import { money } from './order-words.ts';
import { utcMinute, zonedMinute } from './readable.ts';

export function checkoutSentence({ isOpen, mode, orderHref }: CheckoutHelpPage): string {
  const name = mode === 'PAYMENT_LINK' ? 'The payment link' : 'The payment page';
  if (!isOpen) {
    return `${name} is over: nothing can be paid with it`;
  }
  return `${name} is open${orderHref === undefined ? ', and nobody has tried to pay' : ''}`;
}

/** A page that is in use lives on. */
export function validUntil({ until, mode }: CheckoutHelpPage): string {
  const time = utcMinute(until);
  return mode === 'PAYMENT_LINK' ? time : `${time}, and longer while a payer uses it`;
}

/** @example foundWords({ amount, until, href }, 'UTC') // '10.00 EUR, open until 2026-11-29 08:05' */
export function foundWords({ amount, until }: FoundCheckoutEntry, timeZone: string): string {
  return [amount && money(amount), `open until ${zonedMinute(until, timeZone)}`].filter(Boolean).join(', ');
}

export const CHECKOUT_NOTICES: Readonly<Record<CheckoutNotice, string>> = {
  FAILED: 'The gateway failed, so it is not known whether the checkout is ended. Try again.',
  GONE: 'Nothing was done: the checkout was over before.',
};
