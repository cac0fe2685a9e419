import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { donePage } from './fixtures.ts';
import { type Preview, startPreview } from './preview.ts';
import { visit } from './visitor.ts';

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
  await page.goto(`${preview.origin}/checkout/pay/SESSION000000000000000000000001`);
  expect(await page.locator('time').textContent()).toBe('November 21, 2026 at 11:05 PM GMT+9');
  await page.getByRole('button', { name: 'Print' }).click();
  await page.locator('html[data-printed]').waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('leaves buttons and the way back off the paper', async () => {
  const { page, close } = await visit(browser);
  preview.show(donePage('receipt'));
  await page.goto(`${preview.origin}/checkout/pay/SESSION000000000000000000000001`);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.way-back').isVisible()).toBe(false);
  expect(await page.locator('[data-print]').isVisible()).toBe(false);
  expect(await page.locator('.receipt').isVisible()).toBe(true);
  await close();
});
