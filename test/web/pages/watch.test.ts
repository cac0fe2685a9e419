/** Pages of an undecided payment reload by themselves, once for each reason. */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { AT_LENGTH, itAtLength } from '../../support/at-length.ts';
import type { AnyPage } from './any-page.ts';
import { donePage, payPage, unpayablePage } from './fixtures.ts';
import { atProviderPage, EVENTS_ADDRESS, holdingPage, statusOf, statusPage } from './payment-timelines.ts';
import { useVisitor } from './rig.ts';
import { patience, stopClock } from './visitor.ts';

const ADDRESS = '/checkout/status/handle-of-the-payment?of=itself';

const rig = useVisitor({ mayComplain: true });

const waiting = statusOf('waiting');
const paid = statusOf('paid');
/** The server sends no more events. */
const silent = statusPage({ kind: 'waiting' }, ['initiated', 'redirected']);

/** Too short for reading a sentence. */
const SHOWN_MS_MIN = 1_000;

/** The reasons for which a page reloads; runs in the page. */
const REASONS = {
  anotherApp: () => document.dispatchEvent(new Event('visibilitychange')),
  back: () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
} as const;

const open = (model: AnyPage) => rig.open(model, ADDRESS);

/** Triggers the reason twice at once, and waits for the one reload that follows. */
async function twice(page: Page, reason: () => void): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.evaluate(`(${reason})(); (${reason})();`);
  await loaded;
}

/** Longer than a test. */
const SELDOM = 600;

const WATCHED: Readonly<Record<string, AnyPage>> = {
  status: silent,
  'decided status': paid,
  awaitingResult: { ...holdingPage(), poll: { address: ADDRESS, seconds: SELDOM } },
  leaving: atProviderPage('leaving'),
  atProvider: atProviderPage('atProvider'),
  pending: unpayablePage('pending'),
  'under way': unpayablePage('pending', { poll: { address: ADDRESS, seconds: SELDOM } }),
  unknown: unpayablePage('unknown'),
};

describe('when the payer returns from another app', () => {
  itAtLength(Object.entries(WATCHED), ([name]) => name === 'status' || name === 'pending')(
    'the %s page refreshes its own address, once',
    async (_name, model) => {
      const page = await open(model);
      const before = rig.preview.documents;
      await twice(page, REASONS.anotherApp);
      await page.waitForLoadState('networkidle');
      expect(rig.preview.documents - before).toBe(1);
      expect(page.url()).toBe(rig.preview.origin + ADDRESS);
      expect(rig.visitor.complaints).toEqual([]);
    },
  );
});

it('the page that the browser kept refreshes once when the payer comes Back', async () => {
  const page = await open(waiting);
  const before = rig.preview.documents;
  await twice(page, REASONS.back);
  await page.waitForLoadState('networkidle');
  expect(rig.preview.documents - before).toBe(1);
});

it('the page refreshes also where the payer left just before its refresh', AT_LENGTH, async () => {
  const page = await open(waiting);
  const loaded = page.waitForEvent('load');
  await page.evaluate(`
    (${REASONS.anotherApp})();
    window.stop();
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    (${REASONS.back})();
  `);
  await loaded;
});

it.each([
  ['pay', payPage()],
  ['receipt', donePage('receipt')],
  ['cancelled', unpayablePage('cancelled')],
] as const)('the %s page does not refresh on any kind of return', async (_name, model) => {
  const page = await open(model);
  const before = rig.preview.documents;
  await page.evaluate(`(${REASONS.anotherApp})(); (${REASONS.back})();`);
  await page.waitForLoadState('networkidle');
  expect(rig.preview.documents).toBe(before);
});

it('a page that answered a form refreshes without sending the form again', AT_LENGTH, async () => {
  const page = await open(atProviderPage('atProvider', { unreached: 'anotherWay' }));
  const answered = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Pay another way' }).click();
  await expect.poll(() => rig.preview.posts.length, patience).toBe(1);
  await answered;
  await twice(page, REASONS.anotherApp);
  await page.waitForLoadState('networkidle');
  expect(rig.preview.posts).toHaveLength(1);
});

it('a hidden page does not refresh', async () => {
  const page = await open(silent);
  const before = rig.preview.documents;
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.waitForLoadState('networkidle');
  expect(rig.preview.documents).toBe(before);
});

it('a page without a network stays in view, and refreshes once there is one', AT_LENGTH, async () => {
  await rig.ownVisitor();
  const page = await open(silent);
  const before = rig.preview.documents;
  await page.context().setOffline(true);
  await page.evaluate(REASONS.anotherApp);
  expect(await page.locator('h1').textContent()).toContain('Demo Bank has not answered yet');
  expect(rig.preview.documents).toBe(before);
  const loaded = page.waitForEvent('load');
  await page.context().setOffline(false);
  await loaded;
  expect(rig.preview.documents - before).toBe(1);
});

describe('the status page', () => {
  it('shows a change as soon as the server sends it, and closes the stream once the payment is decided', async () => {
    const page = await open(waiting);
    await expect.poll(() => rig.preview.listeners, patience).toBe(1);
    rig.preview.show(paid);
    rig.preview.notify();
    await page.getByRole('heading', { name: 'Paid: €57.20 to Harbour Lane Books' }).waitFor();
    await expect.poll(() => rig.preview.listeners, patience).toBe(0);
    expect(rig.visitor.complaints).toEqual([]);
  });

  it('refreshes once for several events at once', AT_LENGTH, async () => {
    const page = await open(waiting);
    await expect.poll(() => rig.preview.listeners, patience).toBe(1);
    const before = rig.preview.documents;
    rig.preview.show(paid);
    for (let word = 0; word < 50; word++) {
      rig.preview.notify();
    }
    await page.getByRole('heading', { name: /^Paid/ }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(rig.preview.documents - before).toBe(1);
  });

  it('stays in view between two refreshes, for any rate of events', AT_LENGTH, async () => {
    const { page } = await rig.ownVisitor();
    await page.addInitScript(() => {
      addEventListener('pagehide', () => sessionStorage.setItem('seen', String(performance.now())));
    });
    await open(waiting);
    await expect.poll(() => rig.preview.listeners, patience).toBe(1);
    const loaded = page.waitForEvent('load');
    rig.preview.notify();
    await loaded;
    expect(await page.evaluate(() => Number(sessionStorage.getItem('seen')))).toBeGreaterThanOrEqual(SHOWN_MS_MIN);
  });

  it('refreshes every ten seconds while the server sends no event', AT_LENGTH, async () => {
    rig.preview.hear(false);
    const { page } = await rig.ownVisitor();
    await stopClock(page);
    const refused = page.waitForResponse((response) => response.url().endsWith(EVENTS_ADDRESS));
    await open(waiting);
    await refused;
    const before = rig.preview.documents;
    await page.clock.fastForward(9_000);
    await page.waitForLoadState('networkidle');
    expect(rig.preview.documents).toBe(before);
    const loaded = page.waitForEvent('load');
    await expect
      .poll(async () => {
        await page.clock.fastForward(1_500);
        return rig.preview.documents - before;
      }, patience)
      .toBe(1);
    await loaded;
  });

  it('is kept for Back without its open connection', AT_LENGTH, async () => {
    const page = await open(waiting);
    await expect.poll(() => rig.preview.listeners, patience).toBe(1);
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
    await expect.poll(() => rig.preview.listeners, patience).toBe(0);
  });
});

describe('a page without events', () => {
  const POLLED = { ...holdingPage(), poll: { address: ADDRESS, seconds: 1 } };

  it('refreshes without a reload, and continues once the answer is another page', async () => {
    const { page } = await rig.ownVisitor();
    await page.clock.install();
    await open(POLLED);
    await page.evaluate('document.body.dataset.same = "yes"');
    const before = rig.preview.documents;
    await expect
      .poll(async () => {
        await page.clock.fastForward(1_000);
        return rig.preview.documents - before;
      }, patience)
      .toBeGreaterThan(2);
    expect(await page.locator('body').getAttribute('data-same')).toBe('yes');
    rig.preview.show(paid);
    await expect
      .poll(async () => {
        await page.clock.fastForward(1_000);
        return page.locator('h1').textContent();
      }, patience)
      .toContain('Paid: €57.20');
    expect(rig.visitor.complaints).toEqual([]);
  });

  it('reloads where there is no script', AT_LENGTH, async () => {
    const { page } = await rig.ownVisitor({ javaScriptEnabled: false });
    rig.preview.show(POLLED);
    await page.goto(rig.preview.origin + ADDRESS);
    const before = rig.preview.documents;
    await expect.poll(() => rig.preview.documents, patience).toBeGreaterThan(before);
  });
});
