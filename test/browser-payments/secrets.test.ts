/**
 * The secrets of a payer's addresses stay private: the session of the hosted page and the secret of the return URL
 * appear in no address beyond our origin, in no log line, and on no page that would send a referrer to another site.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newOrderId } from '../api/rest/rig.ts';
import { nextAddress } from '../support/scriptless.ts';
import { type BrowserRig, RETURN_URL, startBrowserRig } from './rig.ts';

let rig: BrowserRig;
beforeAll(async () => {
  rig = await startBrowserRig();
});
afterAll(() => rig.close());

interface Step {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** From the hosted page's button to the shop, as a browser without scripts: every address, every answer. */
async function visit(reference: string): Promise<{ session: string; steps: Step[]; end: string }> {
  const { json } = await rig.api('POST', '/session', {
    apiOperation: 'INITIATE_CHECKOUT',
    checkoutMode: 'WEBSITE',
    interaction: { operation: 'PURCHASE', returnUrl: RETURN_URL },
    order: { id: newOrderId(), amount: '12.00', currency: 'EUR', reference },
  });
  const session: string = json.session.id;
  const page = `${rig.origin}/checkout/pay/${session}`;
  const steps: Step[] = [];
  const go = async (url: string, init: RequestInit = {}) => {
    const answer = await fetch(url, { redirect: 'manual', ...init });
    steps.push({ url, status: answer.status, headers: answer.headers, text: await answer.text() });
    const step = steps.at(-1)!;
    return nextAddress(step, step.text);
  };
  await go(page);
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(steps[0]!.text)?.[1] ?? '';
  const form = { method: 'demoWallet', sessionVersion: hidden('sessionVersion'), attempt: hidden('attempt') };
  const headers = { Origin: rig.origin, 'Content-Type': 'application/x-www-form-urlencoded' };
  let next = await go(page, { method: 'POST', headers, body: new URLSearchParams(form).toString() });
  while (next?.startsWith('http://') && steps.length < 100) {
    next = await go(next);
  }
  return { session, steps, end: next ?? '' };
}

describe('a whole visit from the hosted page', () => {
  it.each(['TEST-SUCCEED', 'TEST-FAIL-DECLINE'])(
    'to the provider and back keeps session and state to our origin: %s',
    async (reference) => {
      const { session, steps, end } = await visit(reference);
      const states = steps.flatMap(({ url }) => /\/return\/([^/?]+)$/.exec(url)?.[1] ?? []);
      const state = states[0]!;
      expect(state).toMatch(/^[0-9a-z]+-[0-9a-z]+-[0-9A-Za-z_-]{22}$/);
      const handle = steps.flatMap(({ url }) => /\/redirect\/([^/?]+)$/.exec(url)?.[1] ?? [])[0]!;
      expect(handle).toMatch(/^[0-9A-Za-z]{24}$/);
      const secrets = [session, state, handle];

      const away = steps.filter(({ url }) => new URL(url).origin !== rig.origin);
      expect(away.length).toBeGreaterThan(0);
      for (const address of [...away.map(({ url }) => url), reference === 'TEST-SUCCEED' ? end : '']) {
        for (const secret of secrets) {
          expect(address).not.toContain(secret);
        }
      }
      if (reference === 'TEST-SUCCEED') {
        expect(end).toMatch(/^https:\/\/shop\.example\/return\?/);
      }

      const ours = steps.filter(({ url }) => new URL(url).origin === rig.origin);
      for (const { headers, url } of ours) {
        expect([url, headers.get('referrer-policy')]).toEqual([url, 'same-origin']);
        expect([url, headers.get('cache-control')]).toEqual([url, 'no-store']);
      }
      for (const secret of secrets) {
        expect(rig.logged.join('')).not.toContain(secret);
      }
    },
  );

  it('reveals to the provider neither the session nor the payer’s status page', async () => {
    const { session, steps } = await visit('TEST-SUCCEED');
    const handle = steps.flatMap(({ url }) => /\/redirect\/([^/?]+)$/.exec(url)?.[1] ?? [])[0]!;
    const shown = steps.filter(({ url }) => new URL(url).origin !== rig.origin).map(({ text }) => text);
    for (const text of [...shown, JSON.stringify(rig.providers.ledger('demoWallet'))]) {
      expect(text).not.toContain(session);
      expect(text).not.toContain(handle);
    }
  });
});

describe('the log', () => {
  it('has no secret of a failed visit either', async () => {
    const { redirectUrl } = await rig.initiate({ reference: 'TEST-PENDING' });
    const handle = redirectUrl.split('/').at(-1)!;
    const forged = `${handle}-1-${'x'.repeat(22)}`;
    for (const path of [
      `/return/${forged}`,
      `/checkout/return/${forged}`,
      `/redirect/${handle}x`,
      `/checkout/status/${handle}x`,
    ]) {
      expect((await fetch(rig.origin + path, { redirect: 'manual' })).status).toBe(404);
    }
    await fetch(`${rig.origin}/callback/demoWallet`, { method: 'POST', body: JSON.stringify({ reference: forged }) });
    expect(rig.logged.length).toBeGreaterThan(5);
    expect(rig.logged.join('')).not.toContain(handle);
  });
});
