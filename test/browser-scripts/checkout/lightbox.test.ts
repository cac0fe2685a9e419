/** The payment page over a shop's page, in a dialog. */
import type { FrameLocator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { payByCard } from '../../journeys/form.ts';
import { AT_LENGTH, isFirst, itAtLength } from '../../support/at-length.ts';
import { findings, findingsInFrame } from '../../web/pages/axe.ts';
import { CALLBACKS, callbackCalls, configured, useWorld } from './world.ts';

const world = useWorld();
const BODY =
  '<main><h1>Basket</h1><button onclick="Checkout.showLightbox()">Check out</button><a href="#">Behind</a></main>';
const CANCEL = 'Cancel and return to Harbour Lane Books';
const inFrame = (page: Page) => page.frameLocator('dialog iframe') as FrameLocator & Page;

/** The payer has pressed the shop's button, by keyboard. */
async function opened(viewport = { width: 1280, height: 800 }) {
  const payer = await world.rig.payer({ viewport });
  const checkout = await world.checkout();
  await payer.page.goto(world.page(configured(checkout.sessionId), { attributes: CALLBACKS, body: BODY }));
  await payer.page.getByRole('button', { name: 'Check out' }).focus();
  await payer.page.keyboard.press('Enter');
  await payer.page.getByRole('dialog', { name: 'Pay Harbour Lane Books' }).waitFor();
  return { ...payer, ...checkout };
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

it('the lightbox is paid in, and returns the focus when it is closed', async () => {
  const { page, successIndicator, complaints } = await opened();
  await payByCard(inFrame(page));
  expect(await callbackCalls(page)).toMatchObject([['complete', { resultIndicator: successIndicator }]]);
  await inFrame(page).getByRole('heading', { name: 'Payment complete' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('Check out');
  expect(await callbackCalls(page)).toHaveLength(1);
  expect(complaints).toEqual([]);
});

it('the lightbox breaks no rule of axe, in the dialog and in its frame, and names its close button', async () => {
  const { page } = await opened();
  expect(await findings(page)).toEqual([]);
  expect(await findingsInFrame(page.frames()[1]!)).toEqual([]);
  await page.getByRole('button', { name: CANCEL, exact: true }).waitFor();
  await payByCard(inFrame(page));
  await inFrame(page).getByRole('heading', { name: 'Payment complete' }).waitFor();
  await page.getByRole('button', { name: 'Return to Harbour Lane Books', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

itAtLength(
  [
    [
      'by Escape in the frame',
      async (page: Page) => inFrame(page).getByLabel('Card number', { exact: true }).press('Escape'),
    ],
    ['by Escape outside the frame', (page: Page) => page.locator('dialog button').press('Escape')],
    ['by the button at its corner', (page: Page) => page.locator('dialog button').click()],
  ],
  isFirst,
)('asks for confirmation before it is left %s, and cancels', async (_where, leave) => {
  const { page } = await opened();
  const questions: string[] = [];
  const answers = [false, true];
  page.on('dialog', async (dialog) => {
    questions.push(dialog.message());
    await (answers.shift() ? dialog.accept() : dialog.dismiss());
  });
  await leave(page);
  await expect.poll(() => questions).toEqual([CANCEL]);
  expect(await page.getByRole('dialog').count()).toBe(1);
  await leave(page);
  expect(await callbackCalls(page)).toEqual([['cancel']]);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect([questions, await focused(page)]).toEqual([[CANCEL, CANCEL], 'Check out']);
});

it('the lightbox traps the keyboard focus', AT_LENGTH, async () => {
  const { page } = await opened();
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    expect(await focused(page)).not.toBe('Behind');
  }
});

it('the lightbox fills a small window, without clipping', AT_LENGTH, async () => {
  const { page } = await opened({ width: 320, height: 568 });
  const box = await page.getByRole('dialog').boundingBox();
  expect(box).toEqual({ x: 0, y: 0, width: 320, height: 568 });
  expect(await page.getByRole('dialog').evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  expect(
    await inFrame(page)
      .locator('html')
      .evaluate((one) => one.scrollWidth <= one.clientWidth),
  ).toBe(true);
});
