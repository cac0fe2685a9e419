/**
 * Fetches all files that a browser needs to show a page: the document and, recursively, the files that it references.
 */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Fetched, fetchOnce } from '../processes/fetch-once.ts';
import { BROWSER_HEADERS } from './checkout.ts';

export interface Transfer {
  readonly kind: string;
  readonly path: string;
  /** Bytes of head and body, as transferred. */
  readonly bytes: number;
  readonly encoding: string;
}

/** The references to further files in a page, a style sheet and a script. */
const REFERENCES: Readonly<Record<string, readonly RegExp[]>> = {
  'text/html': [
    /<link\b[^>]*\brel="(?:stylesheet|icon|modulepreload|preload)"[^>]*?\bhref="([^"]+)"/g,
    /<link\b[^>]*\bhref="([^"]+)"[^>]*?\brel="(?:stylesheet|icon|modulepreload|preload)"/g,
    /<(?:script|img)\b[^>]*?\bsrc="([^"]+)"/g,
  ],
  'text/css': [/url\(\s*["']?([^"')]+)/g, /@import\s+["']([^"']+)/g],
  'text/javascript': [/\b(?:from|import)\s*\(?\s*["'](\.{0,2}\/[^"']+)["']/g],
};

/** @throws Error when a file is missing */
export async function transfersOf(origin: string, path: string): Promise<Transfer[]> {
  const transfers: Transfer[] = [];
  const wanted = new Set([new URL(path, origin).href]);
  // Iterating a Set includes entries that are added meanwhile.
  for (const url of wanted) {
    const fetched = await fetchOnce(url, { headers: BROWSER_HEADERS });
    if (fetched.status !== 200) {
      throw new Error(`${url} was answered with ${fetched.status}.`);
    }
    const type = fetched.headers['content-type']?.split(';')[0] ?? '';
    const { pathname } = new URL(url);
    const encoding = fetched.headers['content-encoding'] ?? 'plain';
    transfers.push({ kind: type, path: pathname, bytes: fetched.bytes, encoding });
    for (const named of referencesIn(type, plain(fetched))) {
      wanted.add(new URL(named, url).href);
    }
  }
  return transfers;
}

/** The files that a text of this type references; data URLs are not files. */
export function referencesIn(type: string, text: string): string[] {
  const found = (REFERENCES[type] ?? []).flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => match[1] ?? ''),
  );
  return [...new Set(found)].filter((name) => !name.startsWith('data:') && !name.startsWith('#'));
}

function plain({ headers, body }: Fetched): string {
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[headers['content-encoding'] ?? ''];
  return (unpack === undefined ? body : unpack(body)).toString('utf8');
}
