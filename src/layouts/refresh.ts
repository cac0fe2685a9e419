import type { Poll } from '../views/index.ts';

/** A page that waits for an event is loaded anew this often where no script hears it. */
const REFRESH_SECONDS = 5;

/**
 * What a browser without script does with a page that waits.
 *
 * @param watch the address of its events; empty where there are none
 * @param next the page to go to when there is news; undefined: this one
 * @returns content of a `meta` element; undefined where the page waits for nothing
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
