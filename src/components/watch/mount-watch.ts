/**
 * Keeps the page of an undecided payment current: it is requested again when the payer comes back to it, from another
 * app or by Back, and when the server sends an event. The body's `data-watch` enables it, and has the events' address;
 * `data-next` is the page to request where it is not this one. Where no event will come, `data-poll` has the seconds
 * between questions: the page stays, read or being read aloud, until the answer to one is another page.
 */

/** Without events the page is loaded anew this often. */
const RELOAD_MS = 10_000;
/** However fast events come, each page stays visible this long. */
const SHOWN_MS_MIN = 1_000;

const { watch, next = location.pathname + location.search, poll: seconds, kind } = document.body.dataset;

if (watch !== undefined) {
  let isRequested = false;
  /** Of `performance.now()`. */
  let leavingUntil = 0;
  // Requests the page by its address: a reload would repeat the form's POST. Offline, keep the page: the browser's own
  // error would replace it.
  const load = (): void => {
    if (isRequested || !navigator.onLine) {
      return;
    }
    const leavingMs = leavingUntil - performance.now();
    if (leavingMs > 0) {
      setTimeout(load, leavingMs);
      return;
    }
    isRequested = true;
    // Not while nothing answers: the browser's own error would take the page's place.
    fetch('/favicon.svg', { cache: 'no-store' }).then(
      () => location.replace(next),
      () => {
        isRequested = false;
        setTimeout(load, RELOAD_MS);
      },
    );
  };
  const loadSoon = (): void => {
    setTimeout(load, SHOWN_MS_MIN - performance.now());
  };

  // A request of ours would take the place of the payer's own, and call a payer back who is leaving for the provider.
  const leave = (): void => {
    leavingUntil = performance.now() + RELOAD_MS;
  };
  document.addEventListener('click', ({ target }) => target instanceof Element && target.closest('a[href]') && leave());
  document.addEventListener('submit', leave);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && load());
  // Whoever goes on to another page ends the request, and the page may be kept for Back as it is now.
  addEventListener('pagehide', () => {
    isRequested = false;
    leavingUntil = 0;
  });
  addEventListener('pageshow', ({ persisted }) => persisted && load());
  addEventListener('online', loadSoon);

  /**
   * Loads the page only once it is another one: a redirect leads to one, maybe at the provider, where the page's policy
   * would not let us look.
   */
  const poll = async (): Promise<void> => {
    // Without an answer there is no news.
    const isOther = await fetch(next, { redirect: 'manual' }).then(
      async (answer) =>
        answer.type === 'opaqueredirect' || (answer.ok && !(await answer.text()).includes(`data-kind="${kind}"`)),
      () => false,
    );
    if (isOther) {
      load();
    }
    pollLater();
  };
  const pollLater = (): void => {
    setTimeout(poll, Number(seconds) * 1_000);
  };
  if (seconds !== undefined) {
    pollLater();
  }

  if (watch !== '') {
    const events = new EventSource(watch);
    events.addEventListener('message', loadSoon);
    events.addEventListener('error', () => setTimeout(load, RELOAD_MS));
    // A page with an open connection is not kept for Back.
    addEventListener('pagehide', () => events.close());
  }
}
