/** The form for screen readers, and for payers with large letters. */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { AT_LENGTH } from '../../support/at-length.ts';
import { findings } from './axe.ts';
import { everyPage } from './every-page.ts';
import { PAY_ADDRESS, useVisitor } from './rig.ts';
import { spokenNodes } from './screen-reader.ts';

const rig = useVisitor();

const LONGEST_NUMBER = '6212 3456 7890 1234 565';
const GREEK_AND_ARABIC = ['el', 'ar'] as const;

const codeBox = (page: Page) => page.locator('#card-securityCode');

describe('a screen reader', () => {
  it('reads the amount in the title, a heading for each payment method, and one live region', async () => {
    const page = await rig.open({ ...everyPage.pay! });
    const nodes = await spokenNodes(page);
    const headings = nodes.filter(({ role }) => role === 'heading');
    expect(headings.filter(({ level }) => level === 1).map(({ name }) => name)).toEqual([
      'Pay Harbour Lane Books €57.20',
    ]);
    expect(headings.filter(({ level }) => level === 2).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Card', 'Gift card', 'Demo Bank']),
    );
    expect(nodes.filter(({ role }) => ['status', 'alert', 'log'].includes(role))).toHaveLength(1);
  });

  it('is informed that a security code is required, unless the card may have none', async () => {
    const page = await rig.open(everyPage.pay!);
    const code = async () => (await spokenNodes(page)).find(({ name }) => name.startsWith('Security code'))?.required;
    expect(await code()).toBe(true);
    await page.locator('#card-number').fill('6759 6498 2643 8453');
    expect(await code()).not.toBe(true);
    await page.locator('#card-number').fill('1354 1234 5678 911');
    expect(await code()).not.toBe(true);
    await page.locator('#card-number').fill('4111');
    expect(await code()).toBe(true);
    await page.locator('#card-number').fill('');
    expect(await code()).toBe(true);
  });

  it('is informed likewise without script, where the browser itself accepts the form without a code', async () => {
    const { page } = await rig.ownVisitor({ javaScriptEnabled: false });
    rig.preview.show(everyPage.pay!);
    await page.goto(rig.preview.origin + PAY_ADDRESS);
    expect(await codeBox(page).getAttribute('aria-required')).toBe('true');
    expect(await codeBox(page).getAttribute('required')).toBeNull();
  });

  it.each([
    ['a decline', everyPage.declined!],
    ['mistakes', everyPage.refused!],
  ])('reads the text of %s once: by the focus, and not as an alert too', async (_what, model) => {
    const page = await rig.open(model);
    const focused = page.locator('.notice:focus');
    await focused.waitFor();
    expect(await focused.getAttribute('role')).toBe('group');
    expect((await focused.ariaSnapshot()).length).toBeGreaterThan(20);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('reads an alert in a frame of the shop, where no element takes the focus', async () => {
    const page = await rig.open({ ...everyPage.declined!, embedded: {} } as never);
    expect(await page.getByRole('alert').count()).toBe(1);
    expect(await page.locator('[autofocus]').count()).toBe(0);
  });
});

describe('all 19 digits of a number are in view', () => {
  const clipped = (page: Page) =>
    page.locator('#card-number').evaluate((box) => box.scrollWidth - (box as HTMLElement).clientWidth);

  it.each([
    ['in 320 pixels', 320, '100%'],
    ['with letters twice as large on a phone', 390, '200%'],
    ['with letters twice as large in 320 pixels', 320, '200%'],
    ['with letters twice as large beside the order', 1280, '200%'],
  ])('%s', async (_how, width, size) => {
    const page = await rig.open(everyPage.pay!);
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
    }, size);
    await page.locator('#card-number').fill(LONGEST_NUMBER);
    expect(await clipped(page)).toBeLessThanOrEqual(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
});

it.each(GREEK_AND_ARABIC)('no rule of axe is broken in %s while a form is corrected', AT_LENGTH, async (locale) => {
  const page = await rig.open({ ...everyPage.pay!, locale });
  await page.locator('#card .primary').click();
  await page.locator('form#card .notice').waitFor();
  expect(await findings(page)).toEqual([]);
});
