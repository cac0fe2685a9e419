import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { AT_LENGTH, isFirst, itAtLength } from '../../support/at-length.ts';
import { donePage, unpayablePage } from './fixtures.ts';
import { goingHomePage, PAID } from './payment-timelines.ts';
import { PAY_ADDRESS, useVisitor } from './rig.ts';
import { patience, SHOP, stopClock } from './visitor.ts';

const rig = useVisitor();

const HOME = 'https://harbourlane.example/thanks?order=42&resultIndicator=c0ffee';
const SOON = 'We’ll take you to Harbour Lane Books in 20 seconds.';
const PAGES = {
  'a payment that is done': donePage('paid'),
  'a payer who is back from a provider': goingHomePage(PAID),
  'a result that a provider still owes': unpayablePage('pending', {
    provider: 'Demo Bank',
    returnLink: { href: HOME, isFollowed: true },
  }),
};

/** A payer with a simulated clock, and the requests for the shop's addresses. */
async function watchedPayer(): Promise<{ page: Page; visits: string[] }> {
  const { page } = await rig.ownVisitor();
  const visits: string[] = [];
  page.on('request', (request) => request.url().startsWith(SHOP) && visits.push(request.url()));
  await stopClock(page);
  return { page, visits };
}

itAtLength(Object.entries(PAGES), isFirst)(
  '%s names its target, and redirects there after twenty seconds',
  async (_name, model) => {
    const { page, visits } = await watchedPayer();
    rig.preview.show(model);
    await page.goto(rig.preview.origin + PAY_ADDRESS);
    await page.getByRole('status').filter({ hasText: SOON }).waitFor();
    await page.clock.runFor(19_900);
    expect(visits).toEqual([]);
    await page.clock.runFor(200);
    await expect.poll(() => visits, patience).toEqual([HOME]);
  },
);

it('the page stays where the payer asks to stay, and no longer announces that it leaves', async () => {
  const { page, visits } = await watchedPayer();
  rig.preview.show(donePage('paid'));
  await page.goto(rig.preview.origin + PAY_ADDRESS);
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await page.clock.runFor(60_000);
  expect(visits).toEqual([]);
  expect(await page.getByText(SOON).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Stay on this page' }).count()).toBe(0);
  expect(await page.evaluate('document.activeElement.textContent.trim()')).toBe('Continue to Harbour Lane Books');
});

async function scroll(page: Page): Promise<void> {
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => scrollY), patience).toBeGreaterThan(0);
}

it.each([
  ['scrolls', scroll],
  ['presses a key', (page: Page) => page.keyboard.press('Tab')],
  ['presses the page', (page: Page) => page.getByRole('heading', { name: 'Receipt' }).click()],
  ['has printed it', (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('afterprint')))],
])('the page stays for twenty seconds more after the payer %s', async (_what, read) => {
  const { page, visits } = await watchedPayer();
  rig.preview.show(donePage('paid'));
  await page.goto(rig.preview.origin + PAY_ADDRESS);
  await page.getByText(SOON).waitFor();
  await page.clock.runFor(15_000);
  await read(page);
  await page.clock.runFor(15_000);
  expect(visits).toEqual([]);
  await page.clock.runFor(6_000);
  await expect.poll(() => visits, patience).toEqual([HOME]);
});

it('the page stays while the payer looks for a language', AT_LENGTH, async () => {
  const { page, visits } = await watchedPayer();
  rig.preview.show(donePage('paid'));
  await page.goto(rig.preview.origin + PAY_ADDRESS);
  await page.locator('summary', { hasText: 'Language: English' }).click();
  await page.getByRole('button', { name: 'Suomi' }).waitFor();
  await expect.poll(() => page.getByText(SOON).count(), patience).toBe(0);
  await page.clock.runFor(60_000);
  expect(await page.getByRole('button', { name: 'Stay on this page' }).count()).toBe(0);
  expect(visits).toEqual([]);
});

it(
  'the page sends one request to the shop where the payer presses the link and the shop is slow',
  AT_LENGTH,
  async () => {
    const { page, visits } = await watchedPayer();
    rig.preview.show(donePage('paid'));
    await page.goto(rig.preview.origin + PAY_ADDRESS);
    await page.getByRole('link', { name: 'Continue to Harbour Lane Books' }).click();
    await page.clock.runFor(60_000);
    expect(visits).toEqual([HOME]);
  },
);

it('a page that is shown again by Back stays', async () => {
  const { page, visits } = await watchedPayer();
  rig.preview.show(donePage('paid'));
  await page.goto(rig.preview.origin + PAY_ADDRESS);
  await page.getByText(SOON).waitFor();
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  await page.clock.runFor(60_000);
  expect(visits).toEqual([]);
  expect(await page.getByText(SOON).count()).toBe(0);
});

itAtLength(Object.entries(PAGES), isFirst)(
  'without script, %s does not redirect by itself, and announces none',
  async (_n, model) => {
    const { page } = await rig.ownVisitor({ javaScriptEnabled: false });
    rig.preview.show(model);
    const answer = await page.goto(rig.preview.origin + PAY_ADDRESS);
    expect(await answer?.text()).not.toContain('http-equiv="refresh"');
    expect(await page.getByText(SOON).count()).toBe(0);
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Continue to Harbour Lane Books' }).getAttribute('href')).toBe(HOME);
  },
);

it('a receipt that is opened again redirects nowhere by itself', AT_LENGTH, async () => {
  const { page } = await rig.ownVisitor();
  rig.preview.show(donePage('receipt'));
  await page.goto(rig.preview.origin + PAY_ADDRESS);
  await page.getByRole('link', { name: 'Return to Harbour Lane Books' }).waitFor();
  expect(await page.getByRole('status').count()).toBe(0);
});
