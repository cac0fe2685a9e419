/**
 * Keeps the page of an undecided payment current: it is requested again when the payer comes back to it, from another
 * app or by Back, and when the server sends an event. The body's `data-watch` enables it, and has the events' address;
 * `data-next` is the page to request where it is not this one. Where no event will come, `data-poll` has the seconds
 * between questions: the page stays, read or being read aloud, until the answer to one is another page.
 */

/** Without events the page polls this often. */
const POLL_MS = 10_000;
/** However fast events come, each page stays visible this long. */
const SHOWN_MS_MIN = 1_000;

const { watch, next = location.pathname + location.search, poll: seconds, kind } = document.body.dataset;

if (watch !== undefined) {
  let isRequested = false;
  /** Of `performance.now()`. */
  let leavingUntil = 0;
  // Requests the page by its address: a reload would repeat the form's POST. Offline, keep the page: the browser's own
  // error would replace it.
  const poll = (): void => {
    if (isRequested || !navigator.onLine) {
      return;
    }
    const leavingMs = leavingUntil - performance.now();
    if (leavingMs > 0) {
      setTimeout(poll, leavingMs);
      return;
    }
    isRequested = true;
    location.replace(next);
  };
  const pollSoon = (): void => {
    setTimeout(poll, SHOWN_MS_MIN - performance.now());
  };

  // A request of ours would take the place of the payer's own, and call a payer back who is leaving for the provider.
  const leave = (): void => {
    leavingUntil = performance.now() + POLL_MS;
  };
  document.addEventListener('click', ({ target }) => target instanceof Element && target.closest('a[href]') && leave());
  document.addEventListener('submit', leave);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && poll());
  // Whoever goes on to another page ends the request, and the page may be kept for Back as it is now.
  addEventListener('pagehide', () => {
    isRequested = false;
    leavingUntil = 0;
  });
  addEventListener('pageshow', ({ persisted }) => persisted && poll());
  addEventListener('online', pollSoon);

  const ask = async (): Promise<void> => {
    // Without an answer there is no news.
    const html = await fetch(next).then(
      (answer) => (answer.ok ? answer.text() : undefined),
      () => undefined,
    );
    if (html !== undefined && !html.includes(`data-kind="${kind}"`)) {
      poll();
    }
    askLater();
  };
  const askLater = (): void => {
    setTimeout(ask, Number(seconds) * 1_000);
  };
  if (seconds !== undefined) {
    askLater();
  }

  if (watch !== '') {
    const events = new EventSource(watch);
    events.addEventListener('message', pollSoon);
    events.addEventListener('error', () => setTimeout(poll, POLL_MS));
    // A page with an open connection is not kept for Back.
    addEventListener('pagehide', () => events.close());
  }
}
