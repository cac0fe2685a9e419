/** A shop's page as its server answers it: headers, and what its markup says of scripts and policies. */
import sax from 'sax';
import { boundedBody } from '../../bounded-answer.ts';

export interface ScriptTag {
  /** As written, and made absolute. */
  readonly src: URL;
  readonly integrity?: string;
  readonly nonce?: string;
  readonly crossorigin?: string;
}

export interface ShopPage {
  /** Where the redirects ended. */
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly scripts: readonly ScriptTag[];
  /** Of its meta elements. */
  readonly policies: readonly string[];
}

/** Longer than any shop's page; of a longer one no more is read. */
const PAGE_BYTES_MAX = 5_000_000;
const BROWSER = 'Mozilla/5.0 (compatible; Turnpike embed check)';

/** @throws TypeError where no answer comes, as `fetch` does */
export async function openPage(address: URL, msMax: number): Promise<ShopPage> {
  const response = await fetch(address, {
    headers: { Accept: 'text/html', 'User-Agent': BROWSER },
    signal: AbortSignal.timeout(msMax),
  });
  const { bytes } = await boundedBody(response, PAGE_BYTES_MAX);
  const url = new URL(response.url);
  return { url, status: response.status, headers: response.headers, ...readMarkup(bytes.toString('utf8'), url) };
}

/** Tolerates what no browser minds: unclosed elements, attributes without quotes, stray signs. */
export function readMarkup(html: string, page: URL): Pick<ShopPage, 'policies' | 'scripts'> {
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
      scripts.push({
        src,
        ...(integrity !== undefined && { integrity }),
        ...(nonce !== undefined && { nonce }),
        ...(crossorigin !== undefined && { crossorigin }),
      });
    }
  };
  // Nothing is read after the end of what began first, and pages begin with all kinds of things.
  parser.write(`<page>${html}`).close();
  return { scripts, policies };
}
