/** `?validate=true`: all errors of a later payment in one answer, without a stored record. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CARD, newOrderId, PUBLIC_HOST, paying, type Reply, type Rig, startRig } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({
    id: 'STRICT',
    name: 'Strict',
    unknownFields: 'REJECT',
    returnHosts: ['shop.example'],
    browserPayments: ['demoBank'],
    permissions: { merchantInitiated: false },
    acquirerRoutes: [{ acquirer: 'eu', currencies: ['SEK'], sourceOfFunds: ['CARD'] }],
  });
});
afterAll(() => rig.close());

/** Every row of a session, an order or a token. Heartbeats continue. */
const stored = () =>
  Promise.all(
    ['session', 'payment_order', 'payment_transaction', 'transaction_outcome', 'token', 'notification', 'row_key'].map(
      async (table) => [table, await rig.rows(`select * from ${table}`)] as const,
    ),
  );

interface Problem {
  readonly field: string;
  readonly severity: string;
}
const validate = (body: unknown, options = {}) => rig.api('POST', '/session?validate=true', body, options);
const asStrict = { merchant: 'STRICT' };
const found = ({ json }: Reply) =>
  (json.validation.problems as Problem[]).map(({ severity, field }) => `${severity} ${field}`);
const checkout = (more: object = {}, order: object = {}) => ({
  apiOperation: 'INITIATE_CHECKOUT',
  interaction: { operation: 'PURCHASE', returnUrl: 'https://shop.example/thanks', ...more },
  order: { id: newOrderId(), amount: '12.00', currency: 'EUR', ...order },
});
const newSession = async (body: unknown = undefined, options = {}): Promise<string> =>
  (await rig.api('POST', '/session', body, options)).json.session.id;

describe('a validated checkout', () => {
  it('that is valid is answered without problems and without a session', async () => {
    const { status, json } = await validate({ ...checkout(), correlationId: 'c-1' });
    expect(status).toBe(200);
    expect(json).toEqual({
      correlationId: 'c-1',
      merchant: 'TESTSHOP',
      result: 'SUCCESS',
      validation: { problems: [] },
      version: '100',
    });
  });

  it('gets every problem at once, each by its field, errors first', async () => {
    const reply = await validate({
      apiOperation: 'INITIATE_CHECKOUT',
      interaction: { operation: 'PURCHASE', locale: 'tlh', returnUrl: 'ftp://shop.example', logo: 1 },
      order: { amount: '12.345', currency: 'EUR', item: [{ name: '', quantity: '1', unitPrice: '1' }] },
      paymentLink: { expiryDateTime: '2020-01-01T00:00:00.000Z' },
    });
    expect(reply.status).toBe(200);
    expect(reply.json.result).toBe('FAILURE');
    expect(found(reply).sort()).toEqual([
      'ERROR interaction.returnUrl',
      'ERROR order.amount',
      'ERROR order.id',
      'ERROR order.item[0].name',
      'ERROR paymentLink.expiryDateTime',
      'WARNING interaction.locale',
      'WARNING interaction.logo',
    ]);
    const severities = (reply.json.validation.problems as Problem[]).map(({ severity }) => severity);
    expect(severities).toEqual(severities.toSorted());
    expect(reply.json.validation.problems).toContainEqual({
      cause: 'INVALID_REQUEST',
      explanation: 'EUR has 2 decimal places',
      field: 'order.amount',
      severity: 'ERROR',
      validationType: 'INVALID',
    });
    expect(reply.headers['x-ignored-fields']).toBe('interaction.logo');
  });

  it('gets the errors that the call itself would get, in the same words', async () => {
    const body = checkout({ operation: undefined }, { itemAmount: '1.00', currency: 'XXX' });
    const refused = await rig.api('POST', '/session', body);
    const validated = await validate(body);
    expect(refused.status).toBe(400);
    for (const detail of refused.json.error.details) {
      expect(validated.json.validation.problems).toContainEqual({
        ...detail,
        cause: 'INVALID_REQUEST',
        severity: 'ERROR',
      });
    }
  });

  it('is checked against the profile: its return hosts, unknown fields and routes', async () => {
    const reply = await validate(
      { ...checkout({ returnUrl: 'https://elsewhere.example/' }, { currency: 'SEK' }), colour: 'red' },
      asStrict,
    );
    expect(found(reply)).toEqual(['ERROR colour', 'ERROR interaction.returnUrl', 'WARNING order.currency']);
    expect(reply.json.validation.problems[2].explanation).toContain('the acquirer eu, which is not configured');
  });

  it('of an order that is already paid is refused', async () => {
    const order = newOrderId();
    await rig.api('PUT', `/order/${order}/transaction/1`, paying('PAY'));
    const reply = await validate(checkout({}, { id: order }));
    expect(found(reply)).toEqual(['ERROR order.id']);
    expect(reply.json.validation.problems[0].explanation).toContain('was successful');
  });

  it('without a return URL, or in an unsupported language, gets a warning', async () => {
    const reply = await validate(checkout({ returnUrl: undefined, locale: 'xx_YY' }));
    expect(reply.json.result).toBe('SUCCESS');
    expect(found(reply)).toEqual(['WARNING interaction.returnUrl', 'WARNING interaction.locale']);
    expect(found(await validate(checkout({ locale: 'pt_BR' })))).toEqual([]);
  });

  it('may leave its amount to a later call below version 63, with a warning', async () => {
    const body = { ...checkout({}, { amount: undefined }), apiOperation: 'CREATE_CHECKOUT_SESSION' };
    expect(found(await validate(body, { version: 60 }))).toEqual(['WARNING order.amount']);
    expect(found(await validate(body, { version: 63 }))).toEqual(['ERROR order.amount']);
  });

  it('verifies or collects a card without an amount', async () => {
    for (const operation of ['VERIFY', 'NONE']) {
      expect(found(await validate(checkout({ operation }, { amount: undefined })))).toEqual([]);
    }
  });

  it.each([14, 40, 61, 100])('is read as version %i has its fields', async (version) => {
    expect(found(await validate(checkout(), { version }))).toEqual([]);
  });

  it('on an existing session is checked with that session’s fields', async () => {
    const id = await newSession();
    await rig.api('PUT', `/session/${id}`, { order: { id: newOrderId(), amount: '5.00', currency: 'EUR' } });
    const body = { ...checkout(), order: undefined, session: { id } };
    expect(found(await validate(body))).toEqual([]);
    expect(found(await validate({ ...body, session: { id, version: '0000000000' } }))).toEqual([
      'ERROR session.version',
    ]);
  });
});

describe('a validated session for a payment', () => {
  it('gets as warnings the fields that the payment must still supply', async () => {
    const reply = await validate({});
    expect(reply.json.result).toBe('SUCCESS');
    expect(found(reply)).toEqual([
      'WARNING order.amount',
      'WARNING order.currency',
      'WARNING sourceOfFunds.provided.card.number',
      'WARNING sourceOfFunds.provided.card.expiry.month',
      'WARNING sourceOfFunds.provided.card.expiry.year',
    ]);
  });

  it('gets the errors of the payment, without its card number', async () => {
    const body = {
      order: {
        amount: '12.00',
        currency: 'SEK',
        subMerchant: { tradingName: 'A name of more than characters allowed' },
      },
      sourceOfFunds: { type: 'CARD', provided: { card: CARD } },
      transaction: { source: 'MERCHANT' },
      '3DSecure': { authenticationStatus: 'AUTHENTICATION_SUCCESSFUL', enrollmentStatus: 'NOT_ENROLLED' },
    };
    const reply = await validate(body, asStrict);
    expect(found(reply)).toEqual(
      expect.arrayContaining([
        'ERROR transaction.source',
        'ERROR order.currency',
        'ERROR 3DSecure.authenticationStatus',
      ]),
    );
    expect(reply.json.validation.problems).toContainEqual(
      expect.objectContaining({ field: 'transaction.source', cause: 'REQUEST_REJECTED' }),
    );
    expect(reply.text).not.toContain(CARD.number);
    expect(rig.logged.join('')).not.toContain(CARD.number);
  });

  it('reports an unknown token', async () => {
    const reply = await validate({
      order: { amount: '1.00', currency: 'EUR' },
      sourceOfFunds: { type: 'CARD', token: '9999999999999999' },
    });
    expect(found(reply)).toEqual(['ERROR sourceOfFunds.token']);
  });

  it('at a provider is checked as an INITIATE_BROWSER_PAYMENT', async () => {
    const body = {
      browserPayment: { operation: 'PAY', returnUrl: 'https://elsewhere.example/', demoWallet: {} },
      order: { amount: '1.00', currency: 'EUR' },
      sourceOfFunds: { type: 'DEMO_WALLET' },
    };
    const reply = await validate(body, asStrict);
    expect(found(reply)).toEqual(
      expect.arrayContaining(['ERROR browserPayment.returnUrl', 'ERROR sourceOfFunds.type']),
    );
  });

  it('gets the same result as the payment', async () => {
    const values = { order: { amount: '1.001', currency: 'EUR' }, sourceOfFunds: { provided: { card: CARD } } };
    const id = await newSession();
    await rig.api('PUT', `/session/${id}`, values);
    const paid = await rig.api('PUT', `/order/${newOrderId()}/transaction/1`, {
      apiOperation: 'PAY',
      session: { id },
    });
    const [detail] = paid.json.error.details;
    const validated = await rig.api('PUT', `/session/${id}?validate=true`, values);
    expect(validated.json.validation.problems).toEqual([{ ...detail, cause: 'INVALID_REQUEST', severity: 'ERROR' }]);
  });
});

describe('a validated update', () => {
  it('changes nothing in the store, for any contents', async () => {
    const id = await newSession(checkout());
    const before = await stored();
    const reply = await rig.api('PUT', `/session/${id}?validate=true`, {
      order: { amount: '99.00', currency: 'XXX' },
      sourceOfFunds: { provided: { card: CARD } },
    });
    expect(found(reply)).toEqual(['ERROR order.currency']);
    expect(await stored()).toEqual(before);
  });

  it('may not put a card into a payment link', async () => {
    const id = await newSession({ ...checkout(), checkoutMode: 'PAYMENT_LINK' });
    const reply = await rig.api('PUT', `/session/${id}?validate=true`, { sourceOfFunds: { provided: { card: CARD } } });
    expect(found(reply)).toEqual(['ERROR sourceOfFunds.provided']);
  });

  it('of an unknown session is refused as the update is', async () => {
    const at = `/session/SESSION${'0'.repeat(24)}`;
    const [update, validated] = [await rig.api('PUT', at, {}), await rig.api('PUT', `${at}?validate=true`, {})];
    expect(validated.status).toBe(400);
    expect({ ...validated.json.error, supportCode: '' }).toEqual({ ...update.json.error, supportCode: '' });
  });

  it('needs the merchant’s password: the session’s own id does not authorize it', async () => {
    const id = await newSession(checkout());
    const authorization = `Basic ${Buffer.from(`merchant.TESTSHOP:${id}`).toString('base64')}`;
    const { status, json } = await rig.api('PUT', `/session/${id}?validate=true`, {}, { authorization });
    expect(status).toBe(400);
    expect(json.error.field).toBe('validate');
  });
});

describe('the parameter validate', () => {
  it('stores nothing: no row is written, no id used up', async () => {
    const before = await stored();
    await validate(checkout());
    await validate({ ...checkout(), order: {} });
    await validate({ sourceOfFunds: { provided: { card: CARD } } });
    expect(await stored()).toEqual(before);
  });

  it('needs the merchant’s password as the call does', async () => {
    for (const authorization of [null, 'Basic bWVyY2hhbnQuVEVTVFNIT1A6d3Jvbmc=']) {
      expect((await validate(checkout(), { authorization })).status).toBe(401);
    }
  });

  it('refuses a body that is no JSON, and an operation of another address', async () => {
    expect((await validate('{')).status).toBe(400);
    expect((await validate({ apiOperation: 'PAY' })).json.error.field).toBe('apiOperation');
  });

  it('that is false, and any other parameter, changes nothing', async () => {
    for (const query of ['validate=false', 'other=true', 'validated=true', '', '?']) {
      const { status } = await rig.call('POST', `/api/rest/version/100/merchant/TESTSHOP/session?${query}`, checkout());
      expect(status, query).toBe(201);
    }
  });

  it.each(['validate', 'validate=', 'validate=TRUE', 'validate=1', 'validate=true&validate=false'])(
    'that is ambiguous is refused: %s',
    async (query) => {
      const { status, json } = await rig.call('POST', `/api/rest/version/100/merchant/TESTSHOP/session?${query}`, {});
      expect(status).toBe(400);
      expect(json.error).toMatchObject({ field: 'validate', validationType: 'INVALID' });
    },
  );

  it('makes no payment: an operation that cannot be validated is refused', async () => {
    const order = newOrderId();
    const { status, json } = await rig.call(
      'PUT',
      `/api/rest/version/100/merchant/TESTSHOP/order/${order}/transaction/1?validate=true`,
      paying('PAY'),
      { headers: { Host: PUBLIC_HOST } },
    );
    expect(status).toBe(400);
    expect(json.error).toMatchObject({ field: 'validate', validationType: 'UNSUPPORTED' });
    expect(rig.host.ledger({ order })).toEqual([]);
    expect((await rig.api('GET', `/order/${order}`)).status).toBe(400);
  });
});
