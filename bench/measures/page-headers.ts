/** Selects the headers of the hosted page that the server for comparison also sends. */
import type { Fetched } from '../processes/fetch-once.ts';

/** Headers that belong to a single visit, or that every HTTP server writes itself. */
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
