/**
 * Announces the session's end, and extends the session in one press by requesting the page; typed values stay, since
 * the response is not displayed. After the session's end the page reloads, and shows that.
 */
import { announce } from '../form/say.ts';
import { STAY } from '../form/stay.ts';
import { AHEAD_SECONDS } from './ahead-seconds.ts';

const endingNotice = document.querySelector<HTMLElement>('.ending');
const extendButton = endingNotice?.querySelector('button');

/** The longest delay of a timer, which longer delays would overflow. Pages are not open for so long. */
const SECONDS_MAX = 2_000_000;
/** Seconds after the session's end at which the page reloads: a request before the end would extend the session. */
const MARGIN_SECONDS = 1;

// The address without its fragment, since replacing only the fragment would not reload the page.
const address = location.pathname + location.search;
// Does not reload while offline, since the browser's error page would replace this page.
const loadAnew = (): unknown => navigator.onLine && location.replace(address);

if (endingNotice !== null) {
  let timers: ReturnType<typeof setTimeout>[] = [];
  /** A time of `performance.now()`. */
  let endsAt = 0;
  const stop = (): void => timers.forEach(clearTimeout);
  const show = (name: 'not-yet' | 'now', words = ''): void => {
    endingNotice.className = `ending ${name}`;
    announce(words);
  };
  const count = (): void => {
    stop();
    const seconds = (endsAt - performance.now()) / 1_000;
    if (seconds < SECONDS_MAX) {
      timers = [
        setTimeout(
          () => show('now', endingNotice.querySelector('p')?.textContent ?? ''),
          (seconds - AHEAD_SECONDS) * 1_000,
        ),
        setTimeout(loadAnew, (seconds + MARGIN_SECONDS) * 1_000),
      ];
    }
  };
  const lastFor = (seconds: string | undefined): void => {
    endsAt = performance.now() + Number(seconds) * 1_000;
    count();
  };
  show('not-yet');
  lastFor(endingNotice.dataset.endsIn);
  extendButton?.addEventListener('click', (event) => {
    event.preventDefault();
    import('./extend.ts')
      .then((module) => module.requestExtension(address, extendButton))
      .then(
        (seconds) => {
          if (seconds === undefined) {
            loadAnew();
          } else {
            show('not-yet', endingNotice.dataset.extended);
            lastFor(seconds);
          }
        },
        // If the request fails, the announcement stays, and the payer can press again.
        () => undefined,
      );
  });
  // A sent payment replaces this page, so the countdown ends.
  document.addEventListener('submit', (event) => event.defaultPrevented || stop());
  addEventListener(STAY, count);
}
