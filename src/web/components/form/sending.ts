import type { Begin } from './payment-lock.ts';

/** Inputs to clear once the form was sent. */
const SECRET_NAMES = ['number', 'securityCode', 'pin'];

/**
 * Sends a form once, and only when its inputs are valid. The browser's own validation is disabled here, by script, so
 * that a page without script still has it. When a page comes back from the back/forward cache after sending, the card's
 * number and code are cleared.
 *
 * @param defaultButton the button that Enter presses
 * @param pass validates the inputs
 * @param begin claims the lock for the action of the pressed button
 */
export function sendOnce(
  form: HTMLFormElement,
  defaultButton: HTMLButtonElement,
  pass: () => boolean,
  begin: Begin,
): void {
  let isSent = false;
  form.noValidate = true;
  form.addEventListener('submit', (event) => {
    const pressed = event.submitter as HTMLButtonElement | null;
    // A change of language sends only values that may be stored. They are not validated before the payer pays.
    if (pressed?.name === 'language') {
      forgetSecrets(form);
    } else if (pressed?.name === '' && pressed.dataset.busy === undefined && !pressed.hasAttribute('form')) {
      // A button that a program in the browser has inserted must not pay. Enter presses the one of the languages, which
      // names its form.
      event.preventDefault();
    } else if (pass() && begin(pressed?.dataset.busy === undefined ? defaultButton : pressed)) {
      isSent = true;
    } else {
      event.preventDefault();
    }
  });
  addEventListener('pageshow', ({ persisted }) => persisted && isSent && forgetSecrets(form));
}

function forgetSecrets(form: HTMLFormElement): void {
  for (const name of SECRET_NAMES) {
    const box = form.elements.namedItem(name);
    if (box instanceof HTMLInputElement) {
      box.value = '';
    }
  }
}
