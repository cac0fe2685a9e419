/**
 * Shows the payment page in a modal dialog over the merchant's page: the browser keeps the focus in it, and restores it
 * on close.
 */
import { notifyPage } from './callbacks.ts';
import { withCheckoutSession } from './older-pages.ts';
import { mayRedirect } from './payer-return.ts';
import { type PaymentFrame, paymentFrame } from './payment-frame.ts';

/** The screens on which the dialog fills the window. */
const NARROW = '(max-width: 40rem)';
const BOX =
  'box-sizing: border-box; border: 0; padding: 0 0.75rem 0.75rem; overflow: auto; overscroll-behavior: contain;' +
  'background: Canvas;';
const NARROW_BOX = `${BOX} inset: 0; margin: 0; width: 100%; height: 100%; max-width: none; max-height: none`;
const WIDE_BOX = `${BOX} margin: auto; width: 36rem; max-height: calc(100% - 4rem); border-radius: 0.5rem`;
const CLOSE =
  'position: sticky; inset-block-start: 0; display: block; margin-inline: auto -0.75rem; width: 3rem; height: 3rem;' +
  'border: 0; background: Canvas; color: CanvasText; font: 1.5rem/1 sans-serif; cursor: pointer';

let isOpen = false;

export function showLightbox(): void {
  if (!isOpen && mayRedirect()) {
    withCheckoutSession((id) => isOpen || open(id));
  }
}

function open(id: string): void {
  isOpen = true;
  const dialog = document.createElement('dialog');
  const close = document.createElement('button');
  close.type = 'button';
  close.textContent = '×';
  close.style.cssText = CLOSE;
  const narrow = matchMedia(NARROW);
  const size = (): void => {
    dialog.style.cssText = narrow.matches ? NARROW_BOX : WIDE_BOX;
  };
  narrow.addEventListener('change', size);
  size();
  // The frame takes the colours of the dialog, which has them in the page alone.
  document.body.append(dialog);

  /** The question to ask before the payment is cancelled; undefined while the payer cannot cancel. */
  let question: string | undefined;
  let hasEnded = false;
  const put = (): void => {
    isOpen = false;
    narrow.removeEventListener('change', size);
    frame.remove();
    dialog.remove();
  };
  const frame: PaymentFrame = paymentFrame(id, dialog, {
    said: ({ title, back, cancel, escape: isEscape }) => {
      if (title !== undefined) {
        dialog.ariaLabel = title;
        question = cancel;
        // A payer who can cancel again has renewed an expired session.
        hasEnded &&= cancel === undefined;
        close.ariaLabel = cancel ?? back ?? null;
      }
      if (isEscape) {
        ask();
      }
    },
    over: (end) => {
      hasEnded = true;
      // A receipt or an error stays open for the payer to read.
      if (end === 'cancel' || frame.element.parentElement === null) {
        dialog.close();
      }
    },
  });
  const ask = (): void => {
    if (hasEnded || question === undefined) {
      dialog.close();
    } else if (confirm(question)) {
      frame.cancel();
    }
  };
  close.addEventListener('click', ask);
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    ask();
  });
  // Browsers close a dialog themselves when Escape is pressed again.
  dialog.addEventListener('close', () => {
    put();
    if (!hasEnded) {
      hasEnded = true;
      notifyPage('cancel', {});
    }
  });
  dialog.ariaLabel = frame.element.title;
  dialog.append(close, frame.element);
  dialog.showModal();
}
