/** The payment page as a part of the merchant's page. */
import { fail } from './callbacks.ts';
import { sessionId } from './configuration.ts';
import { withAmount } from './older-amount.ts';
import { type PaymentFrame, paymentFrame } from './payment-frame.ts';

let current: PaymentFrame | undefined;

/**
 * @param selector of the element that the frame is put into, in place of its content @param shown once it can be used
 */
export function showEmbeddedPage(selector: string, shown?: () => void): void {
  const target = elementAt(selector);
  if (target === null) {
    fail({ cause: 'INVALID_REQUEST', explanation: `no element of the page is ${selector}`, validationType: 'INVALID' });
    return;
  }
  const id = sessionId();
  if (id === undefined) {
    return;
  }
  withAmount(id, () => {
    // Asked again, as pages do whose basket has changed, it begins anew.
    current?.remove();
    const frame = paymentFrame(id, {
      ...(typeof shown === 'function' && { shown }),
      over: (end) => end === 'cancel' && frame.remove(),
    });
    current = frame;
    target.replaceChildren(frame.element);
  });
}

function elementAt(selector: string): Element | null {
  try {
    return document.querySelector(selector);
  } catch {
    return null;
  }
}
