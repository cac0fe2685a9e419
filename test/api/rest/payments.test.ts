import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GATEWAY_CODES, type GatewayCode } from '../../../src/contract/gateway-codes.ts';
import { CARD, newOrderId, paying, type Rig, startRig, withCard } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({ id: 'MASKED', name: 'Masked', cardMasking: '0.4' });
});
afterAll(() => rig.close());

const put = (body: object, order = newOrderId(), transaction = '1', options = {}) =>
  rig.api('PUT', `/order/${order}/transaction/${transaction}`, body, options);

/** The sandbox's documented result for each expiry. 08/28, which is never answered, is in `no-answer.test.ts`. */
const OUTCOMES: Record<string, GatewayCode> = {
  '01/39': 'APPROVED',
  '05/39': 'DECLINED',
  '04/27': 'EXPIRED_CARD',
  '01/37': 'ACQUIRER_SYSTEM_ERROR',
  '02/37': 'UNSPECIFIED_FAILURE',
  '05/37': 'UNKNOWN',
  '02/39': 'INSUFFICIENT_FUNDS',
  '03/39': 'REFERRED',
  '04/39': 'DECLINED_DO_NOT_CONTACT',
  '06/39': 'DECLINED_CSC',
  '07/39': 'DECLINED_AVS',
  '08/39': 'DECLINED_AVS_CSC',
  '09/39': 'INVALID_CSC',
  '10/39': 'APPROVED_PENDING_SETTLEMENT',
  '11/39': 'PENDING',
  '12/39': 'DEFERRED_TRANSACTION_RECEIVED',
  '01/38': 'DUPLICATE_BATCH',
  '02/38': 'DECLINED_PAYMENT_PLAN',
  '03/38': 'NOT_SUPPORTED',
  '04/38': 'SYSTEM_ERROR',
  '05/38': 'AUTHENTICATION_FAILED',
  '06/38': 'NOT_ENROLLED_3D_SECURE',
  '07/38': 'EXCEEDED_RETRY_LIMIT',
  '08/38': 'ABORTED',
  '09/38': 'CANCELLED',
  '10/38': 'BLOCKED',
  '12/45': 'APPROVED',
  '01/20': 'EXPIRED_CARD',
};

describe('outcomes', () => {
  it.each(Object.entries(OUTCOMES))('expiry %s is %s', async (expiry, gatewayCode) => {
    const [month, year] = expiry.split('/');
    const order = newOrderId();
    const { status, json } = await put(paying('AUTHORIZE', withCard({ expiry: { month, year } })), order);
    const result = GATEWAY_CODES[gatewayCode];
    expect([status, json.response.gatewayCode, json.result]).toEqual([201, gatewayCode, result]);
    const expected = { SUCCESS: 'AUTHORIZED', FAILURE: 'FAILED', PENDING: 'INITIATED', UNKNOWN: 'INITIATED' }[result];
    expect(json.order.status).toBe(expected);
    expect(json.order.totalAuthorizedAmount).toBe(result === 'SUCCESS' ? 12 : 0);
    expect(json.order.totalCapturedAmount).toBe(0);
  });

  it.each([
    ['100', 'MATCH'],
    ['101', 'NOT_PROCESSED'],
    ['102', 'NO_MATCH'],
    ['103', 'NOT_SUPPORTED'],
    [null, 'NOT_PRESENT'],
  ])('security code %s is %s', async (securityCode, gatewayCode) => {
    const { json } = await put(paying('AUTHORIZE', withCard({ securityCode })));
    expect(json.response.cardSecurityCode.gatewayCode).toBe(gatewayCode);
  });

  it.each([
    ['Alpha St', 'ADDRESS_MATCH'],
    ['Gamma St', 'ADDRESS_ZIP_MATCH'],
    ['Kappa St', 'ZIP_MATCH'],
    ['Echo St', 'NO_MATCH'],
    ['Uniform St', 'SERVICE_NOT_AVAILABLE_RETRY'],
    [null, 'NOT_REQUESTED'],
  ])('billing street %s is %s', async (street, gatewayCode) => {
    const { json } = await put(paying('AUTHORIZE', { billing: { address: { street } } }));
    expect(json.response.cardholderVerification.avs.gatewayCode).toBe(gatewayCode);
  });

  it.each([
    ['.FAIL_DECLINED', 'DECLINED'],
    ['.FAIL_BLOCKED', 'BLOCKED'],
    ['.FAIL_NOBODY_KNOWS', 'UNKNOWN'],
  ])('transaction.reference %s is %s', async (reference, gatewayCode) => {
    const { json } = await put(paying('PAY', { transaction: { reference } }));
    expect(json.response.gatewayCode).toBe(gatewayCode);
  });

  it('a decline is answered as 201, FAILURE, without an authorization code, and not as an error', async () => {
    const { status, json } = await put(paying('PAY', withCard({ expiry: { month: '5', year: '39' } })));
    expect([status, json.result, json.error]).toEqual([201, 'FAILURE', undefined]);
    expect(json.transaction.authorizationCode).toBeUndefined();
  });
});

describe('gift cards', () => {
  const gift = (number: string, pin?: string) => ({
    sourceOfFunds: { type: 'GIFT_CARD', provided: { giftCard: { number, ...(pin && { pin }) } } },
  });

  it.each([
    ['6006000000000058', '1234', 'APPROVED'],
    ['6006000000000058', '9999', 'DECLINED'],
    ['6006000000000058', undefined, 'DECLINED'],
    ['6006000000000009', '1234', 'INSUFFICIENT_FUNDS'],
  ])('%s with PIN %s is %s', async (number, pin, gatewayCode) => {
    const { json, text } = await put(paying('PAY', gift(number, pin)));
    expect(json.response.gatewayCode).toBe(gatewayCode);
    expect(json.sourceOfFunds).toMatchObject({
      type: 'GIFT_CARD',
      provided: { giftCard: { number: `600600xxxxxx${number.slice(-4)}` } },
    });
    expect(text).not.toMatch(/"pin"|1234"|9999"/);
  });
});

describe('an order', () => {
  it('has its transactions in order of their start, for any clock of their processes', async () => {
    const order = newOrderId();
    await put(paying('AUTHORIZE'), order, 'first');
    rig.later(-60_000);
    const capture = { apiOperation: 'CAPTURE', transaction: { amount: '12.00', currency: 'EUR' } };
    expect((await put(capture, order, 'second')).json.result).toBe('SUCCESS');
    rig.later(60_000);
    const { json } = await rig.api('GET', `/order/${order}`);
    expect(json.transaction.map((one: { transaction: { id: string } }) => one.transaction.id)).toEqual([
      'first',
      'second',
    ]);
  });

  it('of another merchant is answered as unknown', async () => {
    const order = newOrderId();
    await put(paying('PAY'), order);
    const [other, nobody] = [
      await rig.api('GET', `/order/${order}`, undefined, { merchant: 'MASKED' }),
      await rig.api('GET', '/order/nobody', undefined, { merchant: 'MASKED' }),
    ];
    expect(other.status).toBe(400);
    expect(other.json.error.explanation.replace(order, 'nobody')).toBe(nobody.json.error.explanation);
    const own = await put(paying('PAY', { order: { amount: '1', currency: 'EUR' } }), order, '1', {
      merchant: 'MASKED',
    });
    expect(own.status).toBe(201);
    expect(own.json.sourceOfFunds.provided.card.number).toBe('xxxxxxxxxxxx0008');
  });
});

it('an incomplete card is refused with each missing field', async () => {
  const reply = await put({
    apiOperation: 'PAY',
    order: { amount: '1', currency: 'EUR' },
    sourceOfFunds: { provided: { card: { number: CARD.number } } },
  });
  expect(reply.json.error.details.map(({ field }: { field: string }) => field)).toEqual([
    'sourceOfFunds.provided.card.expiry.month',
    'sourceOfFunds.provided.card.expiry.year',
  ]);
});

it.each(['nobody', 'constructor', '1'])('an unknown token, %s, is refused by its field', async (token) => {
  const order = newOrderId();
  const reply = await put(paying('PAY', { sourceOfFunds: { token } }), order);
  expect([reply.status, reply.json.error.field]).toEqual([400, 'sourceOfFunds.token']);
  expect(rig.host.ledger({ order })).toEqual([]);
});
