/** The payment page in a frame of a shop's page on another site than the gateway. */
import Database from 'better-sqlite3';
import type { FrameLocator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { idHash } from '../../../src/platform/id-seal.ts';
import { DECLINED, payByCard, press } from '../../journeys/form.ts';
import { AT_LENGTH } from '../../support/at-length.ts';
import { CALLBACKS, callbackCalls, configured, useWorld } from './world.ts';

const world = useWorld();
const PLACE = '<div id="pay"></div>';
const shown = (id: string) => `${configured(id)} Checkout.showEmbeddedPage('#pay', note('shown'));`;

/** The payment page in the type of the actions of `form.ts`: they only look for its elements. */
const inFrame = (page: Page) => page.frameLocator('#pay iframe') as FrameLocator & Page;

it('the embedded page is paid in, without a cookie, and the page gets the result', async () => {
  const { page, complaints } = await world.rig.payer();
  const { sessionId, successIndicator } = await world.checkout();
  await page.goto(world.page(shown(sessionId), { attributes: CALLBACKS, body: PLACE }));
  expect(await callbackCalls(page)).toEqual([['shown']]);
  await payByCard(inFrame(page));
  await inFrame(page).getByRole('heading', { name: 'Payment complete' }).waitFor();
  await page.waitForFunction(() => Reflect.get(window, 'told').length > 1);
  const { session } = (await world.rig.stack.merchant.session(sessionId)).body;
  expect((await callbackCalls(page))[1]).toEqual([
    'complete',
    { resultIndicator: successIndicator, sessionVersion: session?.version },
  ]);
  expect(await page.context().cookies()).toEqual([]);
  expect(complaints).toEqual([]);
});

it('the script shows a decline in the frame, and adapts its height to the content', AT_LENGTH, async () => {
  const { page } = await world.rig.payer();
  const { sessionId } = await world.checkout();
  await page.goto(world.page(shown(sessionId), { attributes: CALLBACKS, body: PLACE }));
  await payByCard(inFrame(page), DECLINED);
  await inFrame(page).getByText('You can try 2 more times.').waitFor();
  const heights = () =>
    page
      .evaluate(() => document.querySelector('iframe')?.clientHeight ?? 0)
      .then(async (frame) => [
        frame,
        await inFrame(page)
          .locator('html')
          .evaluate((root) => Math.ceil(root.getBoundingClientRect().height)),
      ]);
  await expect.poll(async () => new Set(await heights()).size).toBe(1);
});

it('the script reports that the session has expired, and that it was paid after all', async () => {
  const { page } = await world.rig.payer();
  const { sessionId, successIndicator } = await world.checkout();
  await page.goto(world.page(shown(sessionId), { attributes: CALLBACKS, body: PLACE }));
  await callbackCalls(page);
  // The shortest life that a merchant may set is a minute, which is too long for a test.
  const store = new Database(world.rig.stack.storeFile);
  store.prepare('UPDATE session SET expires_at = ? WHERE id = ?').run(Date.now() - 1, idHash(sessionId));
  store.close();
  await payByCard(inFrame(page));
  // The button is shown before the frame's script has reported the time-out, and a press replaces the frame's page.
  await page.waitForFunction(() => Reflect.get(window, 'told').length > 1);
  await press(inFrame(page), 'Continue with this payment');
  await payByCard(inFrame(page));
  await page.waitForFunction(() => Reflect.get(window, 'told').length > 2);
  expect(await callbackCalls(page)).toMatchObject([
    ['shown'],
    ['timeout'],
    ['complete', { resultIndicator: successIndicator }],
  ]);
});

it('the script shows an error where the gateway cannot show the next page', AT_LENGTH, async () => {
  const { page } = await world.rig.payer();
  const { sessionId } = await world.checkout();
  await page.goto(world.page(shown(sessionId), { attributes: CALLBACKS, body: PLACE }));
  await callbackCalls(page);
  // A script sends the form, and retries until it is answered.
  await page.route('**/checkout/embedded/**', (route) =>
    route.request().isNavigationRequest()
      ? route.fulfill({ status: 503, headers: { 'Content-Security-Policy': "frame-ancestors 'none'" }, body: 'Busy' })
      : route.continue(),
  );
  await press(inFrame(page), 'Cancel and return to Harbour Lane Books');
  await page.waitForFunction(() => Reflect.get(window, 'told').length > 1);
  expect((await callbackCalls(page))[1]).toMatchObject(['error', { cause: 'SERVER_FAILED' }]);
  expect(await page.locator('iframe').count()).toBe(0);
});
