/**
 * Keeps a page true whose payment is not decided: it is asked for again when the payer comes back to it, from another
 * app or by Back, and when the server tells that something changed. The body's `data-watch` is the switch, and says
 * where the server tells.
 */

/** Without the server's word the page looks by itself this often. */
const LOOK_MS = 10_000;
/** However fast the news comes, each page can be seen. */
const SHOWN_MS_MIN = 1_000;

const { watch } = document.body.dataset;

if (watch !== undefined) {
  let asked = false;
  // By its address: a reload would send again the form that a page answers. Offline, the browser's own error would come
  // instead.
  const look = (): void => {
    if (asked || !navigator.onLine) {
      return;
    }
    asked = true;
    location.replace(location.pathname + location.search);
  };
  const lookSoon = (): void => {
    setTimeout(look, SHOWN_MS_MIN - performance.now());
  };

  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look());
  addEventListener('pageshow', ({ persisted }) => persisted && look());
  addEventListener('online', lookSoon);

  if (watch !== '') {
    const events = new EventSource(watch);
    events.addEventListener('message', lookSoon);
    events.addEventListener('error', () => setTimeout(look, LOOK_MS));
    // A page with an open connection cannot be kept for Back.
    addEventListener('pagehide', () => events.close());
  }
}
