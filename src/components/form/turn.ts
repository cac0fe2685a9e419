import { announce } from './say.ts';
import { STAY } from './stay.ts';

/** Begins what a button does. @returns false while a payment is in flight */
export type Begin = (button: HTMLButtonElement) => boolean;

/**
 * One payment at a time, whichever form sends it: every button is disabled meanwhile, and the pressed one shows its
 * progress. The turn is released when the payer stays, or is back on this very page; the server counts attempts and
 * charges none of them twice, so releasing it is safe.
 *
 * @param root holds the forms
 */
export function oneTurn(root: HTMLElement): Begin {
  /** Puts back how the pressed button looked. */
  let restore: (() => void) | undefined;
  const disable = (isBusy: boolean): void => {
    for (const button of root.querySelectorAll('button')) {
      // A named button that is disabled while its form is sent is not sent with it.
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

/** The server wrote what a button says once it is pressed. It is read aloud too. */
function showProgress(button: HTMLButtonElement): () => void {
  const label = button.querySelector('.label')!;
  const idle = label.textContent;
  const busy = button.dataset.busy ?? '';
  button.classList.add('busy');
  label.textContent = busy;
  announce(busy);
  return () => {
    button.classList.remove('busy');
    label.textContent = idle;
    announce('');
  };
}
