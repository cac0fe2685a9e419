/** A card payment without a result queries it by itself, and has a status page that shows the status alone. */

import { get } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { PUBLIC_HOST, type Rig, startRig } from '../../api/rest/rig.ts';
import { homeOf, refreshOf } from '../../support/scriptless.ts';
import { GOOD, hands, RETURN, wordsOf } from '../hands.ts';

/** The acquirer decides after half a minute; here after a second. */
const SPEED = 30;
const RESULT_MS_MAX = 20_000;
const PENDING = { ...GOOD, expiry: '11/39' };
const UNKNOWN = { ...GOOD, expiry: '05/37' };

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({}, SPEED, 'trace', { link: { requestTimeoutMs: 600 } });
});
afterAll(() => rig.close());
afterEach(() => rig.host.setFaults({ mode: 'NONE' }));

const { checkout, browse, submit } = hands(() => rig);

const statusOf = (text: string) => /href="(\/checkout\/status\/[^"]*)"/.exec(text)?.[1] ?? 'none';
const eventsOf = (text: string) => /data-watch="([^"]*)"/.exec(text)?.[1] ?? 'none';

/** Resolves with all events of the stream once it ends. */
function statusText(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port: rig.app.port, path, headers: { Host: PUBLIC_HOST } }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve(text));
    });
    request.on('error', reject);
  });
}

describe.each([
  ['pending', PENDING, 'Your bank has not answered yet'],
  ['unknown', UNKNOWN, "We're still finding out"],
] as const)('a %s card payment', (_kind, card, title) => {
  it('has events, a refresh without script, a status page, and the link back to the shop', async () => {
    const { id } = await checkout({ interaction: { merchant: { url: 'https://shop.example/' } } });
    await submit(id, card);
    const page = await browse(`/checkout/pay/${id}`);
    expect(wordsOf(page)).toContain(title);
    expect(page.text).toContain(`<noscript><meta http-equiv="refresh" content="5; url=/checkout/done/${id}"`);
    expect(page.text).toContain(`data-next="/checkout/done/${id}"`);
    expect(page.text).toMatch(/class="box-link" href="https:\/\/shop\.example\/back[^"]*resultIndicator=[0-9a-f]{32}"/);
    const status = await browse(statusOf(page.text));
    expect([status.status, wordsOf(status).includes(title)]).toEqual([200, true]);
    expect(status.text).toContain('href="https://shop.example/"');
  });
});

it('the page of a verification without a result queries it by itself', async () => {
  const { id } = await checkout({ interaction: { operation: 'VERIFY' }, order: { amount: null } });
  await submit(id, UNKNOWN);
  const page = await browse(`/checkout/pay/${id}`);
  expect(refreshOf(null, page.text)).toEqual({ url: `/checkout/done/${id}`, seconds: 10 });
  expect(wordsOf(page)).toContain('This page updates by itself.');
  expect(page.text).not.toContain('/checkout/status/');
});

it('the bank’s decision reaches both pages by their events', async () => {
  const { id, order } = await checkout();
  await submit(id, PENDING);
  const page = await browse(`/checkout/pay/${id}`);
  const address = statusOf(page.text);
  const status = await browse(address);
  expect(wordsOf(status)).toContain('Payment started');
  const streams = [statusText(eventsOf(page.text)), statusText(eventsOf(status.text))];
  rig.later(60_000);
  expect(await Promise.all(streams)).toEqual([
    expect.stringContaining('data: changed'),
    expect.stringContaining('data: changed'),
  ]);
  expect((await rig.api('GET', `/order/${order}`)).json.status).toBe('CAPTURED');
  expect(homeOf((await browse(`/checkout/done/${id}`)).text)).toContain(RETURN);
  const after = await browse(address);
  expect(wordsOf(after)).toContain('Paid: €10.00 to Example Shop The payment is complete');
  expect(after.text).not.toContain('data-watch="/');
  expect(after.text).not.toMatch(/512345|\b0008\b|SESSION/);
  expect(after.text).not.toContain(order);
}, 30_000);

it('a payment under way that ends without an answer shows no "not charged" until it is reversed', async () => {
  const { id, order } = await checkout();
  rig.host.setFaults({ mode: 'DROP_REPLY', count: 1 });
  const paying = submit(id);
  await vi.waitUntil(() => rig.host.ledger({ order }).length === 1, { timeout: RESULT_MS_MAX, interval: 5 });
  rig.host.setFaults({ mode: 'DROP_REQUEST' });
  const address = statusOf((await browse(`/checkout/pay/${id}`)).text);
  await paying;
  const held = wordsOf(await browse(address));
  expect(held).toContain('You will not be charged The payment did not go through. Your bank may show the amount');
  expect(held).not.toMatch(/You have not been charged|You have not been charged/);
  rig.host.setFaults({ mode: 'NONE' });
  await vi.waitUntil(() => rig.host.ledger({ order })[0]?.state === 'REVERSED', { timeout: RESULT_MS_MAX });
  await expect.poll(async () => wordsOf(await browse(address))).toContain('You have not been charged');
});

it.each(['cabc-0123456789012345678901', 'c1-AAAAAAAAAAAAAAAAAAAAAA', 'c1-', 'c'])(
  'an unknown handle, %s, has no page',
  async (handle) => {
    expect((await browse(`/checkout/status/${handle}`)).status).toBe(404);
    expect((await browse(`/checkout/status/${handle}/events`)).status).toBe(404);
  },
);
