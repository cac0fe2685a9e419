/**
 * Keeps the page when a form of it is sent: an answer that does not come would leave the browser's own error in its
 * place, with no word on the money. `send-form.ts` is loaded once the payer touches the page, since a first visit has
 * no room for it.
 */
import { STAY } from './stay.ts';

const told = document.getElementById('offline')!;
/** The browser sends the form itself, because `send-form.ts` could not be loaded. */
let isNative = false;

const load = () => import('./send-form.ts');

addEventListener('focusin', () => navigator.onLine && load().catch(() => undefined));

document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  const pressed = event.submitter as HTMLButtonElement | null;
  // `form.action` may be an input of that name, so the attribute is read. A form for another site leaves the page.
  if (event.defaultPrevented || isNative || form.getAttribute('action')?.[0] !== '/') {
    return;
  }
  event.preventDefault();
  const stay = (): void => {
    told.className = 'notice wrong';
    told.role = 'alert';
    told.hidden = false;
    (pressed ?? form).before(told);
    dispatchEvent(new Event(STAY));
  };
  if (navigator.onLine) {
    load().then(
      ({ send }) => send(form, pressed, told),
      () => {
        stay();
        // Only where the server answers: it has another version of the script by now.
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
