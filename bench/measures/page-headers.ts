/** The headers of a page, for a server that only serves the same page. */
import type { Fetched } from '../processes/fetch-once.ts';

/** Headers of a single visit, or written by every HTTP server itself. */
const OTHER_HEADERS = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'set-cookie',
  'transfer-encoding',
]);

export function pageHeadersOf({ headers }: Fetched): Readonly<Record<string, string>> {
  const kept = Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !OTHER_HEADERS.has(entry[0]),
  );
  return Object.fromEntries(kept);
}
