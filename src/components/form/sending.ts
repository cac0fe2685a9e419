import type { Begin } from './turn.ts';

/** What must not be seen again once it was sent. */
const SECRET_NAMES = ['number', 'securityCode', 'pin'];

/**
 * Sends a form once, and only when its boxes are valid. The browser's own checks are switched off here, by script, so
 * that a page without script still has them. A page that was kept as it stood when the form was sent, and comes back
 * by Back, forgets the card's number and code.
 *
 * @param defaultButton the one that Enter presses
 * @param pass validates the boxes
 * @param begin claims the one turn for what the pressed button does
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
    // Only what may be kept goes with the choice of a language, and it is judged when the payer pays.
    if (pressed?.name === 'language') {
      forgetSecrets(form);
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
