// @module-tag at-length
/**
 * The main journeys in Firefox and in WebKit: each walked concurrently by a payer with script and by one without. The
 * other files' journeys run in Chromium alone.
 */
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { idHash } from '../../src/platform/id-seal.ts';
import { giftCardNumber } from '../checkout/hands.ts';
import type { DriverPage } from '../support/engines/driver-page.ts';
import { inEachEngine } from '../support/engines/engines.ts';
import { keptStack } from '../support/stack.ts';
import { useEngine } from './engine-rig.ts';
import { APPROVED, CARD_NUMBER, DECLINED } from './form.ts';

const SHOP = 'Harbour Lane Books';
const PAY = 'Pay €57.20';
/**
 * One for each payer, since a payment reduces the balance. The two digits before the last encode the balance, in tens.
 */
/**
 * Each journey, also a repeated one, pays with a gift card of its own. Its number begins where other files have none.
 */
let giftCards = 700;

inEachEngine((engine) => {
  const rig = useEngine(engine, keptStack);
  const { journey } = rig;
  const homeless = () => ({});
  const withHome = () => ({ returnUrl: `${rig.shop.origin}/back` });

  it(
    'only one of the two payers has script',
    journey(homeless, async ({ page, javaScriptEnabled }) => {
      const isScripted = () => page.evaluate('() => document.forms.card.noValidate');
      await expect.poll(isScripted).toBe(javaScriptEnabled);
    }),
  );

  it(
    'a card pays, and the payer returns with the result',
    journey(withHome, async ({ page, orderId, successIndicator, javaScriptEnabled }) => {
      await payByCard(page);
      if (javaScriptEnabled) {
        // By itself, after a reading time of some seconds.
        await page.see('heading', 'Back at the shop');
      } else {
        await comeHome(page);
      }
      expect(await page.url()).toBe(`${rig.shop.origin}/back?resultIndicator=${successIndicator}`);
      expect(await rig.stack.acquirer.states(orderId)).toEqual(['APPROVED']);
    }),
  );

  it(
    'a card is declined, and another one pays',
    journey(homeless, async ({ page, orderId, url }) => {
      await payByCard(page, DECLINED);
      await page.see('heading', 'Your card was declined');
      expect(await page.text()).toContain('You can try 2 more times.');
      await payByCard(page);
      await page.see('heading', 'Payment complete');
      await page.goto(url);
      expect(await page.text()).toContain('ending in 0008');
      expect(await rig.stack.acquirer.states(orderId)).toEqual(['DECLINED', 'APPROVED']);
    }),
  );

  it(
    'a gift card shows its balance, and is accepted',
    journey(homeless, async ({ page, orderId }) => {
      giftCards += 1;
      await page.press('summary', 'Gift card');
      await typeGiftCard(page, giftCardNumber(giftCards, '99'));
      await page.press('button', 'Check balance');
      await page.see('heading', 'On your gift card: €990.00');
      expect(await rig.stack.acquirer.states(orderId)).toEqual([]);
      // The gift card is stored: its form has no inputs now, and is the only one that pays without card details.
      await page.press('button', PAY);
      await page.see('heading', 'Payment complete');
      const { body } = await rig.stack.merchant.order(orderId);
      expect(body).toMatchObject({ status: 'CAPTURED', sourceOfFunds: { type: 'GIFT_CARD' } });
      expect(await rig.stack.acquirer.states(orderId)).toEqual(['APPROVED']);
    }),
  );

  it.each(['Demo Wallet', 'Demo Bank'])('%s accepts the payment, and returns to the shop', (provider) =>
    journey(withHome, async ({ page, orderId, successIndicator }) => {
      if (provider === 'Demo Bank') {
        await page.press('summary', provider);
      }
      await page.press('button', `${PAY} with ${provider}`);
      await page.press('button', 'Approve 57.20 EUR');
      await comeHome(page);
      expect(await page.url()).toBe(`${rig.shop.origin}/back?resultIndicator=${successIndicator}`);
      expect((await rig.stack.merchant.order(orderId)).body).toMatchObject({ status: 'CAPTURED', result: 'SUCCESS' });
      expect(await rig.stack.acquirer.states(orderId)).toEqual([]);
    })(),
  );

  it(
    'Back from a provider shows the payment started there, and a card pays instead',
    journey(homeless, async ({ page, orderId, url, javaScriptEnabled }) => {
      await page.press('button', `${PAY} with Demo Wallet`);
      await page.see('button', 'Approve 57.20 EUR');
      if (javaScriptEnabled) {
        await page.back();
      } else {
        // Firefox replaces the entry of a page whose form is answered with the page's own address.
        await page.goto(url);
      }
      await page.see('heading', 'You started to pay with Demo Wallet');
      await page.press('button', 'Pay another way');
      await page.see('heading', 'Your payment with Demo Wallet was cancelled');
      await payByCard(page);
      await page.see('heading', 'Payment complete');
      const { body } = await rig.stack.merchant.order(orderId);
      expect(body).toMatchObject({ status: 'CAPTURED', totalCapturedAmount: 57.2 });
      expect(await rig.stack.acquirer.states(orderId)).toEqual(['APPROVED']);
    }),
  );

  it(
    'another language keeps the typed values, but neither the card’s number nor its code',
    journey(homeless, async ({ page }) => {
      await typeCard(page);
      await page.fill('Name on card (optional)', 'Ada Byrne');
      await page.press('summary', 'Language: English');
      await page.press('button', 'Deutsch');
      await page.see('heading', `Bei ${SHOP} bezahlen 57,20 €`);
      const typed = ['nameOnCard', 'expiry', 'number', 'securityCode'].map((name) =>
        page.evaluate(`() => document.getElementById('card-${name}').value`),
      );
      expect(await Promise.all(typed)).toEqual(['Ada Byrne', APPROVED, '', '']);
      expect(await page.evaluate('() => document.documentElement.lang')).toBe('de');
    }),
  );

  it(
    'a payment whose session has ended cannot be made from a form that is still open',
    journey(withHome, async ({ page, orderId, sessionId }) => {
      await typeCard(page);
      // The shortest lifetime that a merchant may set is a minute, which is too long for a test.
      const store = new Database(rig.stack.storeFile);
      store.prepare('UPDATE session SET expires_at = ? WHERE id = ?').run(Date.now() - 1, idHash(sessionId));
      store.close();
      await page.press('button', PAY);
      await page.see('heading', 'This payment has timed out');
      await page.see('link', `Return to ${SHOP}`);
      expect(await rig.stack.acquirer.states(orderId)).toEqual([]);
    }),
  );

  it(
    'a form with mistakes is not sent, shows the corrections, and is accepted afterwards',
    journey(homeless, async ({ page, orderId, javaScriptEnabled }) => {
      await page.fill('Card number', '5123 4500 0000 0009');
      await page.press('button', PAY);
      if (javaScriptEnabled) {
        await page.see('heading', 'Check what you entered');
        await page.see('link', 'This card number is not valid. Check it against your card.');
        await page.see('link', 'Enter your card’s security code.');
      } else {
        // Without script the browser itself blocks an incomplete form.
        expect(await page.evaluate('() => document.activeElement.id')).toBe('card-expiry');
        await page.fill('Expiry date', APPROVED);
        await page.fill('Security code', '100');
        await page.press('button', PAY);
        await expect.poll(() => page.text()).toContain('This card number is not valid. Check it against your card.');
        expect(await page.evaluate('() => document.activeElement.id')).toBe('card-number');
      }
      expect(await rig.stack.acquirer.states(orderId)).toEqual([]);
      await payByCard(page);
      await page.see('heading', 'Payment complete');
      expect(await rig.stack.acquirer.states(orderId)).toEqual(['APPROVED']);
    }),
  );

  it(
    'Back and reload after paying show that it is paid, and charge nothing',
    journey(withHome, async ({ page, orderId }) => {
      await payByCard(page);
      await comeHome(page);
      await page.back();
      await page.see('heading', 'Payment complete');
      await page.back();
      if (engine.name === 'WebKit') {
        // Over plain HTTP alone, WebKit's history keeps a page that must not be stored.
        await page.reload();
      }
      await page.see('heading', 'Payment complete');
      await page.reload();
      await page.see('heading', 'Payment complete');
      expect(await page.text()).toContain('You’ve already paid.');
      expect(await page.count('button', PAY)).toBe(0);
      expect(await rig.stack.acquirer.states(orderId)).toEqual(['APPROVED']);
    }),
  );

  it(
    'ten fast presses on Pay make one movement',
    journey(homeless, async ({ page, orderId }) => {
      await typeCard(page);
      await page.press('button', PAY, 10);
      await page.see('heading', 'Payment complete');
      expect(await rig.stack.acquirer.states(orderId)).toEqual(['APPROVED']);
    }),
  );

  it(
    'a payer who cancels returns to the shop',
    journey(
      () => ({ ...withHome(), cancelUrl: `${rig.shop.origin}/cancelled` }),
      async ({ page, orderId }) => {
        await page.press('button', `Cancel and return to ${SHOP}`);
        await page.see('heading', 'Back at the shop');
        expect(await page.url()).toBe(`${rig.shop.origin}/cancelled`);
        expect(await rig.stack.acquirer.states(orderId)).toEqual([]);
      },
    ),
  );
});

async function typeCard(page: DriverPage, expiry = APPROVED): Promise<void> {
  await page.fill('Card number', CARD_NUMBER);
  await page.fill('Expiry date', expiry);
  await page.fill('Security code', '100');
}

async function payByCard(page: DriverPage, expiry?: string): Promise<void> {
  await typeCard(page, expiry);
  await page.press('button', PAY);
}

/** Returns to the shop from a final page. */
async function comeHome(page: DriverPage): Promise<void> {
  await page.press('link', `Continue to ${SHOP}`);
  await page.see('heading', 'Back at the shop');
}

async function typeGiftCard(page: DriverPage, number: string): Promise<void> {
  await page.fill('Gift card number', number);
  await page.fill('PIN', '1234');
}
