/** Payers who reach and leave their bank in unusual ways: without cookies, in apps, in two tabs, on a second device. */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { AT_LENGTH, isFirst, itAtLength } from '../../support/at-length.ts';
import { comeHome, heading, notice, payByCard } from '../form.ts';
import { inBothWays, useRig } from '../rig.ts';
import { ASKED, atBank, CODE, control, enterCode, FRICTIONLESS, leaveBank, OUT_OF_BAND, UNAVAILABLE } from './hands.ts';

const rig = useRig({ asksBanks: true });

async function open(page: Page) {
  const checkout = await rig.stack.merchant.checkout({ returnUrl: `${rig.shop.origin}/back` });
  await page.goto(checkout.url);
  return checkout;
}

const paidOnce = async (orderId: string) => {
  expect(await rig.stack.acquirer.states(orderId)).toEqual(['APPROVED']);
  expect((await rig.stack.merchant.order(orderId)).body).toMatchObject({
    status: 'CAPTURED',
    totalCapturedAmount: 57.2,
  });
};

/** A browser that sends no cookies. */
async function withoutCookies(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    const { cookie: _cookie, ...headers } = await route.request().allHeaders();
    await route.continue({ headers });
  });
}

inBothWays('$script: no step on the way needs a cookie', async ({ javaScriptEnabled }) => {
  const { page } = await rig.payer({ javaScriptEnabled });
  await withoutCookies(page);
  const { orderId } = await open(page);
  await payByCard(page, CODE);
  const bank = await atBank(page, javaScriptEnabled);
  await enterCode(bank);
  await leaveBank(bank, javaScriptEnabled);
  await comeHome(page);
  await paidOnce(orderId);
});

itAtLength(
  [
    [
      'Android',
      'Mozilla/5.0 (Linux; Android 16; Pixel 10 Build/BP2A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36',
    ],
    [
      'iOS',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
    ],
  ],
  isFirst,
)('in a webview of %s the bank has its own page instead of a frame', async (_system, userAgent) => {
  const { page } = await rig.payer({ userAgent, viewport: { width: 390, height: 780 }, hasTouch: true });
  await withoutCookies(page);
  const { orderId } = await open(page);
  await payByCard(page, CODE);
  await heading(page, ASKED);
  expect(await page.locator('iframe').count()).toBe(0);
  await enterCode(await atBank(page, false));
  await comeHome(page);
  await paidOnce(orderId);
});

it(
  'a payer who presses the link opens the bank’s page in the whole window, and returns from there',
  AT_LENGTH,
  async () => {
    const { page } = await rig.payer();
    const { orderId } = await open(page);
    await payByCard(page, CODE);
    await atBank(page, true);
    // By key: under Playwright a click beside a new frame can be lost.
    await page.getByRole('button', { name: 'Open your bank’s page in full' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Confirm your payment' }).waitFor();
    await enterCode(page);
    await comeHome(page);
    await paidOnce(orderId);
  },
);

it('a payer who goes Back from the bank’s own page is challenged again, and pays once', AT_LENGTH, async () => {
  const { page } = await rig.payer({ javaScriptEnabled: false });
  const { orderId } = await open(page);
  await payByCard(page, CODE);
  await atBank(page, false);
  await page.goBack();
  const bank = await atBank(page, false);
  await enterCode(bank);
  await leaveBank(bank, false);
  await comeHome(page);
  await paidOnce(orderId);
  await page.goBack();
  expect(await rig.stack.acquirer.states(orderId)).toEqual(['APPROVED']);
});

it(
  'a payer with two tabs is challenged once, pays once in the tab that answers, and sees it in the other',
  AT_LENGTH,
  async () => {
    const { page } = await rig.payer();
    const { orderId, url } = await open(page);
    await payByCard(page, CODE);
    const bank = await atBank(page, true);
    const other = await page.context().newPage();
    await other.goto(url);
    await heading(other, ASKED);
    await enterCode(bank);
    await comeHome(page);
    await comeHome(other);
    await paidOnce(orderId);
  },
);

it('a page continues by itself after the confirmation in the bank’s app on another device', AT_LENGTH, async () => {
  const { page } = await rig.payer();
  const { orderId } = await open(page);
  await payByCard(page, OUT_OF_BAND);
  await heading(page, ASKED);
  const frame = page.frameLocator('iframe');
  await frame.getByText('Open the bank’s app, confirm there').waitFor();
  const { page: phone } = await rig.payer({ viewport: { width: 390, height: 780 } });
  await phone.goto(`${rig.stack.shopOrigin}/three-ds/acs/app`);
  await phone.getByRole('button', { name: 'Agree' }).click();
  await comeHome(page);
  await paidOnce(orderId);
});

it('a payer who closed the window continues from the status page, which shows the result', AT_LENGTH, async () => {
  const { page } = await rig.payer();
  const { orderId } = await open(page);
  await payByCard(page, CODE);
  await atBank(page, true);
  const status = await page.getByRole('link', { name: 'Status of this payment' }).getAttribute('href');
  await page.close();
  const { page: later } = await rig.payer({ javaScriptEnabled: false });
  await later.goto(rig.stack.origin + status);
  await heading(later, ASKED);
  expect(await later.content()).not.toContain('SESSION');
  await later.getByRole('link', { name: 'Continue to your bank' }).click();
  await later.goBack();
  const { page: scripted } = await rig.payer();
  await scripted.goto(rig.stack.origin + status);
  await scripted.getByRole('link', { name: 'Continue to your bank' }).click();
  await enterCode(await atBank(scripted, true));
  await heading(scripted, 'Paid: €57.20 to Harbour Lane Books');
  await paidOnce(orderId);
  await later.goto(rig.stack.origin + status);
  await heading(later, 'Paid: €57.20 to Harbour Lane Books');
  await later.getByText('Confirmed with your bank').waitFor();
});

it('a payer who does not return from the bank has paid once the bank confirms it', AT_LENGTH, async () => {
  const { page } = await rig.payer();
  const { orderId, url } = await open(page);
  await payByCard(page, OUT_OF_BAND);
  await heading(page, ASKED);
  await page.frameLocator('iframe').getByText('Open the bank’s app, confirm there').waitFor();
  await page.close();
  const { page: phone } = await rig.payer();
  await phone.goto(`${rig.stack.shopOrigin}/three-ds/acs/app`);
  await phone.getByRole('button', { name: 'Agree' }).click();
  await expect.poll(() => rig.stack.acquirer.states(orderId), { timeout: 15_000 }).toEqual(['APPROVED']);
  await phone.goto(url);
  await heading(phone, 'Payment complete');
  await paidOnce(orderId);
});

it('a payer whose bank could not be reached pays nothing, where the merchant wants it so', AT_LENGTH, async () => {
  const { page } = await rig.payer();
  const { orderId } = await open(page);
  await payByCard(page, UNAVAILABLE);
  await notice(page, 'We couldn’t reach your bank');
  expect(await rig.stack.acquirer.states(orderId)).toEqual([]);
});

it('a payer sees that the directory server is down, and no money is taken', async () => {
  const { page } = await rig.payer();
  const { orderId } = await open(page);
  await control(rig.stack, 'settings', { isAway: true });
  try {
    await payByCard(page, FRICTIONLESS);
    await notice(page, 'We couldn’t reach your bank');
  } finally {
    await control(rig.stack, 'settings', { isAway: false });
  }
  expect(await rig.stack.acquirer.states(orderId)).toEqual([]);
  await payByCard(page, FRICTIONLESS);
  await comeHome(page);
  await paidOnce(orderId);
});
