/** The session's end: announced, extended in one press, and shown without script. */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { AT_LENGTH, isFirst, itAtLength } from '../../support/at-length.ts';
import { payPage } from './fixtures.ts';
import { PAY_ADDRESS, useVisitor } from './rig.ts';
import { patience, stopClock } from './visitor.ts';

const rig = useVisitor();

const SOON = 'This page will time out soon.';
const MORE = 'I need more time';

async function openFor(endsIn: number, options: Parameters<typeof rig.ownVisitor>[0] = {}): Promise<Page> {
  const { page } = await rig.ownVisitor(options);
  await stopClock(page);
  rig.preview.show(payPage({ endsIn }));
  await page.goto(rig.preview.origin + PAY_ADDRESS);
  await page.locator('.ending.not-yet').waitFor({ state: 'attached' });
  return page;
}

const isAnnounced = (page: Page) => page.getByRole('button', { name: MORE }).isVisible();
const said = (page: Page) => page.locator('#said').textContent();

describe('with script', () => {
  it('announces the end two minutes before, to screen readers and on the page', async () => {
    const page = await openFor(1_800);
    await page.clock.runFor(1_679_000);
    expect([await isAnnounced(page), await said(page)]).toEqual([false, '']);
    await page.clock.runFor(2_000);
    await expect.poll(() => isAnnounced(page), patience).toBe(true);
    expect(await said(page)).toBe(SOON);
  });

  it('continues after one press with all typed values, and announces the next end', async () => {
    const page = await openFor(1_800);
    await page.getByLabel('Card number', { exact: true }).fill('5123 4500 0000 0008');
    await page.getByLabel('Security code').fill('100');
    await page.clock.runFor(1_700_000);
    await page.getByRole('button', { name: MORE }).click();
    await expect.poll(() => said(page), patience).toBe('You now have more time.');
    await expect.poll(() => isAnnounced(page), patience).toBe(false);
    expect(await page.getByLabel('Card number', { exact: true }).inputValue()).toBe('5123 4500 0000 0008');
    expect(await page.getByLabel('Security code').inputValue()).toBe('100');
    expect(rig.preview.posts).toEqual([]);
    await page.clock.runFor(1_681_000);
    await expect.poll(() => isAnnounced(page), patience).toBe(true);
  });

  it('does not lie over the button that pays, on a phone', async () => {
    const page = await openFor(180, { viewport: { width: 390, height: 844 } });
    await page.clock.runFor(65_000);
    await expect.poll(() => isAnnounced(page), patience).toBe(true);
    const pay = page.locator('#card .primary');
    for (const isScrolled of [false, true]) {
      if (isScrolled) {
        await pay.scrollIntoViewIfNeeded();
      }
      const [button, notice] = await Promise.all(
        [pay, page.locator('.ending .notice')].map((one) => one.boundingBox()),
      );
      expect(notice!.y + notice!.height).toBeLessThan(button!.y);
    }
  });

  it('loads the page again at the end, without the typed values', AT_LENGTH, async () => {
    const page = await openFor(300);
    await page.getByLabel('Card number', { exact: true }).fill('5123 4500 0000 0008');
    // As a link of the error summary leaves it, if no script followed it.
    await page.evaluate("history.replaceState(null, '', '#card-number')");
    // Not before: an earlier request would extend the session, and an unattended page would never end.
    await page.clock.runFor(300_500);
    expect(await page.getByLabel('Card number', { exact: true }).inputValue()).not.toBe('');
    const loaded = page.waitForEvent('load');
    await page.clock.runFor(1_000);
    await loaded;
    expect(await page.getByLabel('Card number', { exact: true }).inputValue()).toBe('');
  });

  it('does not disturb a payment under way', async () => {
    const page = await openFor(180);
    await page.getByLabel('Card number', { exact: true }).fill('5123 4500 0000 0008');
    await page.getByLabel('Expiry date').fill('01/39');
    await page.getByLabel('Security code').fill('100');
    await page.clock.runFor(50_000);
    rig.preview.hold(true);
    const before = rig.preview.documents;
    // The event of a browser while the answer is on its way.
    await page.evaluate(
      "document.forms.card.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))",
    );
    // Beyond the announcement, and no longer than the page waits for an answer.
    await page.clock.runFor(15_000);
    expect(await isAnnounced(page)).toBe(false);
    expect(rig.preview.documents).toBe(before);
  });
});

describe('without script', () => {
  itAtLength(
    [
      [125, 0],
      [180, 60_000],
      [1_800, 28 * 60_000],
      [7_200, 118 * 60_000],
      [86_400, 1_438 * 60_000],
    ],
    isFirst,
  )('a session of %i s is announced after %i ms', async (endsIn, ms) => {
    const { page } = await rig.ownVisitor({ javaScriptEnabled: false });
    rig.preview.show(payPage({ endsIn }));
    await page.goto(rig.preview.origin + PAY_ADDRESS);
    const delays = await page
      .locator('.ending .notice')
      .evaluate((notice) => notice.getAnimations().map((animation) => animation.effect?.getTiming().delay));
    expect(delays).toEqual([ms]);
  });

  it('shows the note in time, whose button keeps the typed values', async () => {
    const { page } = await rig.ownVisitor({ javaScriptEnabled: false, reducedMotion: 'reduce' });
    rig.preview.show(payPage({ endsIn: 120 }));
    await page.goto(rig.preview.origin + PAY_ADDRESS);
    await page.getByText(SOON).waitFor();
    await page.getByLabel('Expiry date').fill('01/39');
    await page.getByRole('button', { name: MORE }).click();
    await expect.poll(() => rig.preview.posts.length, patience).toBe(1);
    expect(Object.fromEntries(rig.preview.posts[0]!.body)).toMatchObject({
      moreTime: '1',
      expiry: '01/39',
      attempt: '1',
    });
  });

  it('leaves the form’s own button as the one that Enter presses', AT_LENGTH, async () => {
    const { page } = await rig.ownVisitor({ javaScriptEnabled: false });
    rig.preview.show(payPage({ endsIn: 120 }));
    await page.goto(rig.preview.origin + PAY_ADDRESS);
    await page.getByLabel('Card number', { exact: true }).fill('5123 4500 0000 0008');
    await page.getByLabel('Security code').fill('100');
    await page.getByLabel('Expiry date').fill('01/39');
    await page.keyboard.press('Enter');
    await expect.poll(() => rig.preview.posts.length, patience).toBe(1);
    expect(rig.preview.posts[0]!.body.has('moreTime')).toBe(false);
  });

  it('shows no note beforehand', async () => {
    const { page } = await rig.ownVisitor({ javaScriptEnabled: false });
    rig.preview.show(payPage());
    await page.goto(rig.preview.origin + PAY_ADDRESS);
    expect(await isAnnounced(page)).toBe(false);
    expect(await page.locator('main').ariaSnapshot()).not.toContain(SOON);
  });
});
