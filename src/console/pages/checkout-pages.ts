/** The page of a checkout that can be paid, and the form that ends it. Its order may not exist yet. */
import { amountOf, type FoundCheckout } from '../../checkout/index.ts';
import type { CheckoutNotice, FoundCheckoutEntry, OrderNoticeName } from '../../web/views/console/index.ts';
import { may } from '../access.ts';
import { endCheckoutWithoutOrder, endPayersCheckout } from '../payer-help.ts';
import { consoleAddress } from '../routes.ts';
import type { ConsoleAnswer, MerchantRequest } from './answer.ts';
import { instant } from './order-entries.ts';
import { orderNotice } from './order-pages.ts';
import { shellOf } from './shell.ts';

const NOTICE_STATUS: Readonly<Record<CheckoutNotice, number>> = { FAILED: 503, GONE: 409 };

/** @param notice of the form that led to the page, if nothing was ended */
export async function checkoutPage(request: MerchantRequest, notice?: CheckoutNotice): Promise<ConsoleAnswer> {
  const { place } = request;
  const { merchant } = place;
  const checkout = await loadCheckout(request);
  if (checkout === undefined) {
    return { problem: 'NOT_FOUND' };
  }
  const { key, orderId, description, reference, email, mode, returnUrl, isOpen, order } = checkout;
  const address = { merchant: merchant.id, checkout: `${key}`, order: orderId };
  return {
    page: 'checkout',
    status: notice === undefined ? 200 : NOTICE_STATUS[notice],
    data: {
      shell: shellOf(request, 'orders'),
      ...entryOf(checkout),
      ...{ orderId, description, reference, mode, isOpen, notice },
      orderHref: order && consoleAddress('order', address),
      customerEmail: email,
      returnsTo: returnUrl === undefined ? undefined : withoutQuery(returnUrl),
      since: instant(checkout.createdAt),
      endHref: isOpen && may(place, 'HELP_PAYERS') ? consoleAddress('endUntriedCheckout', address) : undefined,
      backHref: consoleAddress('orders', address),
    },
  };
}

function loadCheckout({ dependencies, place, parameters }: MerchantRequest): Promise<FoundCheckout | undefined> {
  return dependencies.payers.findCheckout(place.merchant, Number(parameters.checkout));
}

function entryOf({ amount, currency, expiresAt }: FoundCheckout): Omit<FoundCheckoutEntry, 'href'> {
  return { amount: amountOf(amount, currency), until: instant(expiresAt) };
}

/** Its query may have the payer's data. */
function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/** The checkouts of exactly this order, if it does not exist. */
export async function checkoutEntries(
  { dependencies, place: { merchant } }: MerchantRequest,
  orderId: string,
): Promise<readonly FoundCheckoutEntry[]> {
  const found = await dependencies.payers.checkoutsOfOrder(merchant, orderId);
  return found.map((checkout) => ({
    href: consoleAddress('checkout', { merchant: merchant.id, checkout: `${checkout.key}` }),
    ...entryOf(checkout),
  }));
}

const NOTICES = {
  AT_PROVIDER: 'CHECKOUT_AT_PROVIDER',
  ENDED: 'CHECKOUT_ENDED',
  FAILED: 'FAILED',
  GONE: 'CHECKOUT_GONE',
  UNDER_WAY: 'CHECKOUT_UNDER_WAY',
} as const satisfies Readonly<Record<string, OrderNoticeName>>;

/** Leads to the order, which exists then, unless nothing was done. */
export async function submitUntriedCheckoutEnd(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, signedIn, place, caller } = request;
  const { merchant } = place;
  const checkout = await loadCheckout(request);
  if (checkout === undefined) {
    return { problem: 'NOT_FOUND' };
  }
  const { key, orderId, order } = checkout;
  const result =
    order === undefined
      ? await endCheckoutWithoutOrder(dependencies, signedIn, merchant, checkout)
      : await endPayersCheckout(dependencies, signedIn, { merchant, order, caller }, key);
  if (
    (result === 'FAILED' || result === 'GONE') &&
    (await dependencies.orders.find(merchant.key, orderId)) === undefined
  ) {
    return checkoutPage(request, result);
  }
  return orderNotice({ ...request, parameters: { ...request.parameters, order: orderId } }, NOTICES[result]);
}
