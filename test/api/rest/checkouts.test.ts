import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newOrderId, type Rig, startRig } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({ id: 'STRICT', name: 'Strict', unknownFields: 'REJECT' });
  await rig.merchant({ id: 'HOSTS', name: 'Hosts', returnHosts: ['shop.example'] });
});
afterAll(() => rig.close());

const checkout = (more: { order?: object; interaction?: object; [name: string]: unknown } = {}) => ({
  apiOperation: 'INITIATE_CHECKOUT',
  ...more,
  interaction: { operation: 'PURCHASE', ...more.interaction },
  order: { id: newOrderId(), amount: '10.00', currency: 'EUR', ...more.order },
});
const post = (body: object, options = {}) => rig.api('POST', '/session', body, options);
const fieldsOf = (reply: { json: { error?: { details?: { field: string; validationType: string }[] } } }) =>
  reply.json.error?.details?.map(({ field, validationType }) => `${field} ${validationType}`);

describe('a checkout', () => {
  it.each([
    ['INITIATE_CHECKOUT', 100],
    ['INITIATE_CHECKOUT', 63],
    ['CREATE_CHECKOUT_SESSION', 39],
    ['CREATE_CHECKOUT_SESSION', 62],
    ['CREATE_CHECKOUT_SESSION', 100],
  ])('by %s at version %d answers every field that clients read', async (apiOperation, version) => {
    const { status, json } = await post({ ...checkout(), apiOperation, correlationId: 'c' }, { version });
    expect(status).toBe(201);
    expect(json).toEqual({
      checkout: { url: `http://localhost:8080/checkout/pay/${json.session.id}` },
      checkoutMode: 'WEBSITE',
      correlationId: 'c',
      merchant: 'TESTSHOP',
      result: 'SUCCESS',
      session: {
        aes256Key: expect.any(String),
        authenticationLimit: 25,
        id: expect.stringMatching(/^SESSION[0-9A-Za-z]{24}$/),
        updateStatus: 'SUCCESS',
        version: expect.stringMatching(/^[0-9a-f]{8}01$/),
      },
      successIndicator: expect.stringMatching(/^[0-9a-f]{32}$/),
      version: `${version}`,
    });
  });

  it('has a unique indicator each time', async () => {
    const indicators = await Promise.all(
      Array.from({ length: 20 }, async () => (await post(checkout())).json.successIndicator),
    );
    expect(new Set(indicators).size).toBe(20);
  });

  it('as a link answers the link', async () => {
    const { json } = await post(
      checkout({
        checkoutMode: 'PAYMENT_LINK',
        paymentLink: { numberOfAllowedAttempts: 2, expiryDateTime: '2030-01-01T00:00:00.000Z' },
      }),
    );
    expect(json).toMatchObject({ checkoutMode: 'PAYMENT_LINK', paymentLink: { url: json.checkout.url } });
  });

  it('shows its indicator only once', async () => {
    const { json } = await post(checkout());
    const { text } = await rig.api('GET', `/session/${json.session.id}`);
    expect(text).not.toContain(json.successIndicator);
    const page = await rig.call('GET', `/checkout/pay/${json.session.id}`, undefined, { authorization: null });
    expect(page.status).toBe(200);
    expect(page.text).not.toContain(json.successIndicator);
  });

  it('may use an existing session', async () => {
    const { session } = (await rig.api('POST', '/session')).json;
    await rig.api('PUT', `/session/${session.id}`, { order: { currency: 'EUR', description: 'Tea' } });
    const body = { ...checkout(), session: { id: session.id }, order: { id: newOrderId(), amount: '3' } };
    const { status, json } = await post(body);
    expect([status, json.session.id]).toEqual([201, session.id]);
    expect((await rig.api('GET', `/session/${session.id}`)).json.order).toMatchObject({
      currency: 'EUR',
      description: 'Tea',
      amount: 3,
    });
  });
});

it.each(['TESTSHOP', 'STRICT'])('the page’s display options are no ignored field of %s', async (id) => {
  const displayControl = { billingAddress: 'MANDATORY', orderSummary: 'SHOW', paymentConfirmation: 'HIDE' };
  const reply = await post(checkout({ interaction: { displayControl } }), { merchant: id });
  expect([reply.status, reply.headers['x-ignored-fields']]).toEqual([201, undefined]);
});

describe('a field of a checkout without effect', () => {
  const merchant = { name: 'Tea', logo: 'https://shop.example/logo.svg', url: 'https://shop.example/' };
  const interaction = { merchant };
  const named = 'interaction.merchant.logo';

  it.each(['TESTSHOP', 'STRICT'])('is accepted in %s, stored, and named in X-Ignored-Fields', async (id) => {
    const reply = await post(checkout({ interaction }), { merchant: id });
    expect([reply.status, reply.headers['x-ignored-fields']]).toEqual([201, named]);
    const session = `/session/${reply.json.session.id}`;
    const kept = (await rig.api('GET', session, undefined, { merchant: id })).json.interaction;
    expect(kept).toMatchObject(interaction);
    const update = await rig.api('PUT', session, { interaction }, { merchant: id });
    expect([update.status, update.headers['x-ignored-fields']]).toEqual([200, named]);
  });

  it('is validated as any field', async () => {
    const reply = await post(checkout({ interaction: { merchant: { logo: 'javascript:alert(1)' } } }));
    expect([reply.status, fieldsOf(reply)]).toEqual([400, ['interaction.merchant.logo INVALID']]);
  });
});

describe('an incomplete checkout', () => {
  const all = ['interaction.operation MISSING', 'order.id MISSING', 'order.currency MISSING'];
  it.each([
    ['everything', { apiOperation: 'INITIATE_CHECKOUT' }, all],
    ['all but PHP’s empty arrays', { apiOperation: 'INITIATE_CHECKOUT', order: [], interaction: [], billing: [] }, all],
    ['the amount of a purchase', checkout({ order: { amount: null } }), ['order.amount MISSING']],
    [
      'the amount of an authorization',
      checkout({ interaction: { operation: 'AUTHORIZE' }, order: { amount: null } }),
      ['order.amount MISSING'],
    ],
    ['a currency of ISO 4217', checkout({ order: { currency: 'XXX' } }), ['order.currency INVALID']],
    ['places of its currency', checkout({ order: { currency: 'JPY', amount: '10.50' } }), ['order.amount INVALID']],
    ['a sum', checkout({ order: { itemAmount: '9' } }), ['order.amount INVALID']],
    ['an operation that is one', checkout({ interaction: { operation: 'PAY' } }), ['interaction.operation INVALID']],
    [
      'safe URLs',
      checkout({ interaction: { returnUrl: 'http://evil.example/', cancelUrl: 'javascript:alert(1)' } }),
      ['interaction.cancelUrl INVALID', 'interaction.returnUrl INVALID'],
    ],
  ])('is refused with every field named: %s', async (_what, body, fields) => {
    const reply = await post(body);
    expect([reply.status, fieldsOf(reply)]).toEqual([400, fields]);
  });

  it.each(['VERIFY', 'NONE'])('%s needs no amount', async (operation) => {
    expect((await post(checkout({ interaction: { operation }, order: { amount: null } }))).status).toBe(201);
  });

  it('a return to a host that is not in the profile is refused', async () => {
    const to = (returnUrl: string) => post(checkout({ interaction: { returnUrl } }), { merchant: 'HOSTS' });
    expect((await to('https://shop.example/back')).status).toBe(201);
    for (const url of [
      'https://shop.example.evil.example/',
      'https://evil.example/shop.example',
      'https://sub.shop.example/',
    ]) {
      expect(fieldsOf(await to(url))).toEqual(['interaction.returnUrl INVALID']);
    }
  });

  it('an operation of another address is refused', async () => {
    const reply = await post({ apiOperation: 'PAY' });
    expect([reply.status, reply.json.error.field]).toEqual([400, 'apiOperation']);
  });
});

describe('a checkout that is updated', () => {
  it('must remain payable', async () => {
    const { session } = (await post(checkout())).json;
    const put = (body: object) => rig.api('PUT', `/session/${session.id}`, body);
    expect(fieldsOf(await put({ order: { currency: 'JPY', amount: '1.5' } }))).toEqual(['order.amount INVALID']);
    const { status, json } = await put({ order: { amount: '11' } });
    expect([status, json.order.amount]).toEqual([200, 11]);
    expect(json.session.version).toMatch(/02$/);
  });
});
