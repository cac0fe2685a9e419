/** The requests of shops and payers in the restore drill, one script for each kind of order. */
import { setTimeout as pause } from 'node:timers/promises';
import { CARD_SOURCE } from '../support/merchant.ts';
import type { DrillOrder } from './drill-shops.ts';

export type Way = (order: DrillOrder) => Promise<void>;

const EUR = { amount: '10.00', currency: 'EUR' };
const CARD = { order: EUR, sourceOfFunds: CARD_SOURCE };
const money = (amount: string) => ({ transaction: { amount, currency: 'EUR' } });
const target = (id: string) => ({ transaction: { targetTransactionId: id } });
/** The sandbox decides by the expiry: declined by the acquirer, or a frictionless authentication. */
const expiring = (month: string, year: string) => ({
  ...{ type: 'CARD', provided: { card: { ...CARD_SOURCE.provided.card, expiry: { month, year } } } },
});
const DECLINED = { ...CARD, sourceOfFunds: expiring('5', '39') };
const AUTHENTICATED = { order: EUR, sourceOfFunds: expiring('1', '40') };
const DEVICE = {
  browser: 'Mozilla/5.0',
  browserDetails: {
    ...{ acceptHeaders: '512', colorDepth: 24, javaEnabled: false, javaScriptEnabled: true },
    ...{ language: 'en', screenHeight: 640, screenWidth: 480, timeZone: 0 },
  },
  ipAddress: '192.0.2.1',
};
const TYPED = { method: 'card', number: '5123456789012346', expiry: '01/39', securityCode: '100' };
const RETURN_URL = 'http://localhost:9/back';
/** The slowest of the sandbox's providers, on a loaded machine. */
const RESULT_MS_MAX = 30_000;
const RESULT_POLL_MS = 100;

/** Starts a browser payment, and sends the payer through it. */
async function byProvider(order: DrillOrder, group: string, operation = 'PAY'): Promise<void> {
  const initiated = await order.send('1', 'INITIATE_BROWSER_PAYMENT', {
    browserPayment: { operation, returnUrl: RETURN_URL, [group]: { paymentConfirmation: 'CONFIRM_AT_PROVIDER' } },
    order: { ...EUR, reference: 'TEST-SUCCEED' },
    sourceOfFunds: { type: group.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase() },
  });
  await order.visit(initiated.browserPayment?.redirectUrl ?? '');
  await known(order, '1');
}

async function known(order: DrillOrder, id: string): Promise<void> {
  const until = performance.now() + RESULT_MS_MAX;
  while ((await order.result(id)) === 'PENDING' && performance.now() < until) {
    await pause(RESULT_POLL_MS);
  }
}

const onThePage =
  (...forms: readonly Record<string, string>[]): Way =>
  async (order) => {
    const url = await order.checkout({
      interaction: { operation: 'PURCHASE', returnUrl: RETURN_URL, merchant: { name: 'Harbour Lane Books' } },
      order: { ...EUR, description: 'Two books', reference: 'TEST-SUCCEED' },
    });
    for (const form of forms) {
      await order.submit(url, form);
    }
  };

export const WAYS: Readonly<Record<string, Way>> = {
  async pay({ send }) {
    await send('1', 'PAY', CARD);
  },
  async payRefund({ send }) {
    await send('1', 'PAY', CARD);
    await send('2', 'REFUND', money('4.00'));
    await send('3', 'REFUND', money('1.50'));
  },
  async payVoid({ send }) {
    await send('1', 'PAY', CARD);
    await send('2', 'VOID', target('1'));
  },
  async refundVoid({ send }) {
    await send('1', 'PAY', CARD);
    await send('2', 'REFUND', money('4.00'));
    await send('3', 'VOID', target('2'));
    await send('4', 'REFUND', money('5.00'));
  },
  async capture({ send }) {
    await send('1', 'AUTHORIZE', CARD);
    await send('2', 'CAPTURE', money('10.00'));
    await send('3', 'REFUND', money('2.00'));
  },
  async captureParts({ send }) {
    await send('1', 'AUTHORIZE', CARD);
    await send('2', 'CAPTURE', money('3.00'));
    await send('3', 'CAPTURE', money('4.00'));
    await send('4', 'VOID', target('3'));
    await send('5', 'CAPTURE', money('2.50'));
    await send('6', 'REFUND', money('1.00'));
  },
  async authorizeVoid({ send }) {
    await send('1', 'AUTHORIZE', CARD);
    await send('2', 'VOID', target('1'));
  },
  async update({ send }) {
    await send('1', 'AUTHORIZE', CARD);
    await send('2', 'UPDATE_AUTHORIZATION', money('12.00'));
    await send('3', 'CAPTURE', money('11.00'));
  },
  async updateVoid({ send }) {
    await send('1', 'AUTHORIZE', CARD);
    await send('2', 'UPDATE_AUTHORIZATION', money('12.00'));
    await send('3', 'VOID', target('1'));
  },
  async verify({ send }) {
    await send('1', 'VERIFY', { ...CARD, order: { currency: 'EUR' } });
    await send('2', 'PAY', CARD);
  },
  async declinedFirst({ send }) {
    await send('1', 'PAY', DECLINED);
    await send('2', 'PAY', CARD);
  },
  async token(order) {
    const { token } = await order.call('POST', '/token', { sourceOfFunds: CARD_SOURCE });
    await order.send('1', 'PAY', { order: EUR, sourceOfFunds: { token } });
    await order.send('2', 'REFUND', money('3.00'));
  },
  async session(order) {
    const { session } = await order.call('POST', '/session', {});
    await order.call('PUT', `/session/${session?.id}`, { sourceOfFunds: CARD_SOURCE });
    await order.send('1', 'AUTHORIZE', { order: EUR, session: { id: session?.id } });
    await order.send('2', 'CAPTURE', money('6.00'));
  },
  async authenticated({ send }) {
    await send('a', 'INITIATE_AUTHENTICATION', {
      authentication: { channel: 'PAYER_BROWSER', purpose: 'PAYMENT_TRANSACTION' },
      ...AUTHENTICATED,
      order: { currency: 'EUR' },
    });
    const authentication = { redirectResponseUrl: RETURN_URL };
    await send('a', 'AUTHENTICATE_PAYER', { authentication, device: DEVICE, ...AUTHENTICATED });
    await send('1', 'PAY', { ...AUTHENTICATED, authentication: { transactionId: 'a' } });
  },
  async refundAlone({ send }) {
    await send('1', 'REFUND', { ...money('4.00'), sourceOfFunds: CARD_SOURCE });
  },
  async captureAlone({ send }) {
    await send('1', 'CAPTURE', {
      transaction: { amount: '4.00', currency: 'EUR', authorizationCode: '123456' },
      sourceOfFunds: CARD_SOURCE,
    });
    await send('2', 'REFUND', money('1.00'));
  },
  card: onThePage(TYPED),
  cardAgain: onThePage({ ...TYPED, expiry: '05/39' }, TYPED),
  wallet: onThePage({ method: 'demoWallet' }),
  async walletRefund(order) {
    await byProvider(order, 'demoWallet');
    await order.send('2', 'REFUND', money('3.00'));
    await known(order, '2');
  },
  async walletCapture(order) {
    await byProvider(order, 'demoWallet', 'AUTHORIZE');
    await order.send('2', 'CAPTURE', money('4.00'));
    await known(order, '2');
  },
  async bankRefund(order) {
    await byProvider(order, 'demoBank');
    await order.send('2', 'REFUND', money('3.00'));
    await known(order, '2');
  },
  async paypalRefund(order) {
    await byProvider(order, 'paypal');
    await order.send('2', 'REFUND', money('3.00'));
    await known(order, '2');
  },
};

/** Scripts that need accounts which only the sandbox's own shop has. */
export const OWN_SHOP_ONLY: ReadonlySet<string> = new Set(['paypalRefund']);
/** Scripts for which the sandbox's shop lacks the permission. */
export const OTHER_SHOPS_ONLY: ReadonlySet<string> = new Set(['refundAlone', 'captureAlone']);
