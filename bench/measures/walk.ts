/** A payer's browser that follows redirects as long as they lead to the gateway. */
import { setTimeout as pause } from 'node:timers/promises';
import { fetchOnce } from '../processes/fetch-once.ts';

/** The shop's: nobody goes there. */
export const RETURN_URL = 'https://shop.example/return';

const REDIRECTS_MAX = 20;
/** How often, and how long, a page that waits for a result loads itself anew. */
const WAIT_MS = 250;
const WAIT_MS_MAX = 30_000;

export interface Walked {
  /** The address outside of the gateway, or of its page that shows something. */
  readonly at: string;
  /** To the gateway. */
  readonly requests: number;
  /** What that page is written in; empty outside. */
  readonly text: string;
}

/** @param sent a form, to the first address */
export async function walk(url: string, origin: string, sent?: Readonly<Record<string, string>>): Promise<Walked> {
  let at = url;
  for (let requests = 0; requests < REDIRECTS_MAX; requests += 1) {
    if (!at.startsWith(origin)) {
      return { at, requests, text: '' };
    }
    const form = requests === 0 ? sent : undefined;
    const { status, headers, body } = await fetchOnce(at, {
      ...(form && {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
        body: new URLSearchParams(form).toString(),
      }),
    });
    if (headers.location === undefined && status === 200) {
      return { at, requests: requests + 1, text: body.toString() };
    }
    if (headers.location === undefined) {
      throw new Error(`A payer's page was answered with ${status}: ${at}`);
    }
    at = new URL(headers.location, at).href;
  }
  throw new Error(`A payer was led around in circles, last at ${at}`);
}

/** At the shop, or at the page that leads there and says how the payment ended. */
export function isHome({ at, text }: Walked): boolean {
  return at.startsWith(RETURN_URL) || text.includes(`href="${RETURN_URL}`);
}

/** Until the payer is home: a page waits for the result. */
export async function waitOn(url: string, origin: string): Promise<Walked> {
  for (let waited = 0; ; waited += WAIT_MS) {
    const walked = await walk(url, origin);
    if (isHome(walked) || waited >= WAIT_MS_MAX) {
      return walked;
    }
    await pause(WAIT_MS);
  }
}
