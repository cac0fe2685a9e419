/** Shows the payment page in the whole window. */
import { ENDS, fail, namesCallback } from './callbacks.ts';
import { GATEWAY } from './gateway.ts';
import { withCheckoutSession } from './older-pages.ts';
import { mayRedirect, saveState } from './payer-return.ts';

export function showPaymentPage(): void {
  if (mayRedirect()) {
    withCheckoutSession((id) => redirectWindow(paymentPage('/checkout/pay/', id)));
  }
}

/** @returns the gateway's URL for the page, which includes the URL of this page for the payer's return */
export function paymentPage(path: string, id: string): string {
  const query = new URLSearchParams({
    shopPage: location.href.split('#', 1)[0] ?? '',
    shopPageHears: ENDS.filter(namesCallback).join('.'),
  });
  return `${GATEWAY}${path}${id}?${query}`;
}

/** Redirects the whole window: the payment page and a bank's pages must not be inside another page. */
export function redirectWindow(url: string): void {
  saveState();
  if (self === top) {
    location.assign(url);
  } else if (open(url, '_top') === null) {
    fail({ cause: 'REQUEST_REJECTED', explanation: 'this page is in a frame that may not lead its window on' });
  }
}
