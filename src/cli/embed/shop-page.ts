/** A shop's page as its server sends it: the headers, and the scripts and policies in its markup. */
import sax from 'sax';
import { boundedBody } from '../../platform/bounded-answer.ts';

export interface ScriptTag {
  /** The script's absolute address. */
  readonly src: URL;
  readonly integrity?: string;
  readonly nonce?: string;
  readonly crossorigin?: string;
}

export interface FetchedPage {
  /** The final address after redirects. */
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly scripts: readonly ScriptTag[];
  /** The Content-Security-Policies of the page's meta elements. */
  readonly policies: readonly string[];
}

/** Maximum number of bytes to read of a shop's page. */
const PAGE_BYTES_MAX = 5_000_000;
const BROWSER = 'Mozilla/5.0 (compatible; Turnpike embed check)';

/** @throws TypeError without an answer, like `fetch` */
export async function openPage(address: URL, msMax: number): Promise<FetchedPage> {
  const response = await fetch(address, {
    headers: { Accept: 'text/html', 'User-Agent': BROWSER },
    signal: AbortSignal.timeout(msMax),
  });
  const { bytes } = await boundedBody(response, PAGE_BYTES_MAX);
  const url = new URL(response.url);
  return { url, status: response.status, headers: response.headers, ...readMarkup(bytes.toString('utf8'), url) };
}

/** Like browsers, tolerates unclosed elements, attributes without quotes, and stray characters. */
export function readMarkup(html: string, page: URL): Pick<FetchedPage, 'policies' | 'scripts'> {
  const scripts: ScriptTag[] = [];
  const policies: string[] = [];
  let base = page;
  const parser = sax.parser(false, { lowercase: true });
  parser.onerror = () => {
    parser.resume();
  };
  parser.onopentag = ({ name, attributes }) => {
    const given = attributes as Readonly<Record<string, string>>;
    if (name === 'base' && given.href !== undefined) {
      base = URL.parse(given.href, page) ?? base;
    }
    if (name === 'meta' && given['http-equiv']?.toLowerCase() === 'content-security-policy') {
      policies.push(given.content ?? '');
    }
    const src = name === 'script' && given.src !== undefined ? URL.parse(given.src, base) : null;
    if (src !== null) {
      const { integrity, nonce, crossorigin } = given;
      scripts.push({ src, integrity, nonce, crossorigin });
    }
  };
  // The parser stops after the end of the first element, so the page is wrapped in one.
  parser.write(`<page>${html}`).close();
  return { scripts, policies };
}
