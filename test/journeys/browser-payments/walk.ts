/**
 * A payer's browser reduced to the minimum of a visit: it follows redirects, refreshes and the link back to the shop,
 * without script or cookies.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { nextAddress, refreshOf } from '../../support/scriptless.ts';

export interface Walk {
  readonly addresses: readonly string[];
  /** One for each page shown. */
  readonly headings: readonly string[];
}

/** A waiting payer sees a page a second for five seconds; the rest of a visit is some ten addresses. */
const ADDRESSES_MAX = 40;

/** From this address on until a page does not redirect by itself. */
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
    await pause((refreshOf(response.headers.get('refresh'), text)?.seconds ?? 0) * 1_000);
    next = nextAddress(response, text);
  }
  return { addresses, headings };
}

export function headingOf(html: string): string {
  return (/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '').replace(/<[^>]+>/g, '').trim();
}
