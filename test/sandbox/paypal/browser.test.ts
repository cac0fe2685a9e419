// @module-tag at-length
/** The simulator's pages in a real browser, with scripts and without, on a phone and on a desktop. */
import AxeBuilder from '@axe-core/playwright';
import type { BrowserContextOptions, Page } from 'playwright';
import { expect, it, onTestFinished } from 'vitest';
import { keptBrowser } from '../../browser.ts';
import { describeAtLength, isFirst, itAtLength } from '../../support/at-length.ts';
import { misread } from '../../web/pages/screen-reader.ts';
import { openGatewaySimulator } from '../providers/gateway-simulator.ts';
import { captured, created, orderOf, type Rig, rigWith } from './rig.ts';

async function pageWith(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await (await keptBrowser()).newContext(options);
  onTestFinished(() => context.close());
  return context.newPage();
}

const pageUrl = ({ base }: Rig, id: string) => `${base}/checkoutnow?token=${id}`;

describeAtLength([true, false], isFirst)('scripts: %s', (javaScriptEnabled) => {
  it('a payer chooses a card and an address, approves, and returns', async () => {
    const rig = await rigWith();
    const shop = await openGatewaySimulator();
    onTestFinished(() => shop.close());
    const context = { return_url: `${shop.origin}/return/1`, cancel_url: `${shop.origin}/return/1?cancelled=true` };
    const id = await created(rig, orderOf({ payment_source: { paypal: { experience_context: context } } }));
    const page = await pageWith({ javaScriptEnabled });
    await page.goto(pageUrl(rig, id));
    await page.getByLabel('Visa ending in 1881').check();
    await page.getByLabel('Lindenweg 5').check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Back', exact: true }).waitFor();
    expect(shop.visits).toEqual([{ method: 'GET', path: `/return/1?token=${id}&PayerID=QYR5Z8XDVJNXQ`, body: '' }]);
    const [order] = rig.started.paypal.ledger.orders.all();
    expect([order?.status, order?.instrument]).toEqual(['APPROVED', 'CARD']);
  });
});

itAtLength([320, 1_280], isFirst)('every page fits a window of %i px, and is accessible', async (width) => {
  const rig = await rigWith();
  const brand_name = 'A'.repeat(127);
  const context = { return_url: 'http://127.0.0.1:9/', cancel_url: 'http://127.0.0.1:9/', brand_name };
  const long = orderOf(
    { payment_source: { paypal: { experience_context: context } } },
    { amount: { currency_code: 'EUR', value: '99999999999999.00' }, description: 'B'.repeat(127) },
  );
  const open = await created(rig, long);
  await captured(rig);
  const [, done] = rig.started.paypal.ledger.orders.all();
  const page = await pageWith({ viewport: { width, height: 640 } });
  for (const url of [pageUrl(rig, open), pageUrl(rig, `${done?.id}`), pageUrl(rig, 'NONE'), rig.base]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(url);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), url).toBeLessThanOrEqual(width);
      expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations, url).toEqual([]);
      expect(await misread(page), url).toEqual([]);
    }
  }
});
