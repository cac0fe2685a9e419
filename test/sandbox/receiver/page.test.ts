import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newSigningKey } from '../../../src/adapters/notifications/signature.ts';
import { runTogether } from '../../support/run-together.ts';
import { NOTIFICATION_KEY, type StartedHttp, startHttp } from '../start-http.ts';
import { CAPTURED, deliveries, notify, openPage, words } from './gateway-at-work.ts';

let sandbox: StartedHttp;
beforeEach(async () => {
  sandbox = await startHttp('http://127.0.0.1:9');
});
afterEach(() => sandbox.close());

const page = async () => (await openPage(sandbox)).text();
const json = async () => (await fetch(`${sandbox.origin}/notifications`)).json() as Promise<object[]>;
const postForm = (path: string, headers: Record<string, string> = {}) =>
  fetch(sandbox.origin + path, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams() });

describe('before the first notification', () => {
  it('explains how to receive a notification', async () => {
    const text = await page();
    expect(text).toContain('Nothing came yet');
    expect(text).toContain('order.notificationUrl');
    expect(text).toContain(`http://localhost:${sandbox.port}/notifications/receive`);
  });

  it('shows the key', async () => {
    expect(await page()).toContain(`>${NOTIFICATION_KEY}</code>`);
  });
});

describe('a notification', () => {
  it('shows its outcome, its verification and its ids in one line', async () => {
    await notify(sandbox, { id: 'ntf_8', attempt: 4 });
    const [item] = await deliveries(sandbox);
    expect(item).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} UTC CAPTURE SUCCESS APPROVED 24\.90 EUR /);
    expect(item).toMatch(/ Signature is right Answered 200 /);
    expect(item).toMatch(/ Order ORDER-7 Transaction 2 Sequence 3 Merchant TESTSHOP Id ntf_8 Attempt 4$/);
  });

  it('of a checkout without a payment shows its event and its order', async () => {
    const order = { id: 'ORDER-8', amount: 24.9, currency: 'EUR' };
    await notify(sandbox, { body: JSON.stringify({ event: 'CHECKOUT_ABANDONED', merchant: 'TESTSHOP', order }) });
    const [item] = await deliveries(sandbox);
    expect(item).toMatch(/ UTC CHECKOUT_ABANDONED 24\.90 EUR .* Order ORDER-8 Merchant TESTSHOP /);
  });

  it('has its words separated by spaces', async () => {
    await notify(sandbox);
    expect(runTogether(await page())).toEqual([]);
  });

  it('stands before older ones', async () => {
    for (const id of ['ntf_1', 'ntf_2', 'ntf_3']) {
      await notify(sandbox, { id });
    }
    expect((await deliveries(sandbox)).map((item) => /ntf_\d/.exec(item)?.[0])).toEqual(['ntf_3', 'ntf_2', 'ntf_1']);
  });

  it('that is repeated is marked as such', async () => {
    await notify(sandbox, { id: 'ntf_1' });
    await notify(sandbox, { id: 'ntf_2' });
    await notify(sandbox, { id: 'ntf_1', attempt: 2 });
    await notify(sandbox, { id: 'ntf_1', attempt: 3 });
    const marks = (await deliveries(sandbox)).map((item) => /Delivery \d of this id/.exec(item)?.[0]);
    expect(marks).toEqual(['Delivery 3 of this id', 'Delivery 2 of this id', undefined, undefined]);
    expect((await page()).match(/class="delivery again"/g)).toHaveLength(2);
  });

  it('can be read in full', async () => {
    await notify(sandbox);
    const text = await page();
    expect(text).toContain('X-Notification-Attempt: 1\n');
    expect(text).toContain('&quot;gatewayCode&quot;: &quot;APPROVED&quot;');
  });

  it('is escaped text', async () => {
    await notify(sandbox, { id: '<b>id</b>', body: '<script>alert(1)</script>' });
    const nothing = { merchant: '<b>', order: null, transaction: [], result: '</h3>', sequence: {} };
    await notify(sandbox, { body: JSON.stringify(nothing) });
    await notify(sandbox, { body: 'null' });
    await notify(sandbox, { body: '' });
    expect(await deliveries(sandbox)).toHaveLength(4);
    expect(await page()).not.toMatch(/<script|<b>/);
  });

  it.each([
    [{ amount: 1_000, currency: 'JPY' }, '1000 JPY'],
    [{ amount: 1.5, currency: 'KWD' }, '1.500 KWD'],
    [{ amount: 1.234, currency: 'EUR' }, '1.234 EUR'],
    [{ amount: 12, currency: 'ABC' }, '12 ABC'],
  ])('has amounts as its currency writes them: %j', async (money, written) => {
    await notify(sandbox, { body: JSON.stringify({ ...CAPTURED, transaction: { type: 'PAYMENT', ...money } }) });
    expect((await deliveries(sandbox))[0]).toContain(` ${written} `);
  });

  it('is shown up to a limited number, and complete as JSON', async () => {
    for (let n = 1; n <= 52; n += 1) {
      await notify(sandbox, { id: `ntf_${n}` });
    }
    const text = await page();
    expect(await deliveries(sandbox)).toHaveLength(50);
    expect(text).toContain('52 came');
    expect(text).toContain('2 older ones are not shown');
    expect(await json()).toHaveLength(52);
  });

  it('is answered as JSON to a program', async () => {
    await notify(sandbox);
    const [one] = await json();
    expect(Object.keys(one ?? {})).toEqual(['receivedAt', 'headers', 'rawHeaders', 'body', 'rawBody']);
  });
});

describe('the verdict', () => {
  it.each([
    ['Signature is right', { keys: [newSigningKey(), NOTIFICATION_KEY] }],
    ['Signature is wrong', { keys: [newSigningKey()] }],
    ['Too old or too new', { at: -301 }],
    ['Too old or too new', { at: 360 }],
  ])('is "%s" for %j', async (verdict, sending) => {
    await notify(sandbox, sending);
    expect((await deliveries(sandbox))[0]).toContain(` ${verdict} `);
  });

  it('is "No signature" without one', async () => {
    await fetch(`${sandbox.origin}/notifications/receive`, { method: 'POST', body: '{}' });
    expect((await deliveries(sandbox))[0]).toContain(' No signature ');
  });
});

describe('the page', () => {
  it('runs no script, and cannot be framed', async () => {
    const policy = (await openPage(sandbox)).headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script|unsafe/);
  });

  it('is not mistaken for the JSON by a cache', async () => {
    expect((await openPage(sandbox)).headers.get('vary')).toBe('accept');
    expect((await fetch(`${sandbox.origin}/notifications`)).headers.get('vary')).toBe('accept');
  });

  it.each(['verify.mjs', 'verify.ts', 'verify.php', 'verify.py'])(
    'shows the tested %s, and offers it as a file',
    async (file) => {
      const url = new URL(`../../../src/sandbox/receiver/verifiers/${file}`, import.meta.url);
      const source = readFileSync(url, 'utf8');
      const given = await fetch(`${sandbox.origin}/notifications/verifiers/${file}`);
      expect(await given.text()).toBe(source);
      expect(given.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      const [, after = ''] = (await page()).split(`aria-label="${file}"><code>`);
      const shown = after.slice(0, after.indexOf('</code>'));
      const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
      expect(shown.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '')).toBe(source);
    },
  );

  it('clears its list on request', async () => {
    await notify(sandbox);
    const answer = await postForm('/notifications/forget', { 'sec-fetch-site': 'same-origin' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/notifications']);
    expect(await deliveries(sandbox)).toEqual([]);
    expect(await json()).toEqual([]);
  });

  it.each(['/notifications/forget', '/notifications/faults'])('refuses another site’s form at %s', async (path) => {
    await notify(sandbox);
    expect((await postForm(path, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await postForm(path, { 'sec-fetch-site': 'same-site' })).status).toBe(403);
    expect(await deliveries(sandbox)).toHaveLength(1);
    expect(words(await page())).toContain('Now: 200, taken');
  });
});
