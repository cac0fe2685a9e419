/**
 * A payer's browser reduced to what a visit needs: it follows redirects and refreshes, and has no script and no cookie.
 */
import { setTimeout as pause } from 'node:timers/promises';

export interface Walk {
  readonly addresses: readonly string[];
  /** Of each page that was shown. */
  readonly headings: readonly string[];
}

/** A payer who is held sees a page a second for five seconds; the rest of a visit is some ten addresses. */
const ADDRESSES_MAX = 40;

/** From this address on until a page leads nowhere by itself. */
export async function walk(url: string): Promise<Walk> {
  const addresses: string[] = [];
  const headings: string[] = [];
  let next: string | undefined = url;
  while (next !== undefined) {
    if (addresses.length === ADDRESSES_MAX) {
      throw new Error(`Led around: ${addresses.join(' ')}`);
    }
    addresses.push(next);
    const response: Response = await fetch(next, { redirect: 'manual' });
    const text = await response.text();
    if (response.status === 200) {
      headings.push(headingOf(text));
    }
    const to: string | undefined =
      response.headers.get('location') ?? (await refreshed(response.headers.get('refresh')));
    next = to === undefined ? undefined : new URL(to, next).href;
  }
  return { addresses, headings };
}

/** After the time that the page asks for. */
async function refreshed(header: string | null): Promise<string | undefined> {
  const [, seconds, url] = /^(\d+); url=(.*)$/.exec(header ?? '') ?? [];
  if (url === undefined) {
    return undefined;
  }
  await pause(Number(seconds) * 1_000);
  return url;
}

export function headingOf(html: string): string {
  return (/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '').replace(/<[^>]+>/g, '').trim();
}
