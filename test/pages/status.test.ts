/** The pages after a provider's own: waiting for the result, the way home, and the payment's status. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/text/index.ts';
import { launchBrowser } from '../browser.ts';
import { eventsAddress, goingHomePage, holdingPage, statusOf, statusPage } from './payment-timelines.ts';
import { type Preview, startPreview } from './preview.ts';
import { visit } from './visitor.ts';

const address = '/checkout/status/handle-of-the-payment';

let preview: Preview;
let browser: Browser;

beforeAll(async () => {
  [preview, browser] = await Promise.all([startPreview(), launchBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await preview.close();
});

const steps = ['initiated', 'redirected', 'completed'] as const;

describe('the status page', () => {
  it("shows the steps in order, with their times in the payer's own zone", async () => {
    const { page, complaints, close } = await visit(browser, { timezoneId: 'Asia/Tokyo' });
    preview.show(statusPage({ kind: 'paid' }, steps));
    await page.goto(preview.origin + address);
    expect(await page.locator('.steps li').allInnerTexts()).toEqual([
      'Payment begun\nNovember 21, 2026 at 11:05 PM GMT+9',
      'Taken to Demo Bank\nNovember 21, 2026 at 11:05 PM GMT+9',
      'Back from Demo Bank\nno longer needed',
      'Result known\nNovember 21, 2026 at 11:07 PM GMT+9',
    ]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('leads to the provider while the payment is open, and not once it is decided', async () => {
    const { page, close } = await visit(browser);
    const link = page.getByRole('link', { name: 'Continue with Demo Bank' });
    preview.show(statusOf('open'));
    await page.goto(preview.origin + address);
    expect(await link.getAttribute('href')).toBe('/redirect/handle-of-the-payment');
    preview.show(statusPage({ kind: 'paid' }, steps));
    await page.goto(preview.origin + address);
    expect(await link.count()).toBe(0);
    await close();
  });

  it('says that it updates itself where it does, and no other time', async () => {
    const { page, close } = await visit(browser);
    const sentence = page.getByText('This page updates itself.');
    preview.show(statusOf('waiting'));
    await page.goto(preview.origin + address);
    expect(await sentence.count()).toBe(1);
    preview.show(statusPage({ kind: 'paid' }, steps));
    await page.goto(preview.origin + address);
    expect(await sentence.count()).toBe(0);
    await close();
  });

  it('prints on one sheet in every language, without what cannot be pressed on paper', async () => {
    const { page, close } = await visit(browser);
    for (const locale of LANGUAGES) {
      preview.show({ ...statusOf('lateReturned'), locale, continueUrl: '/redirect/x', eventsUrl: eventsAddress });
      await page.goto(preview.origin + address);
      const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g);
      expect(sheets, locale).toHaveLength(1);
    }
    await page.emulateMedia({ media: 'print' });
    for (const selector of ['.primary', '.updates', '[data-print]']) {
      expect(await page.locator(selector).isVisible(), selector).toBe(false);
    }
    expect(await page.locator('.steps').isVisible()).toBe(true);
    await close();
  });

  it('is printed by its button', async () => {
    const { page, close } = await visit(browser);
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', '');
    });
    preview.show(statusPage({ kind: 'paid' }, steps));
    await page.goto(preview.origin + address);
    await page.getByRole('button', { name: 'Print' }).click();
    await page.locator('html[data-printed]').waitFor();
    await close();
  });

  it('leads nowhere but to the provider and to the shop that its foot names', async () => {
    const { page, close } = await visit(browser);
    for (const name of ['waiting', 'paid', 'declined', 'lateKept']) {
      preview.show(statusOf(name));
      await page.goto(preview.origin + address);
      expect(await page.locator('main a, main form').count(), name).toBe(0);
    }
    await close();
  });
});

describe('the way home', () => {
  it('says what came of it, leads to the shop by a link, and gives the status page to keep', async () => {
    const { page, complaints, close } = await visit(browser);
    for (const kind of ['paid', 'waiting', 'undone'] as const) {
      preview.show(goingHomePage({ kind }));
      await page.goto(preview.origin + address);
      const home = page.getByRole('link', { name: 'Continue to Harbour Lane Books' });
      expect(await home.getAttribute('href')).toBe(
        'https://harbourlane.example/thanks?order=42&resultIndicator=c0ffee',
      );
      const status = page.getByRole('link', { name: 'Status of this payment' });
      expect(await status.getAttribute('href')).toBe('/checkout/status/handle-of-the-payment');
    }
    expect(complaints).toEqual([]);
    await close();
  });
});

describe('the page that waits for a result', () => {
  it('names who is asked, the amount, and that nobody need pay again', async () => {
    const { page, close } = await visit(browser);
    preview.show(holdingPage());
    await page.goto(preview.origin + address);
    expect(await page.locator('main').textContent()).toMatch(
      /^\s*One moment: we are asking Demo Bank\s*€57\.20\s*You need not pay again\.\s*$/,
    );
    await close();
  });

  it.each([
    ['no-preference', 'running'],
    ['reduce', 'none'],
  ] as const)('moves for a payer whose wish for less motion is "%s": %s', async (reducedMotion, expected) => {
    const { page, close } = await visit(browser, { reducedMotion });
    preview.show(holdingPage());
    await page.goto(preview.origin + address);
    const motion = await page
      .locator('.calm circle')
      .first()
      .evaluate((dot) => dot.getAnimations().map(({ playState }) => playState as string)[0] ?? 'none');
    expect(motion).toBe(expected);
    await close();
  });
});
