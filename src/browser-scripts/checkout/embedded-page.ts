/** Shows the payment page as a part of the merchant's page. */
import { fail } from './callbacks.ts';
import { withCheckoutSession } from './older-pages.ts';
import { afterReturn } from './payer-return.ts';
import { type PaymentFrame, paymentFrame } from './payment-frame.ts';

let currentFrame: PaymentFrame | undefined;

/**
 * @param selector selects the element whose content the frame replaces
 * @param shown called once the payment page is usable
 */
export function showEmbeddedPage(selector: string, shown?: () => void): void {
  afterReturn(() => {
    if (elementAt(selector) === null) {
      fail({
        cause: 'INVALID_REQUEST',
        explanation: `no element of the page is ${selector}`,
        validationType: 'INVALID',
      });
    } else {
      withCheckoutSession((id) => embed(id, selector, shown));
    }
  });
}

function embed(id: string, selector: string, shown?: () => void): void {
  // A second call, for example after the basket changed, starts anew.
  currentFrame?.remove();
  // The page may have been rendered anew since the check.
  const place = elementAt(selector);
  if (place === null) {
    return;
  }
  const frame = paymentFrame(id, place, {
    ...(typeof shown === 'function' && { shown }),
    over: (end) => end === 'cancel' && frame.remove(),
  });
  currentFrame = frame;
  place.replaceChildren(frame.element);
}

function elementAt(selector: string): Element | null {
  try {
    return document.querySelector(selector);
  } catch {
    return null;
  }
}
