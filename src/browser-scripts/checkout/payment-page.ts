/** Shows the payment page in the whole window. */
import { ENDS, fail, hears } from './callbacks.ts';
import { GATEWAY } from './gateway.ts';
import { withSession } from './older-pages.ts';
import { keepState, mayLead } from './way-back.ts';

export function showPaymentPage(): void {
  if (mayLead()) {
    withSession((id) => leave(paymentPage('/checkout/pay/', id)));
  }
}

/** @returns the gateway's address of the page, with the page for the payer to return to */
export function paymentPage(path: string, id: string): string {
  const query = new URLSearchParams({
    shopPage: location.href.split('#', 1)[0] ?? '',
    shopPageHears: ENDS.filter(hears).join('.'),
  });
  return `${GATEWAY}${path}${id}?${query}`;
}

/** Redirects the whole window: the payment page and a bank's pages must not be inside another page. */
export function leave(url: string): void {
  keepState();
  if (self === top) {
    location.assign(url);
  } else if (open(url, '_top') === null) {
    fail({ cause: 'REQUEST_REJECTED', explanation: 'this page is in a frame that may not lead its window on' });
  }
}
