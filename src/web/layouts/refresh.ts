import type { Poll } from '../views/index.ts';

/** Seconds between reloads of a page that waits for an event, in a browser without script. */
const REFRESH_SECONDS = 5;

/**
 * The refresh for a browser without script, on a page that waits.
 *
 * @param watch the address of the page's events; empty without events
 * @param next the page to go to after the event; undefined: this one
 * @returns content of a `meta` element; undefined where the page does not wait
 */
export function refreshContent(
  watch: string | undefined,
  poll: Poll | undefined,
  next: string | undefined,
): string | undefined {
  if (poll === undefined && !watch) {
    return undefined;
  }
  const address = poll?.address ?? next;
  return `${poll?.reloadSeconds ?? poll?.seconds ?? REFRESH_SECONDS}${address === undefined ? '' : `; url=${address}`}`;
}
