/** The pages after a provider's own: waiting for the result, the return to the shop, and the payment's status. */
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/web/text/index.ts';
import { AT_LENGTH, isFirst, itAtLength } from '../../support/at-length.ts';
import type { AnyPage } from './any-page.ts';
import { everyPage } from './every-page.ts';
import { donePage, unpayablePage } from './fixtures.ts';
import {
  cardStatusOf,
  EVENTS_ADDRESS,
  goingHomePage,
  holdingPage,
  OUTCOMES,
  PAID,
  statusOf,
  statusPage,
} from './payment-timelines.ts';
import { useVisitor } from './rig.ts';

const ADDRESS = '/checkout/status/handle-of-the-payment';

const rig = useVisitor();

const open = (model: AnyPage) => rig.open(model, ADDRESS);

const steps = ['initiated', 'redirected', 'completed'] as const;

describe('the status page', () => {
  it("shows the steps in order, with their times in the payer's own zone", async () => {
    await rig.ownVisitor({ timezoneId: 'Asia/Tokyo' });
    const page = await open(statusPage(PAID, steps));
    expect(await page.locator('.steps li').allInnerTexts()).toEqual([
      'Payment started\nNovember 21, 2026 at 11:05 PM GMT+9',
      'Sent to Demo Bank\nNovember 21, 2026 at 11:05 PM GMT+9',
      'Back from Demo Bank\nno longer needed',
      'Result known\nNovember 21, 2026 at 11:07 PM GMT+9',
    ]);
  });

  it('shows what to tell the shop: the support code, the time and the amount', async () => {
    await rig.ownVisitor({ timezoneId: 'Asia/Tokyo' });
    const page = await open(statusPage(PAID, steps));
    const card = page.getByRole('region', { name: 'What to tell the shop' });
    expect((await card.allInnerTexts()).flatMap((shown) => shown.split(/\n+/))).toEqual([
      'What to tell the shop',
      'Support code',
      'K3DQ-9XF2Copy code',
      'Date',
      'November 21, 2026 at 11:05 PM GMT+9',
      'Amount',
      '€57.20',
    ]);
    await open(statusPage(PAID, steps, { supportCode: undefined }));
    expect(await card.count()).toBe(0);
  });

  it('quotes the support code at the foot of a page that ends the payment', async () => {
    const foot = rig.visitor.page.locator('footer');
    await open(unpayablePage('pending', { supportCode: 'K3DQ-9XF2' }));
    expect(await foot.allInnerTexts()).toEqual([
      expect.stringContaining('If you need help, quote this code: K3DQ-9XF2'),
    ]);
    await open(unpayablePage('pending'));
    expect(await foot.allInnerTexts()).toEqual([expect.not.stringContaining('quote this code')]);
  });

  it('shows for late money its arrival and its refund', AT_LENGTH, async () => {
    await rig.ownVisitor({ timezoneId: 'UTC' });
    const page = await open(statusOf('lateReturning'));
    expect((await page.locator('.steps li').allInnerTexts()).slice(-3)).toEqual([
      'Result known\nNovember 21, 2026 at 2:07 PM UTC',
      'Late payment from Demo Bank\nNovember 21, 2026 at 2:21 PM UTC',
      'Refunded\nnot yet',
    ]);
    await open(statusOf('lateKept'));
    expect((await page.locator('.steps li').allInnerTexts()).at(-1)).toMatch(/^Late payment from Demo Bank\n/);
  });

  it(
    'shows the link to the shop in the same place as a receipt and an ended page: after the message, before the details',
    AT_LENGTH,
    async () => {
      const { page } = rig.visitor;
      for (const model of [statusOf('paid'), donePage('receipt'), unpayablePage('pending')]) {
        await open(model);
        const order = await page
          .locator('main h1, main a:is(.box-link, .primary), main .receipt, main details, main .keep')
          .evaluateAll((all) => all.map(({ tagName, className }) => className.split(' ')[0] || tagName));
        expect(order.slice(0, 2), model.kind).toEqual(['H1', model.kind === 'receipt' ? 'primary' : 'box-link']);
      }
    },
  );

  it('links to the provider while the payment is open, and not once it is decided', async () => {
    const { page } = rig.visitor;
    const link = page.getByRole('link', { name: 'Continue with Demo Bank' });
    await open(statusOf('open'));
    expect(await link.getAttribute('href')).toBe('/redirect/handle-of-the-payment');
    await open(statusPage(PAID, steps));
    expect(await link.count()).toBe(0);
  });

  it('announces that it updates itself only where it does, like every page that waits', AT_LENGTH, async () => {
    const { page } = rig.visitor;
    const sentence = page.getByText('This page updates by itself.', { exact: true });
    for (const name of ['statusWaiting', 'pendingByCard', 'underWay', 'underWayVerification', 'incomplete', 'device']) {
      await open(everyPage[name]!);
      expect(await sentence.count(), name).toBe(1);
      expect(await page.locator('main').textContent(), name).not.toContain('moves on');
    }
    await open(statusPage(PAID, steps));
    expect(await sentence.count()).toBe(0);
  });

  it('prints on one sheet in every language, without buttons', AT_LENGTH, async () => {
    const { page } = rig.visitor;
    for (const locale of LANGUAGES) {
      await open({ ...statusOf('lateReturned'), locale, continueUrl: '/redirect/x', eventsUrl: EVENTS_ADDRESS });
      const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g);
      expect(sheets, locale).toHaveLength(1);
    }
    await page.emulateMedia({ media: 'print' });
    for (const selector of ['.primary', '.updates', '[data-print]']) {
      expect(await page.locator(selector).isVisible(), selector).toBe(false);
    }
    expect(await page.locator('.steps').isVisible()).toBe(true);
  });

  it('is printed by its button', AT_LENGTH, async () => {
    const page = await open(statusPage(PAID, steps));
    await page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', '');
    });
    await page.getByRole('button', { name: 'Print' }).click();
    await page.locator('html[data-printed]').waitFor();
  });

  it('links only to the provider and to the shop’s site, and cancels only an open payment', async () => {
    const { page } = rig.visitor;
    for (const name of ['waiting', 'paid', 'declined', 'lateKept']) {
      await open(statusOf(name));
      expect(await page.locator('main form').count(), name).toBe(0);
      const links = await page.locator('main a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      expect(links, name).toEqual(['https://harbourlane.example/', '/checkout/status/handle-of-the-payment/device']);
    }
  });
});

describe('a status page', () => {
  it('of an open payment lets the payer cancel it', async () => {
    const page = await rig.open(statusOf('open'));
    await page.getByRole('button', { name: 'Cancel this payment' }).click();
    await expect
      .poll(() => rig.preview.posts.map(({ url }) => url))
      .toEqual(['/checkout/status/handle-of-the-payment/cancel']);
  });

  it.each([
    ['declined', 'Ended without payment'],
    ['lateReturned', 'Ended without payment'],
    ['paid', 'Result known'],
  ])('of a payment that is %s ends in the step "%s"', async (name, label) => {
    const page = await rig.open(statusOf(name));
    const last = page.locator('.steps li').nth(3);
    // The end of late money follows the payment's end.
    expect(await page.locator('.steps li').count()).toBe(name === 'lateReturned' ? 6 : 4);
    expect(await last.locator('.name').textContent()).toBe(label);
    expect(await last.getAttribute('class')).toBe(name === 'paid' ? 'done' : 'failed');
  });

  it('of a card whose reversal is not acknowledged promises only that nothing will be charged', AT_LENGTH, async () => {
    const page = await rig.open(cardStatusOf({ kind: 'released' }, ['initiated', 'completed']));
    const main = (await page.locator('main').textContent()) ?? '';
    expect(main).toContain('You will not be charged');
    expect(main).toContain('Your bank may show the amount as reserved for a while.');
    expect(main).not.toContain('You have not been charged');
    expect(main).toContain('Payment methodCard');
  });
});

describe('the return page', () => {
  it('states the result, links to the shop, and links to the status page to keep', async () => {
    const { page } = rig.visitor;
    for (const outcome of [PAID, { kind: 'waiting' }, OUTCOMES.undone!.outcome] as const) {
      await open(goingHomePage(outcome));
      const home = page.getByRole('link', { name: 'Continue to Harbour Lane Books' });
      expect(await home.getAttribute('href')).toBe(
        'https://harbourlane.example/thanks?order=42&resultIndicator=c0ffee',
      );
      const status = page.getByRole('link', { name: 'Status of this payment' });
      expect(await status.getAttribute('href')).toBe('/checkout/status/handle-of-the-payment');
    }
  });
});

describe('the page that waits for a result', () => {
  it('names the bank or provider, the amount, and that no further payment is needed', async () => {
    const page = await open(holdingPage());
    expect(await page.locator('main').textContent()).toMatch(
      /^\s*One moment: we’re checking with Demo Bank\s*€57\.20\s*Please don’t pay again yet\. If it fails, you can pay again here\.\s*$/,
    );
  });

  itAtLength(
    [
      ['no-preference', 'running'],
      ['reduce', 'none'],
    ] as const,
    isFirst,
  )('is animated for the motion preference "%s": %s', async (reducedMotion, expected) => {
    await rig.visitor.page.emulateMedia({ reducedMotion });
    const page = await open(holdingPage());
    const motion = await page
      .locator('.calm circle')
      .first()
      .evaluate((dot) => dot.getAnimations().map(({ playState }) => playState as string)[0] ?? 'none');
    expect(motion).toBe(expected);
  });
});
