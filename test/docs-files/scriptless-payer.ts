/** A payer's browser without scripts, as far as the documented commands need one. */
import { setTimeout as pause } from 'node:timers/promises';
import { nextAddress } from '../support/scriptless.ts';

const CARD = { method: 'card', number: '5123456789012346', expiry: '01/39', securityCode: '100' };
const HIDDEN = ['sessionVersion', 'attempt', 'csrf'];
const PAGES_MAX = 200;
const PAUSE_MS = 50;

/**
 * Opens the hosted page, pays, and waits on the gateway's pages for the result, as a payment that takes longer than a
 * moment asks for.
 *
 * @throws Error if the page does not accept the card, or leads nowhere
 */
export async function payByCard(url: string, card: Partial<typeof CARD> = {}): Promise<void> {
  const page = await fetch(url);
  const html = await page.text();
  const fields = new URLSearchParams({ ...CARD, ...card });
  for (const name of HIDDEN) {
    fields.set(name, new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '');
  }
  const { origin } = new URL(url);
  const headers = { Origin: origin, Cookie: page.headers.get('set-cookie')?.split(';')[0] ?? '' };
  const answer = await fetch(url, { method: 'POST', body: fields, headers, redirect: 'manual' });
  const next = new URL(answer.headers.get('location') ?? url, url);
  if (answer.status !== 303 || next.href === url) {
    throw new Error(`The payer could not pay at ${url}.`);
  }
  await follow(next, (at) => at.origin === origin, headers);
}

/** Follows redirects, as far as the provider proceeds without input, until a host outside this machine. */
export function browse(url: string): Promise<void> {
  return follow(new URL(url), ({ hostname }) => hostname === 'localhost' || hostname === '127.0.0.1');
}

async function follow(from: URL, isOnWay: (at: URL) => boolean, headers: Record<string, string> = {}): Promise<void> {
  let at = from;
  for (let pages = 0; isOnWay(at); pages += 1) {
    const answer = await fetch(at, { redirect: 'manual', headers });
    const next = nextAddress(answer, await answer.text());
    if (next === undefined || pages >= PAGES_MAX) {
      throw new Error(`The payer is stuck at ${at.href}.`);
    }
    at = new URL(next, at);
    // A page that waits for a result is loaded again.
    await pause(answer.status === 200 ? PAUSE_MS : 0);
  }
}
