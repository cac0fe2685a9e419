/** Refusals: all errors at once, by the fields' names, without an effect. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../../src/contract/operations.ts';
import { type Rig, startRig } from '../rig.ts';
import { breaches } from './answers.ts';
import { amount, cardPayment, problemsIn, restOrder, target } from './order.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({ id: 'FREE', name: 'Free', permissions: { standaloneCapture: true, standaloneRefund: true } });
  await rig.merchant({ id: 'STRICT', name: 'Strict', unknownFields: 'REJECT' });
});
afterAll(() => rig.close());

describe.each<[string, string, object, string[]]>([
  [
    'CAPTURE',
    'AUTHORIZE',
    {
      '3DSecure': { enrollmentStatus: 'NOT_ENROLLED', authenticationStatus: 'AUTHENTICATION_ATTEMPTED' },
      order: { amount: '12', taxAmount: '2', subMerchant: { identifier: 'S' } },
      transaction: { currency: 'USD' },
    },
    [
      '3DSecure.authenticationStatus INVALID',
      'order.amount INVALID',
      'order.subMerchant UNSUPPORTED',
      'transaction.amount MISSING',
      'transaction.currency INVALID',
    ],
  ],
  [
    'CAPTURE',
    'AUTHORIZE',
    {
      shipping: { address: { country: 'Belgium' } },
      transaction: { amount: '1,50', currency: 'euro', reference: 'x'.repeat(41) },
    },
    [
      'shipping.address.country INVALID',
      'transaction.amount INVALID',
      'transaction.currency INVALID',
      'transaction.reference INVALID',
    ],
  ],
  [
    'REFUND',
    'PAY',
    { order: { amount: '12', itemAmount: '2' }, transaction: { amount: '0', currency: 'USD' } },
    ['order.amount INVALID', 'transaction.amount INVALID', 'transaction.currency INVALID'],
  ],
  [
    'VOID',
    'PAY',
    { transaction: { reference: 'x'.repeat(41) }, userId: 'x'.repeat(257) },
    ['transaction.reference INVALID', 'transaction.targetTransactionId MISSING', 'userId INVALID'],
  ],
  ['REFERRAL', 'PAY', { transaction: {} }, []],
  [
    'UPDATE_AUTHORIZATION',
    'AUTHORIZE',
    { transaction: { amount: '1.001', currency: 'USD' } },
    ['transaction.amount INVALID', 'transaction.currency INVALID'],
  ],
])('%s after %s', (operation, first, body, fields) => {
  it('lists every error, the first also as error.field', async () => {
    const order = restOrder(rig);
    await order.done(first, '1', cardPayment());
    const reply = await order.refused(operation, '2', body);
    expect([reply.status, reply.json.error.cause]).toEqual([400, 'INVALID_REQUEST']);
    expect(problemsIn(reply).sort()).toEqual(fields);
    const [detail] = reply.json.error.details ?? [];
    if (detail !== undefined) {
      expect(reply.json.error).toMatchObject({ field: detail.field, validationType: detail.validationType });
      expect(reply.json.error.explanation).toContain(detail.field);
    }
    expect((await order.get()).json.transaction).toHaveLength(1);
  });
});

it.each([
  [
    'CAPTURE',
    [
      'sourceOfFunds.provided.card.expiry.month MISSING',
      'sourceOfFunds.provided.card.expiry.year MISSING',
      'sourceOfFunds.provided.card.number MISSING',
      'transaction.amount MISSING',
      'transaction.authorizationCode MISSING',
      'transaction.currency MISSING',
    ],
  ],
  [
    'REFUND',
    [
      'sourceOfFunds.provided.card.expiry.month MISSING',
      'sourceOfFunds.provided.card.expiry.year MISSING',
      'sourceOfFunds.provided.card.number MISSING',
      'transaction.amount MISSING',
      'transaction.currency MISSING',
    ],
  ],
])('a standalone %s lists everything that it lacks', async (operation, fields) => {
  const order = restOrder(rig, { merchant: 'FREE' });
  const reply = await order.refused(operation, '1', { sourceOfFunds: { type: 'CARD' } });
  expect(problemsIn(reply).sort()).toEqual(fields);
});

describe('an operation that the order does not allow', () => {
  it.each([
    ['CAPTURE', amount('1')],
    ['REFUND', amount('1')],
    ['VOID', target('1')],
    ['REFERRAL', { transaction: { authorizationCode: '1' } }],
    ['UPDATE_AUTHORIZATION', amount('1')],
  ])('%s of an unknown order is 400 with that reason', async (operation, body) => {
    const order = restOrder(rig);
    const { status, json } = await order.refused(operation, '1', body);
    expect([status, json.error.cause]).toEqual([400, 'INVALID_REQUEST']);
    expect(json.error.explanation).toBe(`Unable to find order '${order.id}'.`);
    expect((await rig.api('GET', `/order/${order.id}`)).status).toBe(400);
  });

  it('gets the answer for an unknown order if the order is another merchant’s', async () => {
    const order = restOrder(rig);
    await order.done('PAY', '1', cardPayment());
    const reply = await order.refused('VOID', '2', target('1'), { merchant: 'FREE' });
    expect(reply.json.error.explanation).toBe(`Unable to find order '${order.id}'.`);
    expect((await order.get()).json.status).toBe('CAPTURED');
  });
});

it('a field that an operation does not accept is refused by name where the profile rejects it, without an effect', async () => {
  const order = restOrder(rig, { merchant: 'STRICT' });
  await order.done('PAY', '1', cardPayment());
  const reply = await order.refused('VOID', '2', {
    ...target('1'),
    billing: { phone: '1' },
    transaction: { targetTransactionId: '1', amount: '1' },
  });
  expect(problemsIn(reply).sort()).toEqual(['billing UNSUPPORTED', 'transaction.amount UNSUPPORTED']);
});

it('a field that an operation does not accept is ignored by name in other profiles', async () => {
  const order = restOrder(rig);
  await order.done('PAY', '1', cardPayment());
  const reply = await order.done('VOID', '2', { ...target('1'), billing: { phone: '1' }, initiator: { userId: 'x' } });
  expect(reply.headers['x-ignored-fields']).toBe('billing, initiator');
});

describe('payment options', () => {
  const READ = {
    result: 'SUCCESS',
    merchant: 'TESTSHOP',
    transactionMode: expect.stringMatching(/^(AUTHORIZE_CAPTURE|PURCHASE)$/),
    paymentTypes: {
      browserPayment: expect.any(Array),
      card: {
        cardTypes: expect.arrayContaining(['MASTERCARD', 'VISA', 'AMEX']),
        currencies: expect.arrayContaining(['EUR', 'JPY', 'KWD']),
        transactionSources: expect.arrayContaining([{ transactionSource: 'INTERNET' }]),
      },
    },
    supportedPaymentOperations: expect.arrayContaining(
      ['AUTHORIZE', 'CAPTURE', 'PAY', 'REFUND', 'VERIFY', 'VOID'].map((supportedPaymentOperation) => ({
        supportedPaymentOperation,
      })),
    ),
  };

  it.each<[string, string, unknown, Record<string, string>]>([
    ['GET', 'GET', undefined, {}],
    [
      'GET with a content type and no content',
      'GET',
      undefined,
      { 'Content-Type': 'application/json', 'Content-Length': '0' },
    ],
    ['POST of {}', 'POST', {}, {}],
    ['POST of null members', 'POST', { authentication: null }, {}],
    ['POST of PHP’s empty array', 'POST', '[]', {}],
    ['POST of nothing', 'POST', '', {}],
    [
      'POST of nothing in chunks, after 100-continue',
      'POST',
      '',
      { 'Transfer-Encoding': 'chunked', Expect: '100-continue' },
    ],
    ['POST of a form by its type', 'POST', '{}', { 'Content-Type': 'application/x-www-form-urlencoded' }],
  ])('are answered to %s', async (_what, method, body, headers) => {
    for (const path of ['/paymentOptionsInquiry', '/paymentOptionsInquiry/']) {
      const { status, json } = await rig.api(method, path, body, { headers });
      expect(status).toBe(200);
      expect(json).toMatchObject(READ);
    }
  });

  it('conform to the contract, in every version', async () => {
    for (const version of [14, 39, 62, 100]) {
      const { json } = await rig.api('GET', '/paymentOptionsInquiry', undefined, { version });
      expect(breaches(OPERATIONS.PAYMENT_OPTIONS_INQUIRY.answer, json, version)).toEqual([]);
    }
  });
});
