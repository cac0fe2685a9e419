/**
 * Announces the session's end, and extends it in one press: loading the page anew is a use of the session, and what was
 * typed stays, for the answer is not shown. A page whose session has ended is loaded anew, and says so.
 */
import { AHEAD_SECONDS } from './ahead-seconds.ts';

const ending = document.querySelector<HTMLElement>('.ending');
const said = ending?.querySelector<HTMLElement>('[role=status]');
const more = ending?.querySelector('button');

/** Longer ones overflow a timer, and no page is open for so long. */
const SECONDS_MAX = 2_000_000;

if (ending != null && said != null && more != null) {
  let timers: ReturnType<typeof setTimeout>[] = [];
  const stop = (): void => timers.forEach(clearTimeout);
  const show = (name: 'not-yet' | 'now', words = ''): void => {
    ending.className = `ending ${name}`;
    said.textContent = words;
  };
  const count = (seconds: number): void => {
    stop();
    if (seconds < SECONDS_MAX) {
      timers = [
        setTimeout(() => show('now', said.dataset.ending), Math.max(0, seconds - AHEAD_SECONDS) * 1_000),
        setTimeout(() => location.replace(location.href), seconds * 1_000),
      ];
    }
  };
  const extend = async (): Promise<void> => {
    const answer = await fetch(location.href);
    const [, seconds] = /data-ends-in="(\d+)"/.exec(await answer.text()) ?? [];
    if (seconds === undefined) {
      // It cannot be extended any more, and the page itself says why.
      location.replace(location.href);
      return;
    }
    show('not-yet', said.dataset.extended);
    count(Number(seconds));
  };
  show('not-yet');
  count(Number(ending.dataset.endsIn));
  more.addEventListener('click', (event) => {
    event.preventDefault();
    // Without an answer the note stays, to be pressed again.
    extend().catch(() => undefined);
  });
  // A payment under way has its own pages.
  document.addEventListener('submit', (event) => event.defaultPrevented || stop());
}
