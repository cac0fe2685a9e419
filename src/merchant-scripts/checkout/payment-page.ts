/** The payment page in the whole window. */
import { ENDS, fail, hears } from './callbacks.ts';
import { GATEWAY } from './gateway.ts';
import { withSession } from './older-pages.ts';
import { keepState, mayLead } from './way-back.ts';

export function showPaymentPage(): void {
  if (mayLead()) {
    withSession((id) => leave(paymentPage('/checkout/pay/', id)));
  }
}

/** @returns where the gateway shows it, told to which page the payer may come back */
export function paymentPage(path: string, id: string): string {
  const query = new URLSearchParams({
    shopPage: location.href.split('#', 1)[0] ?? '',
    shopPageHears: ENDS.filter(hears).join('.'),
  });
  return `${GATEWAY}${path}${id}?${query}`;
}

/** Leads the whole window there: neither the payment page nor a bank's is shown inside another page. */
export function leave(url: string): void {
  keepState();
  if (self === top) {
    location.assign(url);
  } else if (open(url, '_top') === null) {
    fail({ cause: 'REQUEST_REJECTED', explanation: 'this page is in a frame that may not lead its window on' });
  }
}
