/**
 * PayPal's webhooks late, duplicated, reordered, forged, from elsewhere and about others; PayPal overloaded, cut off
 * and sending garbage during a payment: each ends with one payment at most, and a page with a next step.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PayPalAnswerMode, PayPalFault, WebhookMode } from '../../../src/sandbox/paypal/faults.ts';
import { isFirst, itAtLength } from '../../support/at-length.ts';
import { RETURN_URL } from '../rig.ts';
import { type Initiated, type PayPalRig, startPayPalRig } from './rig.ts';

let rig: PayPalRig;
beforeAll(async () => {
  rig = await startPayPalRig({ speed: 60 });
});
afterAll(() => rig.close());
afterEach(() => rig.simulator.paypal.setFault({ mode: 'NONE' }));

const misbehave = (mode: PayPalAnswerMode | WebhookMode, more: Partial<PayPalFault> = {}) =>
  rig.simulator.paypal.setFault({ mode, ...more });

const PAID = ['ORDER 12.00 COMPLETED', 'CAPTURE 12.00 COMPLETED'];

async function isPaidOnce(initiated: Initiated): Promise<void> {
  await initiated.becomes('SUCCESS APPROVED');
  expect(await initiated.order()).toMatchObject({ status: 'CAPTURED', totalCapturedAmount: 12 });
  expect(initiated.ledger()).toEqual(PAID);
}

/** The gateway's log lines about refused callbacks. */
const refused = () => rig.logged.filter((line) => line.includes('a callback was refused')).length;
const calledBack = async (initiated: Initiated) =>
  (await initiated.timeline()).filter((event) => event.startsWith('CALLED_BACK'));

describe('a payer who closes the browser', () => {
  itAtLength<[WebhookMode, Partial<PayPalFault>]>(
    [
      ['LATE', { delayMs: 500, count: 3 }],
      ['TWICE', {}],
      ['OUT_OF_ORDER', {}],
      // It only makes the gateway query its own payment.
      ['OTHER_MERCHANT', {}],
    ],
    isFirst,
  )('has paid once, though the webhooks are %s', async (mode, more) => {
    misbehave(mode, more);
    const initiated = await rig.initiate();
    await initiated.answer();
    await isPaidOnce(initiated);
    await expect.poll(() => calledBack(initiated), { timeout: 20_000 }).not.toEqual([]);
  });

  itAtLength<WebhookMode>(['FORGED', 'ALTERED', 'FOREIGN_CERTIFICATE', 'FOREIGN_HOST'], isFirst)(
    'is settled by the schedule where the webhooks are %s, which are refused',
    async (mode) => {
      misbehave(mode);
      const before = refused();
      const initiated = await rig.initiate();
      await initiated.answer();
      await isPaidOnce(initiated);
      await expect.poll(refused, { timeout: 20_000 }).toBeGreaterThan(before);
      expect(await calledBack(initiated)).toEqual([]);
    },
  );

  it('is settled by the schedule where PayPal sends no webhook', async () => {
    misbehave('NEVER');
    const initiated = await rig.initiate();
    await initiated.answer();
    await isPaidOnce(initiated);
    expect(await calledBack(initiated)).toEqual([]);
  });
});

describe('a webhook', () => {
  it('at another merchant’s address is refused, and changes nothing', async () => {
    const initiated = await rig.initiate();
    await initiated.answerAndReturn();
    await expect.poll(() => calledBack(initiated), { timeout: 20_000 }).not.toEqual([]);
    const [delivery] = rig.simulator.paypal.ledger.events.all({});
    const { clientId, clientSecret } = rig.simulator.paypal.accounts.all[0]!;
    await rig.merchant({
      id: 'OTHERSHOP',
      name: 'Other Shop',
      browserPayments: ['paypal'],
      providerAccounts: { paypal: { clientId, clientSecret, webhookId: '9JE4291016473214C' } },
    });
    const reply = await rig.call('POST', '/callback/paypal/OTHERSHOP', delivery!.body, { authorization: null });
    expect(reply.status).toBe(403);
    expect((await rig.call('POST', '/callback/paypal', delivery!.body, { authorization: null })).status).toBe(404);
    expect((await rig.call('POST', '/callback/paypal/NOBODY', delivery!.body, { authorization: null })).status).toBe(
      404,
    );
    expect(initiated.ledger()).toEqual(PAID);
  });

  it('of 10 MB is not read', async () => {
    const body = `{"event_type":"${'x'.repeat(10_000_000)}"}`;
    const sent = await rig
      .call('POST', '/callback/paypal/TESTSHOP', body, { authorization: null })
      .catch(() => undefined);
    expect(sent?.status ?? 413).toBe(413);
  });
});

describe('a payer who returns while PayPal', () => {
  itAtLength<[PayPalAnswerMode, Partial<PayPalFault>]>(
    [
      ['DROP_REQUEST', { operation: 'orders.capture', count: 1 }],
      ['DROP_REPLY', { operation: 'orders.capture', count: 1 }],
      ['INTERNAL_ERROR', { operation: 'orders.capture', count: 2 }],
      ['INTERNAL_ERROR_AFTER', { operation: 'orders.capture', count: 1 }],
      ['UNAVAILABLE', { operation: 'orders.get', count: 2 }],
      ['GARBAGE', { operation: 'orders.capture', count: 1 }],
      ['HUGE', { operation: 'orders.capture', count: 1 }],
      ['HUGE', { operation: 'orders.get', count: 1 }],
      ['RATE_LIMIT', { operation: 'orders.capture', count: 1, retryAfter: 2 }],
      ['RATE_LIMIT', { operation: 'oauth.token', count: 1, retryAfter: 1 }],
      ['TOKEN_EXPIRED', { operation: 'orders.capture', count: 1 }],
      ['DELAY', { operation: 'orders.capture', count: 1, delayMs: 2_000 }],
    ],
    isFirst,
  )('answers with %s for %j has paid once, and returns', async (mode, more) => {
    const initiated = await rig.initiate();
    const back = await initiated.answer();
    misbehave(mode, more);
    const { addresses, status } = await rig.browse(back);
    expect([status, addresses.at(-1)]).toEqual([200, RETURN_URL]);
    await isPaidOnce(initiated);
  });
});

describe('a payment that PayPal does not take', () => {
  itAtLength<[PayPalAnswerMode, string]>(
    [
      ['DROP_REQUEST', 'TIMED_OUT'],
      ['DROP_REPLY', 'TIMED_OUT'],
      ['INTERNAL_ERROR', 'TIMED_OUT'],
      ['GARBAGE', 'TIMED_OUT'],
      ['HUGE', 'TIMED_OUT'],
      ['RATE_LIMIT', 'ACQUIRER_SYSTEM_ERROR'],
    ],
    isFirst,
  )('because of %s is a failure without an address, and the order may be tried again', async (mode, gatewayCode) => {
    misbehave(mode, { operation: 'orders.create', count: 1 });
    const initiated = await rig.initiate();
    expect(initiated.reply.json).toMatchObject({ result: 'FAILURE', response: { gatewayCode } });
    expect(initiated.redirectUrl).toBe('');
    const again = await initiated.follow('INITIATE_BROWSER_PAYMENT', '2', {
      browserPayment: {
        operation: 'PAY',
        returnUrl: RETURN_URL,
        paypal: { paymentConfirmation: 'CONFIRM_AT_PROVIDER' },
      },
      order: { amount: '12.00', currency: 'EUR' },
      sourceOfFunds: { type: 'PAYPAL' },
    });
    expect(again).toMatchObject({ result: 'PENDING', browserPayment: { redirectUrl: expect.any(String) } });
  });
});

it('the gateway writes no secret and no token to the log', async () => {
  const initiated = await rig.initiate();
  await initiated.answerAndReturn();
  const { clientSecret } = rig.simulator.paypal.accounts.all[0]!;
  const log = rig.logged.join('');
  expect(log).not.toContain(clientSecret);
  expect(log).not.toMatch(/\bA21A/);
  expect(log).not.toContain('Bearer');
});
