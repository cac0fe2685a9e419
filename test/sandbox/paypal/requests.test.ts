import { describe, expect, it } from 'vitest';
import { approved, created, orderOf, type Reply, requestId, rigWith, send } from './rig.ts';

const detailsOf = ({ status, body }: Reply): string[] =>
  (body?.details ?? []).map(({ issue, field = '' }: Record<string, string>) => `${status} ${issue} ${field}`.trim());

const amountOf = (value: string) => ({ currency_code: 'EUR', value });
const mug = { name: 'Mug', quantity: '2', unit_amount: amountOf('5.00') };

describe('an order is refused', () => {
  it.each([
    ['without an intent', { intent: undefined }, {}, '400 MISSING_REQUIRED_PARAMETER /intent'],
    ['with an unknown intent', { intent: 'SALE' }, {}, '400 INVALID_PARAMETER_VALUE /intent'],
    ['without a unit', { purchase_units: [] }, {}, '400 INVALID_ARRAY_MIN_ITEMS /purchase_units'],
    [
      'with too long a name',
      {},
      { custom_id: 'x'.repeat(128) },
      '400 INVALID_STRING_LENGTH /purchase_units/0/custom_id',
    ],
    [
      'with an amount that is no number',
      {},
      { amount: amountOf('1,00') },
      '400 INVALID_PARAMETER_SYNTAX /purchase_units/0/amount/value',
    ],
    [
      'with a number in place of a text',
      {},
      { amount: { currency_code: 'EUR', value: 1 } },
      '400 INVALID_PARAMETER_SYNTAX /purchase_units/0/amount/value',
    ],
    [
      'without a return URL',
      { payment_source: { paypal: {} } },
      {},
      '400 MISSING_REQUIRED_PARAMETER /payment_source/paypal/experience_context/return_url',
    ],
    [
      'with a return address that is none',
      { payment_source: { paypal: { experience_context: { return_url: 'here' } } } },
      {},
      '400 INVALID_PARAMETER_SYNTAX /payment_source/paypal/experience_context/return_url',
    ],
    ['with another way to pay', { payment_source: { card: {} } }, {}, '400 NOT_SUPPORTED /payment_source/card'],
    [
      'with parts that are not the whole',
      {},
      { amount: { ...amountOf('12.50'), breakdown: { item_total: amountOf('12.00') } } },
      '422 AMOUNT_MISMATCH /purchase_units/0/amount/value',
    ],
    [
      'with items and no total of them',
      {},
      { items: [mug] },
      '422 ITEM_TOTAL_REQUIRED /purchase_units/0/amount/breakdown/item_total',
    ],
    [
      'with items of another total',
      {},
      { items: [mug], amount: { ...amountOf('12.50'), breakdown: { item_total: amountOf('12.50') } } },
      '422 ITEM_TOTAL_MISMATCH /purchase_units/0/amount/breakdown/item_total',
    ],
    [
      'with a discount below nothing',
      {},
      { amount: { ...amountOf('12.50'), breakdown: { discount: amountOf('-1.00') } } },
      '422 CANNOT_BE_NEGATIVE /purchase_units/0/amount/breakdown/discount/value',
    ],
    [
      'for another payee',
      {},
      { payee: { merchant_id: 'ZZZZZZZZZZZZZ' } },
      '422 PAYEE_ACCOUNT_INVALID /purchase_units/0/payee/merchant_id',
    ],
  ])('with %s', async (_, given, unit, detail) => {
    const rig = await rigWith();
    const order = orderOf(given, unit);
    expect(detailsOf(await rig.call('POST', '/v2/checkout/orders', order, requestId()))).toEqual([detail]);
  });

  it('without a request id where a payment method is named', async () => {
    const rig = await rigWith();
    expect(detailsOf(await rig.call('POST', '/v2/checkout/orders', orderOf()))).toEqual([
      '400 PAYPAL_REQUEST_ID_REQUIRED',
    ]);
    const bare = orderOf({ payment_source: undefined });
    expect((await rig.call('POST', '/v2/checkout/orders', bare)).body.status).toBe('CREATED');
  });

  it('with a request id that is too long, or a body that is not JSON', async () => {
    const rig = await rigWith();
    const long = { 'paypal-request-id': 'x'.repeat(109) };
    expect(detailsOf(await rig.call('POST', '/v2/checkout/orders', orderOf(), long))).toEqual([
      '400 INVALID_STRING_LENGTH PayPal-Request-Id',
    ]);
    expect(detailsOf(await rig.call('POST', '/v2/checkout/orders', '{', requestId()))).toEqual([
      '400 MALFORMED_REQUEST_JSON /',
    ]);
    rig.exchanges.length = 0;
  });

  it('without the content type of JSON', async () => {
    const rig = await rigWith();
    const id = await approved(rig);
    const refused = await rig.call('POST', `/v2/checkout/orders/${id}/capture`, '', { 'content-type': 'text/plain' });
    expect([refused.status, refused.body.name]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });
});

it('an unknown field is accepted, and listed as such', async () => {
  const rig = await rigWith();
  await created(rig, orderOf({}, { colour: 'red' }));
  expect((await rig.call('GET', '/violations')).body).toEqual({
    answers: [],
    unknownFields: [{ of: 'orders.create', problems: ['/purchase_units/0/colour'] }],
    reusedIds: [],
  });
  await rig.call('DELETE', '/violations');
  expect((await rig.call('GET', '/violations')).body.unknownFields).toEqual([]);
});

describe('an order', () => {
  it('is created once for one request id', async () => {
    const rig = await rigWith();
    const once = requestId();
    const order = orderOf();
    const first = await rig.call('POST', '/v2/checkout/orders', order, once);
    const again = await rig.call('POST', '/v2/checkout/orders', order, once);
    expect([first.status, again.status, again.body.id]).toEqual([201, 200, first.body.id]);
    expect((await rig.call('GET', '/violations')).body.reusedIds).toEqual([]);
    expect(rig.started.paypal.ledger.orders.all()).toHaveLength(1);
  });

  it('is refused where the request id was used for another one, which stays unchanged', async () => {
    const rig = await rigWith();
    const once = requestId();
    const order = orderOf();
    const first = await rig.call('POST', '/v2/checkout/orders', order, once);
    const other = await rig.call('POST', '/v2/checkout/orders', orderOf({}, { amount: amountOf('99.00') }), once);
    expect(detailsOf(other)).toEqual(['422 DUPLICATE_REQUEST_ID']);
    const { reusedIds } = (await rig.call('GET', '/violations')).body;
    expect(reusedIds).toEqual([{ of: 'orders.create', problems: [once['paypal-request-id']] }]);
    expect((await rig.call('POST', '/v2/checkout/orders', order, once)).body.id).toBe(first.body.id);
    expect(rig.started.paypal.ledger.orders.all()).toHaveLength(1);
  });

  it('of another account is unknown', async () => {
    const rig = await rigWith();
    const id = await created(rig);
    const other = {
      clientId: 'other',
      clientSecret: 'secret',
      merchantId: 'ZZZZZZZZZZZZZ',
      webhookId: 'OTHER',
    };
    rig.started.paypal.putAccount(other);
    const { token } = rig.started.paypal.accounts.token(
      `Basic ${Buffer.from('other:secret').toString('base64')}`,
      Date.now(),
    )!;
    const found = await send(`${rig.base}/v2/checkout/orders/${id}`, 'GET', undefined, {
      authorization: `Bearer ${token}`,
    });
    expect(detailsOf(found)).toEqual(['404 INVALID_RESOURCE_ID id']);
  });

  it('is patched in the fields that PayPal allows, all or nothing', async () => {
    const rig = await rigWith();
    const id = await approved(rig);
    const at = `/v2/checkout/orders/${id}`;
    const unit = "/purchase_units/@reference_id=='default'";
    const patched = await rig.call('PATCH', at, [
      { op: 'replace', path: `${unit}/amount`, value: amountOf('20.00') },
      { op: 'add', path: `${unit}/invoice_id`, value: 'INVOICE-7' },
      { op: 'add', path: `${unit}/shipping/name`, value: { full_name: 'Sam Sample' } },
    ]);
    expect(patched.status).toBe(204);
    expect((await rig.call('GET', at)).body.purchase_units[0]).toMatchObject({
      amount: amountOf('20.00'),
      invoice_id: 'INVOICE-7',
    });
    const refused = await rig.call('PATCH', at, [
      { op: 'replace', path: `${unit}/amount`, value: amountOf('30.00') },
      { op: 'replace', path: '/status', value: 'COMPLETED' },
    ]);
    expect(detailsOf(refused)).toEqual(['422 NOT_PATCHABLE']);
    expect((await rig.call('GET', at)).body.purchase_units[0].amount.value).toBe('20.00');
    const wrong = async (patch: object) => detailsOf(await rig.call('PATCH', at, [patch]));
    expect(await wrong({ op: 'replace', path: `${unit}/amount`, value: amountOf('-1') })).toEqual([
      '422 CANNOT_BE_ZERO_OR_NEGATIVE /purchase_units/0/amount/value',
    ]);
    expect(await wrong({ op: 'replace', path: `${unit}/amount`, value: null })).toEqual([
      '400 INVALID_PARAMETER_SYNTAX /purchase_units/0/amount',
    ]);
    expect(await wrong({ op: 'remove', path: unit })).toEqual(['422 NOT_PATCHABLE']);
    expect(await wrong({ op: 'move', path: unit, value: 1 })).toEqual(['400 INVALID_PATCH_OPERATION /op']);
    expect(await wrong({ op: 'add', path: "/purchase_units/@reference_id=='B'/invoice_id", value: 'I' })).toEqual([
      '422 REFERENCE_ID_NOT_FOUND',
    ]);
  });

  it('of several units is captured in each', async () => {
    const rig = await rigWith();
    const units = ['A', 'B'].map((reference_id) => ({ reference_id, amount: amountOf('3.00') }));
    const id = await approved(rig, orderOf({ purchase_units: units }));
    const { body } = await rig.call('POST', `/v2/checkout/orders/${id}/capture`, {}, requestId());
    expect(body.purchase_units.map(({ reference_id }: { reference_id: string }) => reference_id)).toEqual(['A', 'B']);
    expect(rig.started.paypal.ledger.captures.all().map(({ amount }) => amount)).toEqual(['300', '300']);
  });

  it('without completion in time is deleted', async () => {
    const rig = await rigWith();
    const id = await created(rig);
    rig.started.paypal.setAhead(4 * 3_600_000);
    expect((await rig.call('GET', `/v2/checkout/orders/${id}`)).status).toBe(404);
  });

  it('of an invoice that was paid is not completed', async () => {
    const rig = await rigWith();
    const pay = async () => {
      const id = await approved(rig, orderOf({}, { invoice_id: 'INVOICE-1' }));
      return rig.call('POST', `/v2/checkout/orders/${id}/capture`, {}, requestId());
    };
    expect((await pay()).status).toBe(201);
    expect(detailsOf(await pay())).toEqual(['422 DUPLICATE_INVOICE_ID']);
  });
});

describe('a call in the wrong state', () => {
  it.each([
    ['CAPTURE', 'authorize'],
    ['AUTHORIZE', 'capture'],
  ])('of an order to %s is refused to %s', async (intent, verb) => {
    const rig = await rigWith();
    const id = await approved(rig, orderOf({ intent }));
    expect(detailsOf(await rig.call('POST', `/v2/checkout/orders/${id}/${verb}`, {}, requestId()))).toEqual([
      '422 ACTION_DOES_NOT_MATCH_INTENT',
    ]);
  });
});

describe('an outcome', () => {
  it.each([
    ['TEST-FAIL-DECLINE', '422 INSTRUMENT_DECLINED'],
    ['.FAIL_TRANSACTION_REFUSED', '422 TRANSACTION_REFUSED'],
    ['.FAIL PAYER_CANNOT_PAY', '422 PAYER_CANNOT_PAY'],
    ['.FAIL_BLOCKED', '422 PAYEE_BLOCKED_TRANSACTION'],
    ['.FAIL:SYSTEM_ERROR', '422 TRANSACTION_REFUSED'],
  ])('is chosen by %s as a name of the order', async (custom_id, detail) => {
    const rig = await rigWith();
    const id = await created(rig, orderOf({}, { custom_id }));
    await fetch(`${rig.base}/checkoutnow?token=${id}`, { redirect: 'manual' });
    expect(detailsOf(await rig.call('POST', `/v2/checkout/orders/${id}/capture`, {}, requestId()))).toEqual([detail]);
  });

  it('is chosen by a control call, and by PayPal’s own header', async () => {
    const rig = await rigWith();
    const id = await approved(rig);
    const capture = (headers = {}) =>
      rig.call('POST', `/v2/checkout/orders/${id}/capture`, {}, { ...requestId(), ...headers });
    await rig.call('PUT', '/outcomes', { operation: 'orders.capture', issue: 'PAYER_CANNOT_PAY' });
    expect(detailsOf(await capture())).toEqual(['422 PAYER_CANNOT_PAY']);
    const mock = { 'paypal-mock-response': '{"mock_application_codes":"TRANSACTION_REFUSED"}' };
    expect(detailsOf(await capture(mock))).toEqual(['422 TRANSACTION_REFUSED']);
    await rig.call('PUT', '/outcomes', { operation: 'orders.capture', pending: 'ECHECK', settlesAs: 'COMPLETED' });
    const [taken] = (await capture()).body.purchase_units[0].payments.captures;
    expect([taken.status, taken.status_details.reason]).toEqual(['PENDING', 'ECHECK']);
  });
});
