/** Keyboard use, screen readers, right-to-left languages, and small windows. */
import type { FrameLocator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { DECLINED, payByCard } from '../../journeys/form.ts';
import { AT_LENGTH, isFirst, itAtLength } from '../../support/at-length.ts';
import { CALLBACKS, callbackCalls, configured, useWorld } from './world.ts';

const world = useWorld();
const PLACE = '<button>Before</button><div id="pay"></div><button>After</button>';
const shown = (id: string) => `${configured(id)} Checkout.showEmbeddedPage('#pay', note('shown'));`;
const inFrame = (page: Page) => page.frameLocator('#pay iframe') as FrameLocator & Page;

async function opened(interaction = {}, viewport = { width: 1280, height: 800 }) {
  const payer = await world.rig.payer({ viewport });
  const checkout = await world.checkout(interaction);
  await payer.page.goto(world.page(shown(checkout.sessionId), { attributes: CALLBACKS, body: PLACE }));
  await callbackCalls(payer.page);
  return { ...payer, ...checkout };
}

it('the embedded page is paid in by keyboard alone, from the page into the frame', async () => {
  const { page, successIndicator } = await opened();
  await page.getByRole('button', { name: 'Before' }).focus();
  const number = inFrame(page).getByLabel('Card number', { exact: true });
  const isThere = () => number.evaluate((box) => box === document.activeElement && document.hasFocus());
  for (let presses = 0; presses < 20 && !(await isThere()); presses += 1) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type('5123450000000008');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0139');
  await page.keyboard.press('Tab');
  await page.keyboard.type('100');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => Reflect.get(window, 'told').length > 1);
  expect((await callbackCalls(page))[1]).toMatchObject(['complete', { resultIndicator: successIndicator }]);
});

it('the embedded page has a titled frame, with its own headings and fields', async () => {
  const { page } = await opened();
  expect(await page.locator('iframe').getAttribute('title')).toBe('Pay Harbour Lane Books');
  const heard = await inFrame(page).locator('body').ariaSnapshot();
  for (const part of [
    'heading "Pay Harbour Lane Books €57.20" [level=1]',
    'textbox "Card number"',
    'button "Pay €57.20"',
  ]) {
    expect(heard).toContain(part);
  }
});

itAtLength(
  [
    ['from left to right', 'en', 'ltr'],
    ['from right to left', 'ar', 'rtl'],
  ],
  isFirst,
)('fits %s into 320 pixels, without scrolling in the frame', async (_way, locale, direction) => {
  const { page } = await opened({ locale }, { width: 320, height: 568 });
  const root = inFrame(page).locator('html');
  const scrolls = () => root.evaluate((one) => [one.getAttribute('dir'), one.scrollWidth <= one.clientWidth]);
  expect(await scrolls()).toEqual([direction, true]);
  const height = () => page.evaluate(() => document.querySelector('iframe')?.clientHeight);
  const inner = () => root.evaluate((one) => Math.ceil(one.getBoundingClientRect().height));
  await expect.poll(async () => (await height()) === (await inner())).toBe(true);
});

it(
  'the embedded page shows a decline above the form and moves the focus to it, and in no other case',
  AT_LENGTH,
  async () => {
    const { page } = await opened();
    const notice = inFrame(page).locator('.notice').filter({ hasText: 'You can try 2 more times.' });
    const isThere = () => notice.evaluate((box) => box === document.activeElement && document.hasFocus());
    await payByCard(inFrame(page), DECLINED);
    await inFrame(page).getByText('You can try 2 more times.').waitFor();
    await expect.poll(isThere).toBe(true);
    await page.getByRole('button', { name: 'Before' }).focus();
    const { length } = await callbackCalls(page);
    await page.evaluate(() => Reflect.get(window, 'eval')("Checkout.showEmbeddedPage('#pay', note('shown'))"));
    await page.waitForFunction((count) => Reflect.get(window, 'told').length > count, length);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Before');
  },
);

it('the embedded page stays in the language that the payer chooses, without a cookie', AT_LENGTH, async () => {
  const { page } = await opened();
  await inFrame(page).locator('.languages summary').click();
  // The list is in the flow of the frame, which grows with it.
  expect(
    await inFrame(page)
      .locator('.languages form')
      .evaluate((list) => getComputedStyle(list).position),
  ).toBe('static');
  await inFrame(page).getByRole('button', { name: 'Deutsch' }).click();
  await inFrame(page).locator('html[lang=de]').waitFor();
  await inFrame(page).locator('#card button.primary').click();
  await inFrame(page).locator('html[lang=de] .notice.wrong').waitFor();
  expect(await page.context().cookies()).toEqual([]);
});

it('the embedded page causes no layout shift while it loads', AT_LENGTH, async () => {
  const { page, sessionId } = { ...(await world.rig.payer()), ...(await world.checkout()) };
  const watch = `window.shifts = []; new PerformanceObserver((list) => {
    shifts.push(...list.getEntries().filter((one) => !one.hadRecentInput).map((one) => one.value));
  }).observe({ type: 'layout-shift', buffered: true });`;
  const body = '<h1>Basket</h1><div id="pay"></div>';
  await page.goto(world.page(watch + shown(sessionId), { attributes: CALLBACKS, body }));
  await callbackCalls(page);
  expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([]);
});
