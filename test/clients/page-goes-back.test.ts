/** Pages with a payment in a frame: one press of Back leads to the previous page. */
import type { FrameLocator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { DECLINED, payByCard } from '../journeys/form.ts';
import { CALLBACKS, configured, firstCallback, usePageWorld } from './page-world.ts';

const world = usePageWorld();
const inFrame = (page: Page) => page.frameLocator('#pay iframe') as FrameLocator & Page;

it('the frame adds no history entry, neither for a declined card nor for another language', async () => {
  const { page, complaints } = await world.rig.payer();
  const { sessionId, successIndicator } = await world.checkout();
  const before = world.shop.page('<!doctype html><html lang="en"><title>Basket</title><h1>Basket</h1>');
  const script = `${configured(sessionId)} Checkout.showEmbeddedPage('#pay');`;
  await page.goto(before);
  await page.goto(world.page(script, { attributes: CALLBACKS, body: '<div id="pay"></div>' }));
  const entries = await page.evaluate(() => history.length);
  await payByCard(inFrame(page), DECLINED);
  await inFrame(page).getByText('You can try 2 more times.').waitFor();
  await inFrame(page).locator('.languages summary').click();
  await inFrame(page).getByRole('button', { name: 'Deutsch' }).click();
  await inFrame(page).locator('html[lang|=de]').waitFor();
  await inFrame(page).locator('.languages summary').click();
  await inFrame(page).getByRole('button', { name: 'English' }).click();
  await inFrame(page).locator('html[lang|=en]').waitFor();
  await payByCard(inFrame(page));
  expect(await firstCallback(page)).toMatchObject(['complete', { resultIndicator: successIndicator }]);
  expect(await page.evaluate(() => history.length)).toBe(entries);
  await page.goBack();
  await page.getByRole('heading', { name: 'Basket' }).waitFor();
  expect(complaints).toEqual([]);
});
