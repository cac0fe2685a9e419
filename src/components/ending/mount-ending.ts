/**
 * Announces the session's end, and extends it in one press: loading the page anew is a use of the session, and what was
 * typed stays, for the answer is not shown. A page whose session has ended is loaded anew, and says so.
 */
import { announce } from '../form/say.ts';
import { STAY } from '../form/stay.ts';
import { AHEAD_SECONDS } from './ahead-seconds.ts';

const ending = document.querySelector<HTMLElement>('.ending');
const more = ending?.querySelector('button');

/** Longer ones overflow a timer, and no page is open for so long. */
const SECONDS_MAX = 2_000_000;
/** The page asks only when its session has surely ended: asked before, the gateway would take it for a use. */
const MARGIN_SECONDS = 1;

// By its address without a fragment, which would load nothing.
const address = location.pathname + location.search;
// Offline the browser's own error would take the page's place.
const loadAnew = (): unknown => navigator.onLine && location.replace(address);

if (ending !== null) {
  let timers: ReturnType<typeof setTimeout>[] = [];
  /** Of `performance.now()`. */
  let endsAt = 0;
  const stop = (): void => timers.forEach(clearTimeout);
  const show = (name: 'not-yet' | 'now', words = ''): void => {
    ending.className = `ending ${name}`;
    announce(words);
  };
  const count = (): void => {
    stop();
    const seconds = (endsAt - performance.now()) / 1_000;
    if (seconds < SECONDS_MAX) {
      timers = [
        setTimeout(() => show('now', ending.querySelector('p')?.textContent ?? ''), (seconds - AHEAD_SECONDS) * 1_000),
        setTimeout(loadAnew, (seconds + MARGIN_SECONDS) * 1_000),
      ];
    }
  };
  const lastFor = (seconds: string | undefined): void => {
    endsAt = performance.now() + Number(seconds) * 1_000;
    count();
  };
  show('not-yet');
  lastFor(ending.dataset.endsIn);
  more?.addEventListener('click', (event) => {
    event.preventDefault();
    import('./extend.ts')
      .then(({ extension }) => extension(address, more))
      .then(
        (seconds) => {
          if (seconds === undefined) {
            loadAnew();
          } else {
            show('not-yet', ending.dataset.extended);
            lastFor(seconds);
          }
        },
        // Without an answer the note stays, to be pressed again.
        () => undefined,
      );
  });
  // A payment under way has its own pages.
  document.addEventListener('submit', (event) => event.defaultPrevented || stop());
  addEventListener(STAY, count);
}
