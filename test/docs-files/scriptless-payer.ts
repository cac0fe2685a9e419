/** A payer's browser without scripts, as far as the documented commands need one. */
import { nextAddress } from '../support/scriptless.ts';

const CARD = { method: 'card', number: '5123456789012346', expiry: '01/39', securityCode: '100' };
const HIDDEN = ['sessionVersion', 'attempt', 'csrf'];
const REDIRECTS_MAX = 50;

/** Opens the hosted page and pays. @throws Error if the page does not show success */
export async function payByCard(url: string): Promise<void> {
  const page = await fetch(url);
  const html = await page.text();
  const fields = new URLSearchParams(CARD);
  for (const name of HIDDEN) {
    fields.set(name, new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '');
  }
  const answer = await fetch(url, {
    method: 'POST',
    body: fields,
    headers: { Origin: new URL(url).origin, Cookie: page.headers.get('set-cookie')?.split(';')[0] ?? '' },
    redirect: 'manual',
  });
  const next = new URL(answer.headers.get('location') ?? url, url).href;
  if (answer.status !== 303 || next === url) {
    throw new Error(`The payer could not pay at ${url}.`);
  }
}

/** Follows redirects, as far as the provider proceeds without input, until a host outside this machine. */
export async function browse(url: string): Promise<void> {
  let at = new URL(url);
  for (let redirects = 0; at.hostname === 'localhost' || at.hostname === '127.0.0.1'; redirects += 1) {
    const answer = await fetch(at, { redirect: 'manual' });
    const next = nextAddress(answer, await answer.text());
    if (next === undefined || redirects >= REDIRECTS_MAX) {
      throw new Error(`The payer is stuck at ${at.href}.`);
    }
    at = new URL(next, at);
  }
}
