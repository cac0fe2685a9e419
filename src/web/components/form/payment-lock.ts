import { announce, say } from './say.ts';
import { STAY } from './stay.ts';

/** Starts a button's action. @returns false while a payment is in progress */
export type Begin = (button: HTMLButtonElement) => boolean;

/**
 * A lock for one payment at a time, for all forms of the page: every button is disabled meanwhile, and the pressed one
 * shows its progress. The lock is released when the payer stays on, or is back on, this page; that is safe, since the
 * server charges an attempt at most once.
 *
 * @param root contains the forms
 */
export function paymentLock(root: HTMLElement): Begin {
  /** Restores the label of the pressed button. */
  let restore: (() => void) | undefined;
  const disable = (isBusy: boolean): void => {
    for (const button of root.querySelectorAll('button')) {
      // A disabled named button would be left out of the form that it sends.
      if (button.name === '') {
        button.disabled = isBusy;
      } else {
        button.setAttribute('aria-disabled', String(isBusy));
      }
    }
  };
  const release = (): void => {
    restore?.();
    restore = undefined;
    disable(false);
  };
  addEventListener(STAY, release);
  return (button) => {
    if (restore !== undefined) {
      return false;
    }
    restore = showProgress(button);
    disable(true);
    return true;
  };
}

/** Shows the busy label, which the server rendered, and announces it. */
function showProgress(button: HTMLButtonElement): () => void {
  const label = button.querySelector('.label');
  const idle = label?.textContent ?? '';
  const busy = button.dataset.busy ?? '';
  button.classList.add('busy');
  say(label, busy);
  announce(busy);
  return () => {
    button.classList.remove('busy');
    say(label, idle);
    announce('');
  };
}
