/** A browser payment over the API, from the initiation to the end, with real providers. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BrowserRig, RETURN_URL, startBrowserRig } from './rig.ts';

let rig: BrowserRig;
beforeAll(async () => {
  rig = await startBrowserRig();
});
afterAll(() => rig.close());

describe('a payment with the wallet', () => {
  it('is initiated, redirected, returned and completed, and the payer ends at the returnUrl', async () => {
    const { reply, redirectUrl, retrieve } = await rig.initiate({ reference: 'TEST-SUCCEED' });
    expect(reply.status).toBe(201);
    expect(reply.json).toMatchObject({
      result: 'PENDING',
      response: { gatewayCode: 'PENDING' },
      order: { status: 'INITIATED', totalAuthorizedAmount: 0 },
      transaction: { type: 'PAYMENT', amount: 12 },
      sourceOfFunds: { type: 'DEMO_WALLET' },
      browserPayment: {
        operation: 'PAY',
        returnUrl: RETURN_URL,
        demoWallet: { paymentConfirmation: 'CONFIRM_AT_PROVIDER' },
        interaction: { status: 'INITIATED' },
      },
    });
    expect(redirectUrl).toMatch(new RegExp(`^${rig.origin}/redirect/[0-9A-Za-z]{24}$`));

    const { addresses, text } = await rig.browse(redirectUrl);
    expect(addresses.at(-1)).toBe(RETURN_URL);
    expect(text).toContain('12.00');

    const now = await retrieve();
    expect(now).toMatchObject({
      result: 'SUCCESS',
      response: { gatewayCode: 'APPROVED' },
      order: { status: 'CAPTURED', totalCapturedAmount: 12 },
      browserPayment: { interaction: { status: 'COMPLETED' } },
    });
    const { timeInitiated, timeRedirected, timeReturned, timeCompleted } = now.browserPayment.interaction;
    expect([timeInitiated, timeRedirected, timeCompleted, timeReturned].map((time) => Date.parse(time))).toEqual(
      [timeInitiated, timeRedirected, timeCompleted, timeReturned]
        .map((time) => Date.parse(time))
        .sort((a, b) => a - b),
    );
  });

  it('is declined by the provider, and the payer still returns', async () => {
    const { redirectUrl, retrieve } = await rig.initiate({ reference: 'TEST-FAIL-DECLINE' });
    const { addresses } = await rig.browse(redirectUrl);
    expect(addresses.at(-1)).toBe(RETURN_URL);
    expect(await retrieve()).toMatchObject({
      result: 'FAILURE',
      response: { gatewayCode: 'DECLINED' },
      order: { status: 'FAILED' },
      browserPayment: { interaction: { status: 'COMPLETED' } },
    });
  });

  it('that the provider refuses to start is a failure without a redirect', async () => {
    const { reply } = await rig.initiate({ reference: 'TEST-FAIL-NOTFOUND' });
    expect(reply.json).toMatchObject({
      result: 'FAILURE',
      response: { gatewayCode: 'DECLINED' },
      order: { status: 'FAILED' },
    });
    expect(reply.json.browserPayment.redirectUrl).toBeUndefined();
    expect(reply.json.browserPayment.interaction).toBeUndefined();
  });

  it('is authorized, captured in part, and the rest is refunded as requested', async () => {
    const { redirectUrl, orderId } = await rig.initiate({ reference: 'TEST-SUCCEED', operation: 'AUTHORIZE' });
    await rig.browse(redirectUrl);
    const capture = await rig.api('PUT', `/order/${orderId}/transaction/2`, {
      apiOperation: 'CAPTURE',
      transaction: { amount: '7.00', currency: 'EUR' },
    });
    expect(capture.json).toMatchObject({
      result: 'SUCCESS',
      order: { status: 'PARTIALLY_CAPTURED', totalCapturedAmount: 7 },
    });
    const refund = await rig.api('PUT', `/order/${orderId}/transaction/3`, {
      apiOperation: 'REFUND',
      transaction: { amount: '2.00', currency: 'EUR' },
    });
    expect(refund.json).toMatchObject({
      result: 'SUCCESS',
      order: { status: 'PARTIALLY_REFUNDED', totalRefundedAmount: 2 },
    });
    expect(
      rig.providers.ledger('demoWallet', { order: orderId }).map(({ kind, amount, state }) => [kind, amount, state]),
    ).toEqual([
      ['AUTHORIZATION', '12.00', 'APPROVED'],
      ['CAPTURE', '7.00', 'APPROVED'],
      ['REFUND', '2.00', 'APPROVED'],
    ]);
    expect(rig.host.ledger({ order: orderId })).toEqual([]);
  });

  it('is voided as a whole', async () => {
    const { redirectUrl, orderId } = await rig.initiate({ reference: 'TEST-SUCCEED' });
    await rig.browse(redirectUrl);
    const voided = await rig.api('PUT', `/order/${orderId}/transaction/2`, {
      apiOperation: 'VOID',
      transaction: { targetTransactionId: '1' },
    });
    expect(voided.json).toMatchObject({ result: 'SUCCESS', order: { status: 'CANCELLED' } });
    expect(rig.providers.ledger('demoWallet', { order: orderId })[0]).toMatchObject({ state: 'REVERSED' });
  });
});

describe('a payment with the bank', () => {
  it('is known only later, from the bank’s server', async () => {
    const { redirectUrl, retrieve } = await rig.initiate({ provider: 'demoBank', reference: 'TEST-SUCCESS-INIT' });
    await rig.browse(redirectUrl, { until: /shop\.example/ });
    await vi.waitFor(async () => expect((await retrieve()).result).toBe('SUCCESS'), 8_000);
    const now = await retrieve();
    expect(now.sourceOfFunds.provided.demoBank.bankIdentifier).toMatch(/^\d{8}$/);
  });
});

describe('the shipping address', () => {
  const shipping = { address: { street: 'Alpha St 1', city: 'Berlin', postcodeZip: '10115', country: 'DEU' } };

  it('that the payer chose at the wallet replaces the shop’s', async () => {
    const { redirectUrl, retrieve, reply } = await rig.initiate({ body: { shipping } });
    expect(reply.json.shipping.address.city).toBe('Berlin');
    const shown = await fetch(redirectUrl);
    const page = await shown.text();
    const [, action = ''] = /<form[^>]*action="([^"]+)"/.exec(page) ?? [];
    const choices = [...page.matchAll(/name="address" value="([^"]+)"/g)].map(([, value]) => value as string);
    expect(choices.length).toBeGreaterThan(1);
    const chosen = await fetch(new URL(action, shown.url), {
      method: 'POST',
      body: new URLSearchParams({ choice: 'APPROVE', address: choices.at(-1) ?? '' }),
      redirect: 'manual',
    });
    expect(chosen.status).toBe(303);
    await vi.waitFor(async () => expect((await retrieve()).result).toBe('SUCCESS'), 8_000);
    expect((await retrieve()).shipping.address).toMatchObject({ city: 'Portland', country: 'USA' });
  });
});
