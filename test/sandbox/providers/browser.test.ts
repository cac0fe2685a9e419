// @module-tag at-length
/**
 * The providers' pages in a real browser: across two sites and back, with scripts and without, on a phone and on a
 * desktop.
 */
import AxeBuilder from '@axe-core/playwright';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { afterAll, expect, it } from 'vitest';
import { keptBrowser } from '../../browser.ts';
import { AT_LENGTH, describeAtLength, isFirst, itAtLength } from '../../support/at-length.ts';
import { kept } from '../../support/kept.ts';
import { misread } from '../../web/pages/screen-reader.ts';
import { afterwards, asked, becomes, paymentFor, rigWith, SLOW, startPayment, stateOf } from './rig.ts';

async function payerWith(options: BrowserContextOptions = {}): Promise<{ page: Page; complaints: string[] }> {
  const context = await (await keptBrowser()).newContext(options);
  afterwards(() => context.close());
  const complaints: string[] = [];
  context.on('weberror', (error) => complaints.push(String(error.error())));
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) {
      complaints.push(message.text());
    }
  });
  return { page: await context.newPage(), complaints };
}

describeAtLength([true, false], isFirst)('scripts: %s', (javaScriptEnabled) => {
  itAtLength(['GET', 'POST'] as const, isFirst)('a payer approves and returns by %s', async (method) => {
    const { wallet, gateway, sandbox } = await rigWith();
    sandbox.setReturnMethod('demoWallet', method);
    const payment = paymentFor(gateway);
    const { page, complaints } = await payerWith({ javaScriptEnabled });
    await page.goto(await startPayment(wallet, payment));
    await page.getByRole('button', { name: 'Approve 12.00 EUR' }).click();
    if (method === 'POST' && !javaScriptEnabled) {
      await page.getByRole('button', { name: 'Continue' }).click();
    }
    await page.getByRole('heading', { name: 'Back', exact: true }).waitFor();
    const { pathname, search } = new URL(payment.returnUrl);
    expect(gateway.visits).toEqual([
      { method, path: pathname + search, body: method === 'POST' ? `reference=${payment.reference}` : '' },
    ]);
    expect(await stateOf(wallet, payment)).toBe('DECIDED APPROVED');
    expect(complaints).toEqual([]);
  });

  it('a payer picks a bank, and returns before the result', AT_LENGTH, async () => {
    const { bank, gateway } = await rigWith({ speed: SLOW });
    const payment = paymentFor(gateway);
    const { page } = await payerWith({ javaScriptEnabled });
    await page.goto(await startPayment(bank, payment));
    await page.getByLabel('Old Town Credit Union').check();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('heading', { name: 'Back', exact: true }).waitFor();
    expect(await stateOf(bank, payment)).toBe('WAITING');
  });

  it('a payer declines, presses Back, and sees the decline', AT_LENGTH, async () => {
    const { wallet, gateway } = await rigWith();
    const payment = paymentFor(gateway, { confirmation: 'CONFIRM_AT_MERCHANT' });
    const { page } = await payerWith({ javaScriptEnabled });
    await page.goto(await startPayment(wallet, payment));
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('heading', { name: 'Back', exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Not paid' }).waitFor();
    await page.getByRole('button', { name: 'Go back' }).click();
    await becomes(() => gateway.visits.length, 2);
  });
});

const LONG = { merchantName: 'A'.repeat(80), amount: 99_999_999_999_999n };
const ADDRESS = { name: 'Kim Example', street: 'S'.repeat(90), country: 'IRL' };

let tabs: BrowserContext | undefined;
afterAll(() => tabs?.close());

/** One page of each kind, with its longest content: each in a tab of its own, loaded once for all checks. */
const everyPage = kept(async () => {
  const { wallet, bank, gateway, sandbox } = await rigWith();
  const shipping = { displayed: true, changeable: true, address: ADDRESS };
  const cancelled = paymentFor(gateway, LONG);
  const urls = [
    await startPayment(wallet, paymentFor(gateway, { ...LONG, shipping })),
    await startPayment(wallet, paymentFor(gateway, { shipping: { ...shipping, changeable: false } })),
    await startPayment(bank, paymentFor(gateway, LONG)),
    await startPayment(wallet, cancelled),
    `${sandbox.origin}/providers/demoBank/pay/nothing`,
  ];
  await wallet.cancel(asked(cancelled.reference));
  tabs = await (await keptBrowser()).newContext();
  const pages: Page[] = [];
  for (const url of urls) {
    const page = await tabs.newPage();
    await page.goto(url);
    pages.push(page);
  }
  return pages;
});

/** The pages have no frames; only for frames would axe open a page of its own at each check. */
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode();

itAtLength([320, 1_280], isFirst)('every page fits a window of %i px', async (width) => {
  for (const page of await everyPage()) {
    await page.setViewportSize({ width, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), page.url()).toBeLessThanOrEqual(width);
  }
});

it('every page is accessible', async () => {
  for (const page of await everyPage()) {
    await page.emulateMedia({ colorScheme: 'light' });
    expect((await axe(page).analyze()).violations, page.url()).toEqual([]);
    expect(await misread(page), page.url()).toEqual([]);
  }
});

it('every page has enough contrast in the dark scheme', AT_LENGTH, async () => {
  for (const page of await everyPage()) {
    await page.emulateMedia({ colorScheme: 'dark' });
    const { violations } = await axe(page).withRules(['color-contrast']).analyze();
    expect(violations, page.url()).toEqual([]);
  }
});
