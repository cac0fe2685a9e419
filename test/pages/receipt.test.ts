import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { donePage, homeless, savedCard } from './fixtures.ts';
import { type Preview, startPreview } from './preview.ts';
import { visit } from './visitor.ts';

const address = '/checkout/pay/SESSION000000000000000000000001';

let preview: Preview;
let browser: Browser;

beforeAll(async () => {
  [preview, browser] = await Promise.all([startPreview(), launchBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await preview.close();
});

it("shows the time in the payer's own zone, and prints", async () => {
  const { page, complaints, close } = await visit(browser, { timezoneId: 'Asia/Tokyo' });
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  preview.show(donePage('receipt'));
  await page.goto(preview.origin + address);
  expect(await page.locator('time').textContent()).toBe('November 21, 2026 at 11:05 PM GMT+9');
  await page.getByRole('button', { name: 'Print' }).click();
  await page.locator('html[data-printed]').waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('is there at once for a payer who has nowhere to go', async () => {
  const { page, close } = await visit(browser);
  preview.show(homeless(donePage('paid')));
  await page.goto(preview.origin + address);
  expect(await page.locator('.receipt').textContent()).toContain('Mastercard ending in 0008');
  expect(await page.locator('main').textContent()).not.toContain('You do not need to pay again');
  await close();
});

it('speaks of no payment where a card was saved, and of no digits that it does not know', async () => {
  const { page, close } = await visit(browser);
  preview.show(savedCard());
  await page.goto(preview.origin + address);
  const said = await page.locator('main').textContent();
  expect(said).toContain('This is already done.');
  expect(said).not.toMatch(/paid with|need to pay|ending in/i);
  await close();
});

it("writes an order's id below its label on a phone, so that it needs one line", async () => {
  const { page, close } = await visit(browser, { viewport: { width: 320, height: 640 } });
  preview.show(donePage('receipt'));
  await page.goto(preview.origin + address);
  const id = page.getByText('HL-20261121-0042', { exact: true });
  expect(await id.evaluate((element) => element.getClientRects().length)).toBe(1);
  await close();
});

it('leaves buttons and the way back off the paper', async () => {
  const { page, close } = await visit(browser);
  preview.show(donePage('receipt'));
  await page.goto(preview.origin + address);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.way-back').isVisible()).toBe(false);
  expect(await page.locator('[data-print]').isVisible()).toBe(false);
  expect(await page.locator('.receipt').isVisible()).toBe(true);
  await close();
});
