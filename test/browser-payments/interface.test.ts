/**
 * Browser payments over the API: both shapes of the request, every error named by its field, repeats, locks and
 * confirmations.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newOrderId, type Reply } from '../api/rest/rig.ts';
import { rowsOf } from '../support/database.ts';
import { type BrowserRig, RETURN_URL, startBrowserRig } from './rig.ts';

let rig: BrowserRig;
beforeAll(async () => {
  rig = await startBrowserRig();
  await rig.merchant({ id: 'BANKONLY', name: 'Only the bank', browserPayments: ['demoBank'] });
});
afterAll(() => rig.close());

/** A request in the shape of version 34 and later, with the members of `more` overridden. */
const shape34 = (more: Record<string, object> = {}) => ({
  apiOperation: 'INITIATE_BROWSER_PAYMENT',
  browserPayment: {
    operation: 'PAY',
    returnUrl: RETURN_URL,
    demoWallet: { paymentConfirmation: 'CONFIRM_AT_PROVIDER' },
    ...more.browserPayment,
  },
  order: { amount: '12.00', currency: 'EUR', reference: 'TEST-PENDING', ...more.order },
  sourceOfFunds: { type: 'DEMO_WALLET', ...more.sourceOfFunds },
});

/** In the shape of versions 21 to 33: the operation is in the provider's group. */
const shape21 = (settings: object = { operation: 'PAY', paymentConfirmation: 'CONFIRM_AT_PROVIDER' }) => ({
  ...shape34(),
  browserPayment: { returnUrl: RETURN_URL, demoWallet: settings },
});

const put = (body: object, options: { version?: number; merchant?: string } = {}, order = newOrderId()) =>
  rig.api('PUT', `/order/${order}/transaction/1`, body, options);

const orders = () => Number(rowsOf(rig.folder, 'select count(*) as n from payment_order')[0]?.n);

const fields = ({ json }: Reply): string[] =>
  (json.error?.details ?? [json.error]).map(({ field }: { field: string }) => field);

describe('INITIATE_BROWSER_PAYMENT', () => {
  it.each([21, 33])(
    'in version %i has the operation in the provider’s group, in request and answer',
    async (version) => {
      const { status, json } = await put(shape21(), { version });
      expect([status, json.result]).toEqual([201, 'PENDING']);
      expect(json.browserPayment.demoWallet).toMatchObject({
        operation: 'PAY',
        paymentConfirmation: 'CONFIRM_AT_PROVIDER',
      });
      expect(json.browserPayment.operation).toBeUndefined();
      expect(json.browserPayment.redirectUrl).toMatch(/\/redirect\/[0-9A-Za-z]{24}$/);
    },
  );

  it.each([34, 63, 100])('in version %i has it in the group itself, in request and answer', async (version) => {
    const { status, json } = await put(shape34({ browserPayment: { operation: 'AUTHORIZE' } }), { version });
    expect([status, json.result]).toEqual([201, 'PENDING']);
    expect(json.browserPayment.operation).toBe('AUTHORIZE');
    expect(json.browserPayment.demoWallet.operation).toBeUndefined();
    expect(json.transaction.type).toBe('AUTHORIZATION');
  });

  it('sent in one version is answered to another in that one’s shape', async () => {
    const order = newOrderId();
    await put(shape21(), { version: 21 }, order);
    const now = await rig.api('GET', `/order/${order}/transaction/1`, undefined, { version: 100 });
    expect(now.json.browserPayment.operation).toBe('PAY');
    const then = await rig.api('GET', `/order/${order}/transaction/1`, undefined, { version: 33 });
    expect(then.json.browserPayment.demoWallet.operation).toBe('PAY');
    expect(then.json.browserPayment.operation).toBeUndefined();
  });

  it('is refused in the shape of the other version', async () => {
    expect((await put(shape34(), { version: 33 })).json.error.validationType).toBe('MISSING');
    expect(fields(await put(shape21(), { version: 34 }))).toContain('browserPayment.operation');
  });

  const bank = { demoWallet: undefined, demoBank: { paymentConfirmation: 'CONFIRM_AT_PROVIDER' } };
  const SLIPS: readonly (readonly [string, string, object])[] = [
    ['a type that is none', 'sourceOfFunds.type', shape34({ sourceOfFunds: { type: 'DEMO_PURSE' } })],
    ['a card’s type', 'sourceOfFunds.type', shape34({ sourceOfFunds: { type: 'CARD' } })],
    ['no type', 'sourceOfFunds.type', shape34({ sourceOfFunds: { type: undefined } as object })],
    [
      'the other provider’s group too',
      'browserPayment.demoBank',
      shape34({ browserPayment: { ...bank, demoWallet: { paymentConfirmation: 'CONFIRM_AT_PROVIDER' } } }),
    ],
    [
      'an operation that the bank has not',
      'browserPayment.operation',
      shape34({ browserPayment: { ...bank, operation: 'AUTHORIZE' }, sourceOfFunds: { type: 'DEMO_BANK' } }),
    ],
    [
      'a confirmation that the bank has not',
      'browserPayment.demoBank.paymentConfirmation',
      shape34({
        browserPayment: { ...bank, demoBank: { paymentConfirmation: 'CONFIRM_AT_MERCHANT' } },
        sourceOfFunds: { type: 'DEMO_BANK' },
      }),
    ],
    ['an operation that is none', 'browserPayment.operation', shape34({ browserPayment: { operation: 'CHARGE' } })],
    ['no operation', 'browserPayment.operation', shape34({ browserPayment: { operation: undefined } as object })],
    [
      'no confirmation',
      'browserPayment.demoWallet.paymentConfirmation',
      shape34({ browserPayment: { demoWallet: {} } }),
    ],
    [
      'a confirmation that is none',
      'browserPayment.demoWallet.paymentConfirmation',
      shape34({ browserPayment: { demoWallet: { paymentConfirmation: 'NEVER' } } }),
    ],
    ['an amount of nothing', 'order.amount', shape34({ order: { amount: '0.00' } })],
    ['an amount below nothing', 'order.amount', shape34({ order: { amount: '-1' } })],
    ['no amount', 'order.amount', shape34({ order: { amount: undefined } as object })],
    ['more decimals than the currency has', 'order.amount', shape34({ order: { amount: '1.5', currency: 'JPY' } })],
    ['a currency that is none', 'order.currency', shape34({ order: { currency: 'XXY' } })],
    ['no currency', 'order.currency', shape34({ order: { currency: undefined } as object })],
    ['no returnUrl', 'browserPayment.returnUrl', shape34({ browserPayment: { returnUrl: undefined } as object })],
    [
      'a Boolean that is none',
      'browserPayment.demoWallet.displayShippingAddress',
      shape34({
        browserPayment: { demoWallet: { paymentConfirmation: 'CONFIRM_AT_PROVIDER', displayShippingAddress: 'maybe' } },
      }),
    ],
  ];

  it.each(SLIPS)('with %s is refused, and %s is named', async (_what, field, body) => {
    const before = orders();
    const reply = await put(body);
    expect([reply.status, reply.json.result]).toEqual([400, 'ERROR']);
    expect(fields(reply)).toContain(field);
    expect(orders()).toBe(before);
  });

  it('with a provider that is not in the merchant’s profile is refused', async () => {
    const reply = await put(shape34(), { merchant: 'BANKONLY' });
    expect([reply.status, fields(reply)]).toEqual([400, ['sourceOfFunds.type']]);
  });
});

describe('a repeated initiation', () => {
  it('gets the stored answer, ten times at once, and the provider has one payment', async () => {
    const order = newOrderId();
    const replies = await Promise.all(Array.from({ length: 10 }, () => put(shape34(), {}, order)));
    expect(new Set(replies.map(({ json }) => json.browserPayment.redirectUrl)).size).toBe(1);
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(rig.providers.ledger('demoWallet', { order })).toHaveLength(1);
  });

  it('with other contents is refused, and changes nothing', async () => {
    const order = newOrderId();
    const first = await put(shape34(), {}, order);
    const other = await put(shape34({ order: { amount: '13.00' } }), {}, order);
    expect([other.status, other.json.error.cause]).toEqual([400, 'INVALID_REQUEST']);
    const again = await rig.api('GET', `/order/${order}/transaction/1`);
    expect(again.json.order.amount).toBe(first.json.order.amount);
  });

  it('under another transaction id is refused while the first is unknown', async () => {
    const order = newOrderId();
    await put(shape34(), {}, order);
    const second = await rig.api('PUT', `/order/${order}/transaction/2`, shape34());
    expect([second.status, second.json.error.cause]).toEqual([400, 'INVALID_REQUEST']);
  });

  it('during the first one is a LOCK_FAILURE that is not recorded', async () => {
    const order = newOrderId();
    rig.providers.setFaults('demoWallet', { mode: 'DELAY', delayMs: 1_000, count: 1 });
    const first = put(shape34(), {}, order);
    await vi.waitFor(() =>
      expect(
        rowsOf(rig.folder, 'select locked_by from payment_order where order_id = ?', order)[0]?.locked_by,
      ).toBeTruthy(),
    );
    const second = await rig.api('PUT', `/order/${order}/transaction/2`, shape34());
    expect([second.status, second.json.result, second.json.response.gatewayCode]).toEqual([
      200,
      'FAILURE',
      'LOCK_FAILURE',
    ]);
    expect((await first).status).toBe(201);
    expect((await rig.api('GET', `/order/${order}/transaction/2`)).status).toBe(400);
  });
});

describe('CONFIRM_BROWSER_PAYMENT', () => {
  const confirm = (order: string, transaction = '1') =>
    rig.api('PUT', `/order/${order}/transaction/${transaction}`, { apiOperation: 'CONFIRM_BROWSER_PAYMENT' });

  it('of an unknown payment is refused', async () => {
    expect((await confirm('no-such-order')).status).toBe(400);
    const { orderId } = await rig.initiate({ reference: 'TEST-PENDING', confirmation: 'CONFIRM_AT_MERCHANT' });
    expect((await confirm(orderId, '2')).json.error.explanation).toContain("transaction '2'");
  });

  it('before the payer agreed is refused, and confirms nothing', async () => {
    const { orderId, retrieve } = await rig.initiate({ confirmation: 'CONFIRM_AT_MERCHANT' });
    const reply = await confirm(orderId);
    expect([reply.status, reply.json.error.cause]).toEqual([400, 'INVALID_REQUEST']);
    expect(reply.json.error.explanation).toContain('the payer of order');
    expect((await retrieve()).result).toBe('PENDING');
  });

  it('of a payment confirmed at the provider is refused with the field paymentConfirmation', async () => {
    const { orderId } = await rig.initiate({ reference: 'TEST-PENDING' });
    expect(fields(await confirm(orderId))).toEqual(['browserPayment.demoWallet.paymentConfirmation']);
    const bank = await rig.initiate({ provider: 'demoBank', reference: 'TEST-PENDING' });
    expect(fields(await confirm(bank.orderId))).toEqual(['browserPayment.demoBank.paymentConfirmation']);
  });

  it('of a card payment, and of a capture, is refused', async () => {
    const { orderId, redirectUrl } = await rig.initiate({ reference: 'TEST-SUCCEED', operation: 'AUTHORIZE' });
    await rig.browse(redirectUrl);
    await rig.api('PUT', `/order/${orderId}/transaction/2`, {
      apiOperation: 'CAPTURE',
      transaction: { amount: '1.00', currency: 'EUR' },
    });
    expect((await confirm(orderId, '2')).json.error.explanation).toContain('is no browser payment');
  });

  it('makes the agreed payment, and gets the same answer for any repeats', async () => {
    const { orderId, redirectUrl, retrieve } = await rig.initiate({
      reference: 'TEST-SUCCEED',
      confirmation: 'CONFIRM_AT_MERCHANT',
    });
    const { addresses } = await rig.browse(redirectUrl);
    expect(addresses.at(-1)).toBe(RETURN_URL);
    expect((await retrieve()).result).toBe('PENDING');
    const replies = [await confirm(orderId), ...(await Promise.all([confirm(orderId), confirm(orderId)]))];
    expect(replies.map(({ status, json }) => [status, json.result])).toEqual(Array(3).fill([200, 'SUCCESS']));
    expect(rig.providers.ledger('demoWallet', { order: orderId })).toMatchObject([{ state: 'APPROVED' }]);
  });

  it('while the provider is down is to be repeated', async () => {
    const { orderId, redirectUrl } = await rig.initiate({
      reference: 'TEST-SUCCEED',
      confirmation: 'CONFIRM_AT_MERCHANT',
    });
    await rig.browse(redirectUrl);
    rig.providers.setFaults('demoWallet', { mode: 'REFUSE', delayMs: 0, count: null });
    const reply = await confirm(orderId);
    rig.providers.setFaults('demoWallet', { mode: 'NONE', delayMs: 0, count: null });
    expect([reply.status, reply.json.error.cause, reply.headers['retry-after']]).toEqual([503, 'SERVER_BUSY', '5']);
    expect((await confirm(orderId)).json.result).toBe('SUCCESS');
  });
});

describe('an operation that the provider lacks', () => {
  it('is refused by the operation’s name and the provider’s', async () => {
    const wallet = await rig.initiate({ reference: 'TEST-SUCCEED', operation: 'AUTHORIZE' });
    await rig.browse(wallet.redirectUrl);
    const update = await rig.api('PUT', `/order/${wallet.orderId}/transaction/2`, {
      apiOperation: 'UPDATE_AUTHORIZATION',
      transaction: { amount: '20.00', currency: 'EUR' },
    });
    expect(update.json.error.explanation).toMatch(/^UPDATE_AUTHORIZATION is not possible: Demo Wallet/);
    const bank = await rig.initiate({ provider: 'demoBank', reference: 'TEST-SUCCESS-INIT' });
    await vi.waitFor(async () => expect((await bank.retrieve()).result).toBe('SUCCESS'), 20_000);
    const voided = await rig.api('PUT', `/order/${bank.orderId}/transaction/2`, {
      apiOperation: 'VOID',
      transaction: { targetTransactionId: '1' },
    });
    expect(voided.json.error.explanation).toMatch(/^VOID is not possible: Demo Bank/);
  });
});

describe('a retrieved order', () => {
  it('has its browser payment, and each transaction has its own', async () => {
    const { orderId, redirectUrl } = await rig.initiate({ reference: 'TEST-SUCCEED' });
    await rig.browse(redirectUrl);
    const { json } = await rig.api('GET', `/order/${orderId}`);
    expect(json).toMatchObject({
      status: 'CAPTURED',
      sourceOfFunds: { type: 'DEMO_WALLET' },
      browserPayment: { operation: 'PAY', interaction: { status: 'COMPLETED' } },
      transaction: [{ browserPayment: { interaction: { status: 'COMPLETED' } } }],
    });
  });

  it('has each provider of the profile among the payment options', async () => {
    const types = async (merchant: string) =>
      (await rig.api('GET', '/paymentOptionsInquiry', undefined, { merchant })).json.paymentTypes.browserPayment.map(
        ({ type }: { type: string }) => type,
      );
    expect(await types('TESTSHOP')).toEqual(['DEMO_BANK', 'DEMO_WALLET', 'PAYPAL']);
    expect(await types('BANKONLY')).toEqual(['DEMO_BANK']);
    const { json } = await rig.api('GET', '/paymentOptionsInquiry');
    const operations = json.supportedPaymentOperations.map(
      (one: Record<string, string>) => one.supportedPaymentOperation,
    );
    expect(operations).toEqual(expect.arrayContaining(['INITIATE_BROWSER_PAYMENT', 'CONFIRM_BROWSER_PAYMENT']));
  });
});

describe('a request that a provider cannot execute', () => {
  it('in an old version’s shape is named by that version’s field', async () => {
    const settings = { operation: 'AUTHORIZE', paymentConfirmation: 'CONFIRM_AT_PROVIDER' };
    const body = {
      ...shape34({ sourceOfFunds: { type: 'DEMO_BANK' } }),
      browserPayment: { returnUrl: RETURN_URL, demoBank: settings },
    };
    expect(fields(await put(body, { version: 21 }))).toEqual(['browserPayment.demoBank.operation']);
  });

  it('accepts no REFERRAL, since no issuer gives a code', async () => {
    const { orderId, redirectUrl, retrieve } = await rig.initiate({ reference: '.FAILREFERRED' });
    await rig.browse(redirectUrl);
    expect((await retrieve()).response.gatewayCode).toBe('REFERRED');
    const { status, json } = await rig.api('PUT', `/order/${orderId}/transaction/2`, {
      apiOperation: 'REFERRAL',
      transaction: { authorizationCode: '123456' },
    });
    expect([status, json.error.cause]).toEqual([400, 'INVALID_REQUEST']);
    expect(json.error.explanation).toContain('at a provider');
  });
});
