/** A payer's browser that follows redirects as long as they lead to the gateway. */
import { setTimeout as pause } from 'node:timers/promises';
import { fetchOnce } from '../processes/fetch-once.ts';

/** The shop's URL, which is not requested. */
export const RETURN_URL = 'https://shop.example/return';

const REDIRECTS_MAX = 20;
/** The reload interval of a page that waits for a result, and the time limit. */
const WAIT_MS = 250;
const WAIT_MS_MAX = 30_000;

export interface Walked {
  /** The last address: outside of the gateway, or that of a page of the gateway that does not redirect. */
  readonly at: string;
  /** The number of requests to the gateway. */
  readonly requests: number;
  /** The page's HTML; empty outside of the gateway. */
  readonly text: string;
}

/** @param sent the fields of a form to post to the first address */
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

/** Whether the payer is at the shop, or at the page that redirects there with the payment's result. */
export function isHome({ at, text }: Walked): boolean {
  return at.startsWith(RETURN_URL) || text.includes(`href="${RETURN_URL}`);
}

/** Polls a page that waits for the result until it has redirected the payer to the shop. */
export async function waitOn(url: string, origin: string): Promise<Walked> {
  for (let waited = 0; ; waited += WAIT_MS) {
    const walked = await walk(url, origin);
    if (isHome(walked) || waited >= WAIT_MS_MAX) {
      return walked;
    }
    await pause(WAIT_MS);
  }
}
