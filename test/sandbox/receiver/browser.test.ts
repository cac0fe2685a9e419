// @module-tag at-length
/** The receiver's page in a real browser, without scripts, on a phone and on a desktop. */
import AxeBuilder from '@axe-core/playwright';
import type { BrowserContextOptions, Page } from 'playwright';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { newSigningKey } from '../../../src/adapters/notifications/signature.ts';
import { keptBrowser } from '../../browser.ts';
import { AT_LENGTH, isFirst, itAtLength } from '../../support/at-length.ts';
import { type StartedHttp, startHttp } from '../start-http.ts';
import { notify } from './gateway-at-work.ts';

let sandbox: StartedHttp;
beforeEach(async () => {
  sandbox = await startHttp('http://127.0.0.1:9');
});
afterEach(() => sandbox.close());

async function developerWith(options: BrowserContextOptions = {}): Promise<{ page: Page; complaints: string[] }> {
  const context = await (await keptBrowser()).newContext(options);
  onTestFinished(() => context.close());
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) {
      complaints.push(message.text());
    }
  });
  const page = await context.newPage();
  await page.goto(`http://localhost:${sandbox.port}/notifications`);
  return { page, complaints };
}

/** One delivery of each kind that looks different. */
async function someCame(): Promise<void> {
  await notify(sandbox, { id: `ntf_${'9'.repeat(15)}` });
  await notify(sandbox, { keys: [newSigningKey()], body: `{"merchant":"${'M'.repeat(40)}","result":"FAILURE"}` });
  await fetch(`${sandbox.origin}/notifications/faults`, { method: 'PUT', body: '{"mode":"503","count":1}' });
  await notify(sandbox);
  await notify(sandbox, { attempt: 2 });
  await fetch(`${sandbox.origin}/notifications/receive`, { method: 'POST', body: 'x'.repeat(500) });
}

async function unfold(page: Page): Promise<void> {
  for (const fold of await page.locator('summary').all()) {
    await fold.click();
  }
}

it('a developer sets a failure, sees the deliveries, and clears them', async () => {
  const { page, complaints } = await developerWith({ javaScriptEnabled: false });
  await page.getByRole('combobox', { name: 'Answer' }).selectOption('503, not now');
  await page.getByLabel('How often').fill('1');
  await page.getByLabel('Retry-After').fill('60');
  await page.getByRole('button', { name: 'Answer so' }).click();
  await page.getByText('Now: 503, not now, Retry-After 60; for 1 more').waitFor();
  await notify(sandbox);
  await notify(sandbox, { attempt: 2 });
  await page.getByRole('link', { name: 'Refresh' }).click();
  await page.getByRole('heading', { name: '2 came' }).waitFor();
  await page.getByText('Answered 503').waitFor();
  await page.getByText('Delivery 2 of this id').waitFor();
  await page.getByRole('button', { name: 'Forget' }).click();
  await page.getByRole('heading', { name: 'Nothing came yet' }).waitFor();
  expect(complaints).toEqual([]);
});

it('a developer picks a language by mouse and by keyboard', AT_LENGTH, async () => {
  const { page } = await developerWith({ javaScriptEnabled: false });
  const shown = async () =>
    (await page.getByRole('group', { name: /^verify\./ }).allTextContents()).map((text) => text.slice(0, 6));
  expect(await shown()).toEqual(['import']);
  await page.getByText('PHP', { exact: true }).click();
  expect(await shown()).toEqual(['<?php\n']);
  await page.keyboard.press('ArrowRight');
  expect(await page.locator('.panel:visible').getByRole('link').textContent()).toBe('verify.py');
});

itAtLength([320, 390, 1_280], isFirst)('the page fits a window of %i px, empty, full and unfolded', async (width) => {
  const { page } = await developerWith({ viewport: { width, height: 640 } });
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await wide()).toBeLessThanOrEqual(width);
  await someCame();
  await page.reload();
  expect(await wide()).toBeLessThanOrEqual(width);
  await unfold(page);
  expect(await wide()).toBeLessThanOrEqual(width);
});

itAtLength(['light', 'dark'], isFirst)('the page is accessible in the %s scheme', async (colorScheme) => {
  const { page } = await developerWith({ colorScheme });
  // In the dark only the colours differ. There are no frames; only for frames would axe open a page of its own.
  const axe = () => new AxeBuilder({ page }).setLegacyMode();
  const analyzed = () => (colorScheme === 'light' ? axe() : axe().withRules(['color-contrast'])).analyze();
  expect((await analyzed()).violations).toEqual([]);
  await someCame();
  await page.reload();
  await unfold(page);
  expect((await analyzed()).violations).toEqual([]);
});
