// @module-tag at-length
/** The banks' pages in a real browser, with scripts and without, on a phone and on a desktop. */
import AxeBuilder from '@axe-core/playwright';
import type { BrowserContextOptions, Page } from 'playwright';
import { expect, it, onTestFinished } from 'vitest';
import { keptBrowser } from '../../browser.ts';
import { AT_LENGTH, describeAtLength, isFirst, itAtLength } from '../../support/at-length.ts';
import { misread } from '../../web/pages/screen-reader.ts';
import { openGatewaySimulator } from '../providers/gateway-simulator.ts';
import { initiated, paymentOf, RETURNS, rigWith, SCT, step } from './rig.ts';

async function pageWith(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await (await keptBrowser()).newContext(options);
  onTestFinished(() => context.close());
  return context.newPage();
}

describeAtLength([true, false], isFirst)('scripts: %s', (javaScriptEnabled) => {
  it('a payer logs in, chooses an account, confirms with the code, and returns', async () => {
    const rig = await rigWith();
    const shop = await openGatewaySimulator();
    onTestFinished(() => shop.close());
    const headers = { 'tpp-redirect-uri': `${shop.origin}/return/1` };
    const { body } = await rig.ask('nordbank', 'POST', SCT, { body: paymentOf(), headers });
    const page = await pageWith({ javaScriptEnabled });
    await page.goto(body._links.scaRedirect.href);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByLabel('Savings').check();
    await page.getByLabel('Current account').check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Code').fill(await page.locator('strong').innerHTML());
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: 'Back', exact: true }).waitFor();
    expect(shop.visits).toEqual([{ method: 'GET', path: '/return/1', body: '' }]);
    expect(rig.started.banks.ledger.authorisations.all()).toMatchObject([{ sca_status: 'finalised', psu_id: 'anna' }]);
  });

  it('a payer agrees in the app', AT_LENGTH, async () => {
    const rig = await rigWith();
    const { body } = await rig.ask('appbank', 'POST', SCT, { body: paymentOf(), headers: { 'psu-id': 'ben' } });
    const page = await pageWith({ javaScriptEnabled });
    await page.goto(`${rig.started.control}/appbank/app`);
    await page.getByRole('button', { name: 'Agree' }).click();
    await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor();
    expect((await rig.follow(body._links.scaStatus.href)).body).toEqual({ scaStatus: 'finalised' });
  });
});

itAtLength([320, 1_280], isFirst)('every page fits a window of %i px, and is accessible', async (width) => {
  const rig = await rigWith();
  const long = {
    creditorName: 'A'.repeat(70),
    remittanceInformationUnstructured: 'B'.repeat(140),
    instructedAmount: { currency: 'EUR', amount: '99999999999999.00' },
  };
  const pages: string[] = [];
  for (const forms of [[], [{ choice: 'LOGIN', user: 'anna', password: 'x' }]]) {
    const { body } = await initiated(rig, 'nordbank', long);
    const page = body._links.scaRedirect.href;
    for (const form of forms) {
      await step(page, form);
    }
    pages.push(page);
  }
  const coded = (await initiated(rig, 'nordbank', long)).body._links.scaRedirect.href;
  const { html } = await step(coded, { choice: 'LOGIN', user: 'anna', password: 'x' });
  const [, account = ''] = /name="account" value="([A-Z0-9]+)"/.exec(html) ?? [];
  await step(coded, { choice: 'ACCOUNT', account });
  await rig.ask('appbank', 'POST', SCT, { body: paymentOf(long), headers: { ...RETURNS, 'psu-id': 'anna' } });
  const { control } = rig.started;
  const page = await pageWith({ viewport: { width, height: 640 } });
  for (const url of [...pages, coded, `${control}/nordbank/sca/none`, `${control}/appbank/app`, control]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(url);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), url).toBeLessThanOrEqual(width);
      expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations, url).toEqual([]);
      expect(await misread(page), url).toEqual([]);
    }
  }
});
