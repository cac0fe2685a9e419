/**
 * Sends the page's forms by script, so that a failed request does not replace the page with the browser's own error,
 * which says nothing about the money. `send-form.ts` is loaded when the payer first focuses an element, to keep the
 * first visit small.
 */
import { STAY } from './stay.ts';

/** A program in the browser may have removed it; then the page has no words, and the form is sent all the same. */
const offlineNotice = document.getElementById('offline') ?? document.createElement('div');
/** The browser submits the form itself, because `send-form.ts` could not be loaded. */
let isNative = false;

const load = () => import('./send-form.ts');

addEventListener('focusin', () => navigator.onLine && load().catch(() => undefined));

document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  const pressed = event.submitter as HTMLButtonElement | null;
  // Reads the attribute, since `form.action` may be an input of that name. A form for another site leaves the page,
  // and is not intercepted.
  if (event.defaultPrevented || isNative || form.getAttribute('action')?.[0] !== '/') {
    return;
  }
  event.preventDefault();
  // The button that Enter presses, and those of other boxes, are outside the form.
  const place = form.contains(pressed) ? pressed : form.querySelector('[data-busy]');
  (place ?? form).before(offlineNotice);
  const stay = (): void => {
    offlineNotice.className = 'notice wrong';
    offlineNotice.role = 'alert';
    offlineNotice.hidden = false;
    dispatchEvent(new Event(STAY));
  };
  if (navigator.onLine) {
    load().then(
      ({ send }) => send(form, pressed, offlineNotice),
      () => {
        stay();
        // If the server responds, a newer release is deployed, in which the script has another file name.
        fetch('').then(
          () => {
            isNative = true;
          },
          () => undefined,
        );
      },
    );
  } else {
    stay();
  }
});
