/**
 * Keeps the page of an undecided payment current: requests it again when the payer returns to it, from another app or
 * by Back, and when the server sends an event. The body's `data-watch` enables it, and has the address of the events;
 * `data-next` is the page to request if it is not this one. Without events, `data-poll` has the seconds between polls:
 * the page stays, so that it can be read, until a poll returns a different page.
 */

/** Interval of reloads while the server sends no events. */
const RELOAD_MS = 10_000;
/** Minimum time that each page is visible, at any rate of events. */
const SHOWN_MS_MIN = 1_000;

const { watch, next = location.pathname + location.search, poll: seconds, kind } = document.body.dataset;

if (watch !== undefined) {
  let isRequested = false;
  /** A time of `performance.now()`. */
  let leavingUntil = 0;
  // Requests the page by its address, since a reload would repeat the form's POST. Does not request it while offline,
  // since the browser's error page would replace this one.
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
    // Loads the page only if the server responds, since otherwise the browser's error page would replace this one.
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

  // A request by the script would cancel the payer's own navigation, and bring back a payer who is leaving for the
  // provider.
  const leave = (): void => {
    leavingUntil = performance.now() + RELOAD_MS;
  };
  document.addEventListener('click', ({ target }) => target instanceof Element && target.closest('a[href]') && leave());
  document.addEventListener('submit', leave);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && load());
  // Leaving the page cancels the request, and the page may be restored from the back/forward cache in its current
  // state.
  addEventListener('pagehide', () => {
    isRequested = false;
    leavingUntil = 0;
  });
  addEventListener('pageshow', ({ persisted }) => persisted && load());
  addEventListener('online', loadSoon);

  /**
   * Loads the page only once the response is a different page. A redirect counts as one; it may lead to the provider,
   * where the page's policy would block a fetch.
   */
  const poll = async (): Promise<void> => {
    // A failed poll is ignored.
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
    // A page with an open connection is not put into the back/forward cache.
    addEventListener('pagehide', () => events.close());
  }
}
