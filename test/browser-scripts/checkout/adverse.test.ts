// @module-tag at-length
/** Callbacks that are URLs; expired sessions; a page by http; and a search of the page for the card number. */
import Database from 'better-sqlite3';
import type { CDPSession, FrameLocator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { idHash } from '../../../src/platform/id-seal.ts';
import { WHOLE_BROWSER } from '../../browser.ts';
import { APPROVED, DECLINED, fillCard, heading, payByCard, press } from '../../journeys/form.ts';
import { AT_LENGTH, isFirst, itAtLength } from '../../support/at-length.ts';
import { CALLBACKS, callbackCalls, configured, useWorld } from './world.ts';

const world = useWorld({
  stack: {},
  browser: { executablePath: WHOLE_BROWSER, args: ['--host-resolver-rules=MAP shop.example 127.0.0.1'] },
});
const BUTTON = '<button onclick="Checkout.showPaymentPage()">Check out</button>';
const PLACE = '<div id="pay"></div>';
const embedded = (id: string) => `${configured(id)} Checkout.showEmbeddedPage('#pay', note('shown'));`;
const inFrame = (page: Page) => page.frameLocator('#pay iframe') as FrameLocator & Page;

/** The shortest life that a merchant may set is a minute, which is too long for a test. */
function endLife(sessionId: string): void {
  const store = new Database(world.rig.stack.storeFile);
  store.prepare('UPDATE session SET expires_at = ? WHERE id = ?').run(Date.now() - 1, idHash(sessionId));
  store.close();
}

/** From the payment page, with a session that expires while the payer types. */
async function comeLate(page: Page, sessionId: string): Promise<void> {
  await fillCard(page, APPROVED);
  endLife(sessionId);
  await press(page);
  await heading(page, 'This payment has timed out');
  await page.getByRole('link', { name: 'Return to Harbour Lane Books' }).click();
}

describe('a callback that is a URL', () => {
  it('of an error gets each argument as a query parameter', async () => {
    const { page } = await world.rig.payer();
    const attributes = 'data-error="/failed?lang=en"';
    await page.goto(world.page("Checkout.configure({ session: { id: 'x' } });", { attributes }));
    await page.waitForURL(/\/failed/);
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({
      lang: 'en',
      result: 'ERROR',
      cause: 'INVALID_REQUEST',
      explanation: expect.any(String),
      field: 'session.id',
      validationType: 'INVALID',
    });
  });

  itAtLength(
    [
      ['cancelled', 'data-cancel="/left?by=cancel"', async (page: Page) => press(page, /^Cancel/), '/left?by=cancel'],
      ['over', 'data-timeout="/late"', comeLate, '/late'],
    ],
    isFirst,
  )('redirects the payer there when it is %s', async (_what, attributes, act, there) => {
    const { page } = await world.rig.payer();
    const { sessionId } = await world.checkout();
    await page.goto(world.page(configured(sessionId), { attributes, body: BUTTON }));
    await press(page, 'Check out');
    await heading(page, 'Pay Harbour Lane Books');
    await act(page, sessionId);
    await page.waitForURL(world.shop.origin + there);
  });
});

it('the script calls timeout when the payer returns from a payment after the session expired', async () => {
  const { page } = await world.rig.payer();
  const { sessionId } = await world.checkout();
  const address = world.page(configured(sessionId), { attributes: CALLBACKS, body: BUTTON });
  await page.goto(address);
  await press(page, 'Check out');
  await comeLate(page, sessionId);
  await page.waitForURL(address);
  expect(await callbackCalls(page)).toEqual([['timeout']]);
});

it('the script reports at once, in a frame, a session that had expired before', AT_LENGTH, async () => {
  const { page } = await world.rig.payer();
  const { sessionId } = await world.checkout();
  endLife(sessionId);
  await page.goto(world.page(embedded(sessionId), { attributes: CALLBACKS, body: PLACE }));
  await expect.poll(async () => (await callbackCalls(page)).map(([name]) => name)).toContain('timeout');
});

it(
  'the script reports to a page that was served by http, from another machine, that it cannot be framed there',
  AT_LENGTH,
  async () => {
    const { page } = await world.rig.payer();
    const { sessionId } = await world.checkout();
    const address = world.page(embedded(sessionId), { attributes: CALLBACKS, body: PLACE });
    await world.register(['shop.example']);
    await page.goto(address.replace('127.0.0.1', 'shop.example'));
    expect(await callbackCalls(page)).toMatchObject([['error', { cause: 'REQUEST_REJECTED' }]]);
    expect(await page.locator('iframe').count()).toBe(0);
  },
);

it('the payer’s input stays out of the page: heap, document and messages are searched', AT_LENGTH, async () => {
  const { page } = await world.rig.payer();
  const { sessionId } = await world.checkout();
  await world.register([new URL(world.shop.origin).host]);
  const hear = `window.heard = []; window.canary = 'canary of the page';
    addEventListener('message', ({ data }) => heard.push(JSON.stringify(data)), true);`;
  await page.goto(world.page(hear + embedded(sessionId), { attributes: CALLBACKS, body: PLACE }));
  await payByCard(inFrame(page), DECLINED);
  await inFrame(page).getByText('You can try 2 more times.').waitFor();
  await payByCard(inFrame(page));
  await expect.poll(async () => (await callbackCalls(page)).at(-1)?.[0]).toBe('complete');
  const devTools: CDPSession = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  devTools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await devTools.send('HeapProfiler.takeHeapSnapshot');
  const heap = chunks.join('');
  const heard = ((await page.evaluate(() => Reflect.get(window, 'heard'))) as string[]).join('\n');
  const document = await page.evaluate(() => globalThis.document.documentElement.outerHTML);
  expect(heap).toContain('canary of the page');
  expect(heard).not.toBe('');
  const typed = ['5123450000000008', '5123 4500 0000 0008', '0000 0008', '50000000'];
  const found = Object.entries({ document, heard, heap }).flatMap(([place, text]) =>
    typed.filter((form) => text.includes(form)).map((form) => [place, form]),
  );
  expect(found).toEqual([]);
});
