/**
 * The wallets' buttons on the hosted page, with the sandbox's simulated wallets in a real browser: what the payer sees,
 * and what the order and the acquirer's ledger have at the end.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { installMarks } from '../../src/back-office/marks/index.ts';
import { AT_LENGTH, describeAtLength, isFirst, itAtLength } from '../support/at-length.ts';
import { findings } from '../web/pages/axe.ts';
import { atBank, enterCode } from './authentication/hands.ts';
import { comeHome, fillCard, heading, notice } from './form.ts';
import { useRig } from './rig.ts';

const ARTWORK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 32"><path d="M1 2h9v9z"/></svg>';
const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-stack-'));
installMarks(dataDir, { VISA: ARTWORK, applePay: ARTWORK });

const rig = useRig({ stack: { hasBanks: true, hasDirectoryServers: true, dataDir } });

const checkout = () => rig.stack.merchant.checkout({ returnUrl: `${rig.shop.origin}/back` });
const walletButton = (page: Page, name: string) =>
  page.getByRole('button', { name: `Pay €57.20 with ${name}`, exact: true });

/** Opens the wallet's sheet. @returns its frame */
async function openSheet(page: Page, wallet: string): Promise<Frame> {
  await walletButton(page, wallet).click();
  const frame = await (await page.waitForSelector('dialog iframe')).contentFrame();
  if (frame === null) {
    throw new Error('The sheet has no frame.');
  }
  return frame;
}

async function confirm(sheet: Frame, card = 'A card that is approved'): Promise<void> {
  await sheet.getByLabel('Card in the wallet').selectOption({ label: card });
  await sheet.getByRole('button', { name: 'Confirm' }).click();
}

/** Replaces the script of a simulated wallet. */
async function fakeScript(page: Page, wallet: 'apple-pay' | 'google-pay', script: string): Promise<void> {
  await page
    .context()
    .route(`**/wallets/${wallet}.js*`, (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
}

/** Not by a button that also names another way to pay. */
async function payByTypedCard(page: Page): Promise<void> {
  await fillCard(page);
  await page.getByRole('button', { name: 'Pay €57.20', exact: true }).click();
}

/** @returns type and result of each transaction */
async function transactionsOf(orderId: string): Promise<string[]> {
  const { body } = await rig.stack.merchant.order(orderId);
  return (body.transaction ?? []).map(({ transaction, result }) => `${transaction.type} ${result}`);
}

const ledgerOf = async (orderId: string) =>
  (await rig.stack.acquirer.ledger(orderId)).map(({ kind, state }) => `${kind} ${state}`);

describeAtLength(['Apple Pay', 'Google Pay'], isFirst)('%s', (wallet) => {
  it('pays once, without a violation of the page’s policy, and the payer comes back to the shop', async () => {
    const { page, complaints } = await rig.payer();
    const { url, orderId } = await checkout();
    await page.goto(url);
    await confirm(await openSheet(page, wallet));
    await comeHome(page);
    expect(await transactionsOf(orderId)).toEqual(['PAYMENT SUCCESS']);
    expect(await ledgerOf(orderId)).toEqual(['PAYMENT APPROVED']);
    expect(complaints).toEqual([]);
    const { text } = await rig.stack.merchant.order(orderId);
    expect(text).toContain(wallet === 'Apple Pay' ? '"APPLE_PAY"' : '"GOOGLE_PAY"');
  });

  it('needs a new token after a decline, and pays with it', async () => {
    const { page } = await rig.payer();
    const { url, orderId } = await checkout();
    await page.goto(url);
    await confirm(await openSheet(page, wallet), 'A card that is declined');
    await notice(page, 'Your card was declined');
    await confirm(await openSheet(page, wallet));
    await comeHome(page);
    expect(await transactionsOf(orderId)).toEqual(['PAYMENT FAILURE', 'PAYMENT SUCCESS']);
  });

  it('leaves the form as it was when the payer closes the sheet', async () => {
    const { page } = await rig.payer();
    const { url, orderId } = await checkout();
    await page.goto(url);
    await (await openSheet(page, wallet)).getByRole('button', { name: 'Cancel' }).click();
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(await page.locator('.notice').isVisible()).toBe(false);
    await payByTypedCard(page);
    await heading(page, 'Your bank asks you to confirm');
    expect(await ledgerOf(orderId)).toEqual([]);
  });
});

describe('Google Pay’s script', () => {
  const client = (methods: string) =>
    `window.google = { payments: { api: { PaymentsClient: class { ${methods} } } } };`;
  const READY = 'isReadyToPay() { return Promise.resolve({ result: true }); }';

  itAtLength(
    [
      ['throws', 'throw new Error("broken");'],
      ['defines nothing', ''],
      ['throws when it is asked whether it is ready', client('isReadyToPay() { throw new Error("broken"); }')],
      ['never says whether it is ready', client('isReadyToPay() { return new Promise(() => undefined); }')],
      ['is not ready', client('isReadyToPay() { return Promise.resolve({ result: false }); }')],
    ],
    isFirst,
  )('shows no button if it %s, and the card pays', async (_what, script) => {
    const { page } = await rig.payer();
    await fakeScript(page, 'google-pay', script);
    const { url } = await checkout();
    await page.goto(url);
    // The other wallet is ready, so this one has had its time.
    await walletButton(page, 'Apple Pay').waitFor();
    expect(await walletButton(page, 'Google Pay').isVisible()).toBe(false);
    await payByTypedCard(page);
    await heading(page, 'Your bank asks you to confirm');
  });

  it('shows no button if it is never answered, and the card pays meanwhile', async () => {
    const { page } = await rig.payer();
    await page.context().route('**/wallets/*.js*', () => undefined);
    const { url } = await checkout();
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    await payByTypedCard(page);
    await heading(page, 'Your bank asks you to confirm');
  });

  it('shows no button, and moves nothing, if it arrives after 20 seconds', AT_LENGTH, async () => {
    const { page } = await rig.payer();
    await page.context().route('**/wallets/*.js*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 20_000));
      await route.continue();
    });
    const { url } = await checkout();
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    const loaded = page.waitForResponse(/google-pay\.js/, { timeout: 40_000 });
    const before = await page.getByLabel('Card number', { exact: true }).boundingBox();
    await loaded;
    await page.waitForFunction(() => 'google' in window);
    expect(await page.getByLabel('Card number', { exact: true }).boundingBox()).toEqual(before);
    expect(await walletButton(page, 'Google Pay').isVisible()).toBe(false);
  });

  it('shows no button above a form that the payer has begun to fill in', async () => {
    const { page } = await rig.payer();
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.context().route('**/wallets/*.js*', async (route) => {
      await promise;
      await route.continue();
    });
    const { url } = await checkout();
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    await page.getByLabel('Card number', { exact: true }).fill('5123');
    resolve();
    await page.waitForFunction(() => 'google' in window && 'ApplePaySession' in window);
    expect(await walletButton(page, 'Google Pay').isVisible()).toBe(false);
  });

  itAtLength(
    [
      ['throws', 'throw new Error("broken");'],
      ['rejects', 'return Promise.reject({ statusCode: "DEVELOPER_ERROR" });'],
      ['answers without a token', 'return Promise.resolve({});'],
    ],
    isFirst,
  )('says that nothing was charged if it %s on the press, and the card pays', async (_what, body) => {
    const { page } = await rig.payer();
    await fakeScript(page, 'google-pay', client(`${READY} loadPaymentData() { ${body} }`));
    const { url, orderId } = await checkout();
    await page.goto(url);
    await walletButton(page, 'Google Pay').click();
    const alert = page.getByRole('alert').filter({ hasText: 'Google Pay could not be used' });
    expect(await alert.textContent()).toBe(
      'Google Pay could not be used. You have not been charged. Try again, or pay another way.',
    );
    expect(await transactionsOf(orderId)).toEqual([]);
    await payByTypedCard(page);
    await heading(page, 'Your bank asks you to confirm');
  });

  it('charges nothing for a token that is not Google’s, and says so', AT_LENGTH, async () => {
    const { page } = await rig.payer();
    const token = '{"paymentMethodData":{"tokenizationData":{"token":"{}"}}}';
    await fakeScript(page, 'google-pay', client(`${READY} loadPaymentData() { return Promise.resolve(${token}); }`));
    const { url, orderId } = await checkout();
    await page.goto(url);
    await walletButton(page, 'Google Pay').click();
    expect(await notice(page, 'Google Pay could not be used')).toContain('You have not been charged.');
    expect(await transactionsOf(orderId)).toEqual([]);
    expect(await ledgerOf(orderId)).toEqual([]);
  });
});

describe('Apple Pay’s session', () => {
  it('charges nothing for a token of another amount, and the right one pays afterwards', async () => {
    const { page } = await rig.payer();
    const { url, orderId } = await checkout();
    await page.goto(url);
    await confirm(await openSheet(page, 'Apple Pay'), 'A token for another amount');
    expect(await notice(page, 'Apple Pay could not be used')).toContain('You have not been charged.');
    expect(await ledgerOf(orderId)).toEqual([]);
    await confirm(await openSheet(page, 'Apple Pay'));
    await comeHome(page);
    expect(await ledgerOf(orderId)).toEqual(['PAYMENT APPROVED']);
  });

  it('pays once if it calls back twice', async () => {
    const { page } = await rig.payer();
    const { url, orderId } = await checkout();
    await page.goto(url);
    await walletButton(page, 'Apple Pay').waitFor();
    await page.evaluate(() => {
      const { ApplePaySession } = window as unknown as { ApplePaySession: { prototype: object } };
      Object.defineProperty(ApplePaySession.prototype, 'onpaymentauthorized', {
        set(this: object, listener: (event: unknown) => void) {
          const twice = (event: unknown) => [listener(event), listener(event)];
          Object.defineProperty(this, 'onpaymentauthorized', { value: twice });
        },
      });
    });
    await confirm(await openSheet(page, 'Apple Pay'));
    await comeHome(page);
    expect(await transactionsOf(orderId)).toEqual(['PAYMENT SUCCESS']);
    expect(await ledgerOf(orderId)).toEqual(['PAYMENT APPROVED']);
  });

  it('closes, with nothing charged, if the gateway has no merchant session', AT_LENGTH, async () => {
    const { page } = await rig.payer();
    await page.context().route('**/checkout/apple-pay/**', (route) => route.fulfill({ status: 204 }));
    const { url, orderId } = await checkout();
    await page.goto(url);
    await walletButton(page, 'Apple Pay').click();
    await page.getByRole('alert').filter({ hasText: 'Apple Pay could not be used' }).waitFor();
    expect(await page.locator('dialog').count()).toBe(0);
    expect(await transactionsOf(orderId)).toEqual([]);
  });
});

describe('the payer of a wallet', () => {
  it('is told while offline that nothing was sent, and pays later', async () => {
    const { page } = await rig.payer();
    const { url, orderId } = await checkout();
    await page.goto(url);
    const sheet = await openSheet(page, 'Google Pay');
    // The press has loaded the script that sends forms.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('send-form')),
    );
    await page.route('**/checkout/**', (route) => route.abort());
    await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: false, configurable: true }));
    await confirm(sheet);
    await page.getByText('You’re offline. Nothing was sent.').waitFor();
    expect(await transactionsOf(orderId)).toEqual([]);
    await page.unroute('**/checkout/**');
    await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: true, configurable: true }));
    await confirm(await openSheet(page, 'Google Pay'));
    await comeHome(page);
    expect(await ledgerOf(orderId)).toEqual(['PAYMENT APPROVED']);
  });

  it('sees the result of a payment whose answer was lost, and it was made once', async () => {
    const { page } = await rig.payer();
    const { url, orderId } = await checkout();
    await page.goto(url);
    await page.route('**/checkout/pay/**', async (route) => {
      if (route.request().method() === 'POST') {
        await route.fetch();
        await route.abort();
      } else {
        await route.continue();
      }
    });
    await confirm(await openSheet(page, 'Google Pay'));
    await comeHome(page);
    expect(await ledgerOf(orderId)).toEqual(['PAYMENT APPROVED']);
  });

  it('is asked by the bank for a card that Google Pay has on file', async () => {
    const { page } = await rig.payer();
    const { url, orderId } = await checkout();
    await page.goto(url);
    await confirm(await openSheet(page, 'Google Pay'), 'A card on file, without a cryptogram');
    await enterCode(await atBank(page, true));
    await comeHome(page);
    expect(await ledgerOf(orderId)).toEqual(['PAYMENT APPROVED']);
  });

  it('sees the sheet close without a success while the acquirer is slow, and then the result', AT_LENGTH, async () => {
    const { page } = await rig.payer();
    const { url, orderId } = await checkout();
    await page.goto(url);
    await walletButton(page, 'Apple Pay').waitFor();
    await page.evaluate(() => {
      const { ApplePaySession } = window as unknown as { ApplePaySession: { prototype: Prototype } };
      interface Prototype {
        completePayment: (result: object) => void;
      }
      const { completePayment } = ApplePaySession.prototype;
      ApplePaySession.prototype.completePayment = function complete(this: object, result: object) {
        sessionStorage.setItem('completed', JSON.stringify(result));
        completePayment.call(this, result);
      };
    });
    await rig.stack.acquirer.misbehave({ mode: 'DELAY', delayMs: 4_000 });
    await confirm(await openSheet(page, 'Apple Pay'));
    await page.waitForURL(/\/checkout\/pay\//);
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => sessionStorage.getItem('completed'))).toBeNull();
    await comeHome(page);
    expect(await ledgerOf(orderId)).toEqual(['PAYMENT APPROVED']);
  });

  it('pays in a frame of the shop’s page', AT_LENGTH, async () => {
    const { page, complaints } = await rig.payer();
    await page.goto(rig.stack.shopOrigin);
    await page.getByRole('button', { name: 'Embedded page' }).click();
    await heading(page, 'Pay for your order');
    // The sheet opens beside the button, in a frame that is higher than the window.
    await page.setViewportSize({ width: 1_280, height: 1_400 });
    const form = page.frameLocator('iframe');
    await form.getByRole('button', { name: 'Pay €9.80 with Apple Pay', exact: true }).click();
    await form.frameLocator('dialog iframe').getByRole('button', { name: 'Confirm' }).click();
    await heading(page, 'Thank you, it is paid');
    expect(complaints).toEqual([]);
  });

  it('sees the operator’s artwork in place of our own drawings, on an accessible page', async () => {
    const { page } = await rig.payer();
    const { url } = await checkout();
    await page.goto(url);
    await walletButton(page, 'Apple Pay').waitFor();
    await walletButton(page, 'Google Pay').waitFor();
    expect(await findings(page)).toEqual([]);
    expect(await page.locator('#m-VISA path').getAttribute('d')).toBe('M1 2h9v9z');
    const mark = page.locator('[data-wallet=applePay] button use');
    expect(await mark.getAttribute('href')).toBe('#m-applePay');
    // An absent symbol would draw nothing.
    expect(await mark.evaluate((use) => (use as SVGGraphicsElement).getBBox().width)).toBeGreaterThan(0);
    expect(await page.locator('[data-wallet=googlePay] button use').count()).toBe(0);
  });

  it('has no wallets without script', async () => {
    const { page } = await rig.payer({ javaScriptEnabled: false });
    const { url } = await checkout();
    await page.goto(url);
    const forms = await page.locator('[data-wallet]').all();
    expect(forms).toHaveLength(2);
    expect(await Promise.all(forms.map((form) => form.isVisible()))).toEqual([false, false]);
  });
});
