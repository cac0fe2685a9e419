/** A refused request's `error.details`: every faulty field at once, the missing ones among them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newOrderId, type Reply, type Rig, startRig } from './rig.ts';

let rig: Rig;
let session: string;
let checkout: string;
let token: string;
beforeAll(async () => {
  rig = await startRig();
  session = (await rig.api('POST', '/session', {})).json.session.id;
  await rig.api('PUT', `/session/${session}`, { order: { currency: 'EUR' } });
  const order = { id: newOrderId(), amount: '10', currency: 'EUR' };
  const body = { apiOperation: 'INITIATE_CHECKOUT', interaction: { operation: 'PURCHASE' }, order };
  checkout = (await rig.api('POST', '/session', body)).json.session.id;
  token = (await rig.api('POST', '/token', { sourceOfFunds: { type: 'CARD', provided: { card } } })).json.token;
});
afterAll(() => rig.close());

const card = { number: '5123450000000008', expiry: { month: '1', year: '39' } };
const CARD = 'sourceOfFunds.provided.card';
/** Invalid for every operation. */
const WRONG = { correlationId: 'x'.repeat(101) };

const problemsOf = ({ status, json }: Reply): string[] => {
  expect([status, json.error.cause]).toEqual([400, 'INVALID_REQUEST']);
  const details = json.error.details as { field: string; validationType: string; explanation: string }[];
  expect([json.error.field, json.error.validationType]).toEqual([details[0]?.field, details[0]?.validationType]);
  expect(details.every(({ explanation }) => explanation.length > 0)).toBe(true);
  return details.map(({ field, validationType }) => `${field} ${validationType}`);
};
const transaction = (body: object, version = 100) =>
  rig.api('PUT', `/order/${newOrderId()}/transaction/1`, { ...WRONG, ...body }, { version });

describe('a request with an invalid field is answered with its missing fields too', () => {
  it.each<[string, object, string[]]>([
    ['PAY', {}, ['order.amount', 'order.currency', `${CARD}.number`, `${CARD}.expiry.month`, `${CARD}.expiry.year`]],
    ['VERIFY', { sourceOfFunds: { provided: { card } } }, ['order.currency']],
    ['CAPTURE', {}, ['transaction.amount']],
    ['REFUND', {}, ['transaction.amount']],
    ['VOID', {}, ['transaction.targetTransactionId']],
    ['REFERRAL', {}, ['transaction.authorizationCode']],
    [
      'INITIATE_BROWSER_PAYMENT',
      {},
      ['browserPayment.returnUrl', 'order.amount', 'order.currency', 'sourceOfFunds.type'],
    ],
    ['INITIATE_AUTHENTICATION', {}, ['order.currency', `${CARD}.number`]],
    [
      'AUTHENTICATE_PAYER',
      { sourceOfFunds: { provided: { card: { number: card.number } } } },
      ['order.amount', 'order.currency', `${CARD}.expiry.month`, `${CARD}.expiry.year`],
    ],
    [
      'AUTHENTICATE_PAYER',
      { authentication: { purpose: 'ADD_CARD' }, sourceOfFunds: { provided: { card } } },
      ['order.currency'],
    ],
  ])('for %s %o', async (apiOperation, body, missing) => {
    expect(problemsOf(await transaction({ apiOperation, ...body }))).toEqual([
      'correlationId INVALID',
      ...missing.map((field) => `${field} MISSING`),
    ]);
  });

  it('for INITIATE_CHECKOUT', async () => {
    const body = { ...WRONG, apiOperation: 'INITIATE_CHECKOUT' };
    const rest = ['order.id MISSING', 'order.currency MISSING'];
    const nothing = await rig.api('POST', '/session', body);
    expect(problemsOf(nothing)).toEqual(['correlationId INVALID', 'interaction.operation MISSING', ...rest]);
    const charging = await rig.api('POST', '/session', { ...body, interaction: { operation: 'PURCHASE' } });
    expect(problemsOf(charging)).toEqual(['correlationId INVALID', ...rest, 'order.amount MISSING']);
  });

  it('for CREATE_TOKEN', async () => {
    expect(problemsOf(await rig.api('POST', '/token', WRONG))).toEqual([
      'correlationId INVALID',
      'sourceOfFunds.type MISSING',
    ]);
  });

  it('for CHECK_3DS_ENROLLMENT and PROCESS_ACS_RESULT', async () => {
    const of = (method: string, apiOperation: string) =>
      rig.api(method, '/3DSecureId/one', { ...WRONG, apiOperation }, { version: 61 });
    expect(problemsOf(await of('PUT', 'CHECK_3DS_ENROLLMENT'))).toEqual([
      'correlationId INVALID',
      'order.amount MISSING',
      'order.currency MISSING',
      `${CARD}.number MISSING`,
    ]);
    expect(problemsOf(await of('POST', 'PROCESS_ACS_RESULT'))).toEqual([
      'correlationId INVALID',
      '3DSecure.paRes MISSING',
    ]);
  });
});

describe('a field supplied by the session or the token is not reported as missing', () => {
  it.each<[string, () => object, string[]]>([
    [
      'a session with a currency alone',
      () => ({ session: { id: session } }),
      ['order.amount', `${CARD}.number`, `${CARD}.expiry.month`, `${CARD}.expiry.year`],
    ],
    ['a token with a card', () => ({ sourceOfFunds: { token } }), ['order.amount', 'order.currency']],
    ['a session and a token', () => ({ session: { id: session }, sourceOfFunds: { token } }), ['order.amount']],
  ])('for %s', async (_what, body, missing) => {
    expect(problemsOf(await transaction({ apiOperation: 'PAY', ...body() }))).toEqual([
      'correlationId INVALID',
      ...missing.map((field) => `${field} MISSING`),
    ]);
  });

  it('an invalid session id hides the fields that the session would supply', async () => {
    const body = { apiOperation: 'PAY', session: { id: 'x' } };
    expect(problemsOf(await transaction(body))).toEqual(['correlationId INVALID', 'session.id INVALID']);
  });

  it('an unknown session or token is named beside the invalid field', async () => {
    const unknown = { apiOperation: 'PAY', session: { id: `SESSION${'a'.repeat(24)}` } };
    expect(problemsOf(await transaction(unknown))).toEqual(['correlationId INVALID', 'session.id INVALID']);
    const order = { amount: '1', currency: 'EUR' };
    const noToken = { apiOperation: 'PAY', order, sourceOfFunds: { token: 'nobody' } };
    expect(problemsOf(await transaction(noToken))).toEqual(['correlationId INVALID', 'sourceOfFunds.token INVALID']);
  });
});

it('an update of a checkout names an invalid amount beside another invalid field', async () => {
  const reply = await rig.api('PUT', `/session/${checkout}`, { ...WRONG, order: { amount: '1.001' } });
  expect(problemsOf(reply)).toEqual(['correlationId INVALID', 'order.amount INVALID']);
});

it('an invalid field is named once, and alone where all others are valid', async () => {
  const reply = await rig.api('PUT', `/order/${newOrderId()}/transaction/1`, {
    apiOperation: 'PAY',
    order: { amount: 'x', currency: 'EUR' },
    sourceOfFunds: { provided: { card } },
  });
  expect(problemsOf(reply)).toEqual(['order.amount INVALID']);
  expect(reply.json.error.explanation).toMatch(/^Invalid value for 'order\.amount': /);
});
