/** The frame in the colours of the shop's page, on any ground. */
import type { Page } from 'playwright';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { AT_LENGTH } from '../../support/at-length.ts';
import { callbackCalls, configured, useWorld } from './world.ts';

const world = useWorld();

const PLACES = {
  plain: '<div id="plain"></div>',
  cream: '<div style="background: #fffaf0"><div id="cream"></div></div>',
  night: '<div style="background: #14181f; color: #eee"><div id="night"></div></div>',
  named: '<div style="background: oklch(0.21 0.03 265); color: oklch(0.98 0 0)"><div id="named"></div></div>',
  scheme: '<div style="color-scheme: dark; background: Canvas; color: CanvasText"><div id="scheme"></div></div>',
  orange: '<div style="background: #f60"><div id="orange"></div></div>',
  slate: '<div style="background: #445; color: #fff"><div id="slate"></div></div>',
  picture: '<div style="background: linear-gradient(#000, #fff); color: #fff"><div id="picture"></div></div>',
  glass: '<div style="background: rgb(0 0 0 / 50%)"><div id="glass"></div></div>',
  other: '<div style="background: lab(98 0 0); color: #111"><div id="other"></div></div>',
};

/** The frame's colours and its own ground. */
const lookOf = (page: Page) =>
  page
    .locator('iframe')
    .evaluate(({ src, style }: HTMLIFrameElement) => [
      new URL(src).searchParams.get('shopPageColors'),
      style.colorScheme,
      style.background,
    ]);

it('the frame is light or dark as its place, with a ground of its own where letters would be hard to read', async () => {
  const { page } = await world.rig.payer();
  const { sessionId } = await world.checkout();
  await page.goto(world.page(configured(sessionId), { body: Object.values(PLACES).join('') }));
  const looks: Record<string, unknown> = {};
  for (const name of Object.keys(PLACES)) {
    await page.evaluate(`Checkout.showEmbeddedPage('#${name}')`);
    looks[name] = await lookOf(page);
  }
  const light = ['light', 'light', 'none'];
  const dark = ['dark', 'dark', 'none'];
  expect(looks).toEqual({
    plain: light,
    cream: light,
    night: dark,
    named: dark,
    scheme: dark,
    orange: ['light', 'light', 'canvas'],
    slate: ['dark', 'dark', 'canvas'],
    picture: ['dark', 'dark', 'canvas'],
    glass: ['light', 'light', 'canvas'],
    other: ['light', 'light', 'canvas'],
  });
});

/** The colour beside the form, and that of the form's letters. */
async function colorsIn(page: Page): Promise<readonly [string, string]> {
  const { x = 0, y = 0 } = (await page.locator('iframe').boundingBox()) ?? {};
  const png = PNG.sync.read(await page.screenshot({ clip: { x, y, width: 3, height: 3 } }));
  const ink = page.frameLocator('iframe').locator('.amount').first();
  return [png.data.subarray(0, 3).toString('hex'), await ink.evaluate((element) => getComputedStyle(element).color)];
}

const DARK_INK = 'rgb(25, 28, 31)';
const LIGHT_INK = 'rgb(239, 241, 242)';

it('the shop’s ground is visible around the form, without head and foot, on a device of other colours', async () => {
  const { page, complaints } = await world.rig.payer({ colorScheme: 'dark' });
  const { sessionId } = await world.checkout();
  const body = '<style>html { background: #fffaf0 }</style><div id="pay"></div>';
  await page.goto(world.page(`${configured(sessionId)} Checkout.showEmbeddedPage('#pay', note('shown'));`, { body }));
  await callbackCalls(page);
  expect(await colorsIn(page)).toEqual(['fffaf0', DARK_INK]);
  const frame = page.frameLocator('iframe');
  expect(await frame.locator('header, address').count()).toBe(0);
  // The payer still reads who gets the money, the amount, and that it is none.
  await frame.getByText('Sandbox: no real money is moved').waitFor();
  await frame.getByRole('heading', { name: /Pay Harbour Lane Books\s+€/ }).waitFor();
  expect(await frame.locator('.show').count()).toBe(1);
  for (const w of [390, 1280]) {
    await page.setViewportSize({ width: w, height: 900 });
    await page.waitForTimeout(700);
  }
  // A later page of the frame has the colours from its first frame on.
  await frame.locator('#card .primary').click();
  await frame.locator('#card-number[aria-invalid]').waitFor();
  expect(await colorsIn(page)).toEqual(['fffaf0', DARK_INK]);
  expect(complaints).toEqual([]);
});

it('a shop that shows the order itself gets the form alone by orderSummary HIDE', async () => {
  const { page } = await world.rig.payer();
  const { sessionId } = await world.checkout({ displayControl: { orderSummary: 'HIDE' } });
  await page.goto(
    world.page(`${configured(sessionId)} Checkout.showEmbeddedPage('#pay', note('shown'));`, {
      body: '<div id="pay"></div>',
    }),
  );
  await callbackCalls(page);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { name: /Pay Harbour Lane Books\s+€/ }).waitFor();
  expect(await frame.locator('header, address, .show').count()).toBe(0);
});

it('the frame follows the shop’s page when that becomes dark', AT_LENGTH, async () => {
  const { page } = await world.rig.payer();
  const { sessionId } = await world.checkout();
  const body = '<style>.night { background: #14181f; color: #eee }</style><div id="app"><div id="pay"></div></div>';
  await page.goto(world.page(`${configured(sessionId)} Checkout.showEmbeddedPage('#pay', note('shown'));`, { body }));
  await callbackCalls(page);
  expect(await colorsIn(page)).toEqual(['ffffff', DARK_INK]);
  for (const changed of ['html', '#app']) {
    const toggle = () => page.locator(changed).evaluate(({ classList }) => classList.toggle('night'));
    await toggle();
    await expect.poll(() => colorsIn(page), { message: changed }).toEqual(['14181f', LIGHT_INK]);
    await toggle();
    await expect.poll(() => colorsIn(page), { message: changed }).toEqual(['ffffff', DARK_INK]);
  }
});

it('a shop’s page that becomes dark while the frame loads gets a dark frame, and no error in its console', async () => {
  const { page, complaints } = await world.rig.payer();
  const { sessionId } = await world.checkout();
  const arrival = Promise.withResolvers<void>();
  await page.route('**/checkout/embedded/pay/**', async (route) => {
    await arrival.promise;
    await route.continue();
  });
  const body = '<style>.night { background: #14181f; color: #eee }</style><div id="app"><div id="pay"></div></div>';
  const script = `${configured(sessionId)} Checkout.showEmbeddedPage('#pay', note('shown'));`;
  await page.goto(world.page(script, { body }), { waitUntil: 'commit' });
  await page.locator('iframe').waitFor();
  await page.locator('#app').evaluate(({ classList }) => classList.add('night'));
  await expect.poll(async () => (await lookOf(page))[1]).toBe('dark');
  arrival.resolve();
  await callbackCalls(page);
  await expect.poll(() => colorsIn(page)).toEqual(['14181f', LIGHT_INK]);
  expect(complaints).toEqual([]);
});

it('a script of an earlier release gets a page with a ground of its own', AT_LENGTH, async () => {
  const { page } = await world.rig.payer();
  const { sessionId } = await world.checkout();
  const address = `${world.rig.stack.origin}/checkout/embedded/pay/${sessionId}`;
  const body = `<style>html { background: #14181f }</style><iframe src="${address}" style="color-scheme: normal"></iframe>`;
  await page.goto(world.page('', { body }));
  await page.frameLocator('iframe').locator('.amount').first().waitFor();
  const [ground, ink] = await page
    .frameLocator('iframe')
    .locator('.amount')
    .first()
    .evaluate((element) => [
      getComputedStyle(document.documentElement).backgroundColor,
      getComputedStyle(element).color,
    ]);
  expect([ground, ink]).toEqual(['rgb(255, 255, 255)', DARK_INK]);
});
