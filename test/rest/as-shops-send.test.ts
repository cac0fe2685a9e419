/** Requests of real shops and apps that a stricter reading of the interface would refuse, as they send them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CARD, newOrderId, paying, type Reply, type Rig, startRig, withCard } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({ id: 'RESERVES', name: 'Reserves', checkoutOperation: 'AUTHORIZE' });
  await rig.merchant({ id: 'ATTENDED', name: 'Attended', permissions: { merchantInitiated: false } });
});
afterAll(() => rig.close());

const pay = (order: string, body: object | string, options = {}) =>
  rig.api('PUT', `/order/${order}/transaction/1`, body, options);
const problemsOf = (reply: Reply): string[] =>
  (reply.json.error?.details ?? []).map(
    (one: { field: string; validationType: string }) => `${one.field} ${one.validationType}`,
  );

describe('numbers in the place of texts', () => {
  it('are taken in a payment, and answered as text', async () => {
    const order = newOrderId();
    const body = {
      ...paying('PAY', { order: { amount: 12, currency: 'EUR', reference: 1001, custom: { cart: 98083 } } }),
      billing: { address: { postcodeZip: 10115 } },
      transaction: { reference: 7 },
      userId: 7,
    };
    const { status, json } = await pay(order, body);
    expect([status, json.result]).toEqual([201, 'SUCCESS']);
    expect([json.order.reference, json.order.custom.cart]).toEqual(['1001', '98083']);
    expect([json.billing.address.postcodeZip, json.transaction.reference]).toEqual(['10115', '7']);
  });

  it('are taken as the id of a checkout’s order', async () => {
    const { status, json } = await rig.api('POST', '/session', checkout({ order: { id: 98083 } }));
    expect(status).toBe(201);
    expect((await rig.api('GET', `/session/${json.session.id}`)).json.order.id).toBe('98083');
  });

  it('mean the same as the text where the request is repeated', async () => {
    const order = newOrderId();
    const paid = await pay(order, paying('PAY', { order: { amount: '12.00', currency: 'EUR', reference: 5 } }));
    const again = await pay(order, paying('PAY', { order: { amount: '12.00', currency: 'EUR', reference: '5' } }));
    expect([again.status, again.text]).toEqual([paid.status, paid.text]);
  });
});

describe('what was not filled in', () => {
  it('is absent where it is an empty text', async () => {
    const body = { ...paying('PAY'), billing: { address: { street: '1 Main St', street2: '', company: '' } } };
    const { status, json } = await pay(newOrderId(), body);
    expect(status).toBe(201);
    expect(json.billing.address).toEqual({ street: '1 Main St' });
  });

  it('is absent in a checkout’s address of the shop', async () => {
    const merchant = { name: 'Shop', address: { line1: '', line2: '' }, phone: '' };
    expect((await rig.api('POST', '/session', checkout({ interaction: { merchant } }))).status).toBe(201);
  });

  it('is absent where it is a group with nothing in it, in a capture too', async () => {
    const order = newOrderId();
    await pay(order, paying('AUTHORIZE'));
    const capture = await rig.api('PUT', `/order/${order}/transaction/2`, {
      apiOperation: 'CAPTURE',
      transaction: { amount: '12.00', currency: 'EUR' },
      sourceOfFunds: { provided: { card: {} } },
    });
    expect([capture.status, capture.json.result]).toEqual([201, 'SUCCESS']);
    expect(capture.headers['x-ignored-fields']).toBeUndefined();
  });
});

describe('a discount beside the sub-totals', () => {
  it.each([
    ['20.00', 'comes off their sum'],
    ['25.00', 'is in them already'],
  ])('of an amount of %s %s', async (amount) => {
    const order = { amount, itemAmount: '20.00', shippingAndHandlingAmount: '5.00', discount: { amount: '5.00' } };
    const { status, json } = await pay(newOrderId(), paying('PAY', { order: { ...order, currency: 'EUR' } }));
    expect([status, json.order.amount]).toEqual([201, Number(amount)]);
  });

  it('that makes neither is refused with both sums', async () => {
    const order = { amount: '24.00', currency: 'EUR', itemAmount: '25.00', discount: { amount: '5.00' } };
    const reply = await pay(newOrderId(), paying('PAY', { order }));
    expect([reply.status, reply.json.error.field]).toEqual([400, 'order.amount']);
    expect(reply.json.error.explanation).toContain('20 or 25');
  });
});

describe('a part of a unit', () => {
  const order = {
    amount: '4.50',
    currency: 'EUR',
    itemAmount: '4.50',
    item: [{ name: 'Cloth', quantity: 1.5, unitPrice: '3.00', unitOfMeasure: 'm' }],
  };

  it.each([34, 63, 100])('is taken and answered as it is, at version %d', async (version) => {
    const { status, json } = await pay(newOrderId(), paying('PAY', { order }), { version });
    expect([status, json.order.item[0].quantity]).toEqual([201, 1.5]);
  });

  it('is refused by name before', async () => {
    const reply = await pay(newOrderId(), paying('PAY', { order }), { version: 33 });
    expect(problemsOf(reply)).toEqual(['order.item[0].quantity INVALID']);
  });
});

const checkout = (more: { order?: object; interaction?: object; [name: string]: unknown } = {}) => ({
  apiOperation: 'CREATE_CHECKOUT_SESSION',
  ...more,
  interaction: { operation: 'PURCHASE', ...more.interaction },
  order: { id: newOrderId(), amount: '10.00', currency: 'EUR', ...more.order },
});

describe('a checkout of older versions', () => {
  const operationOf = async (session: string, merchant: string) =>
    (await rig.api('GET', `/session/${session}`, undefined, { merchant })).json.interaction.operation;

  it.each([
    ['TESTSHOP', 'PURCHASE'],
    ['RESERVES', 'AUTHORIZE'],
  ])('that does not say what it does, does what the profile of %s says', async (merchant, operation) => {
    const body = checkout({ interaction: { operation: null } });
    for (const version of [39, 51]) {
      const { status, json } = await rig.api('POST', '/session', body, { version, merchant });
      expect(status).toBe(201);
      expect(await operationOf(json.session.id, merchant)).toBe(operation);
    }
    const late = await rig.api('POST', '/session', body, { version: 52, merchant });
    expect(problemsOf(late)).toEqual(['interaction.operation MISSING']);
  });

  it('that does not say the amount is told it later', async () => {
    const body = checkout({ order: { amount: null } });
    for (const version of [39, 62]) {
      const { status, json } = await rig.api('POST', '/session', body, { version });
      expect(status).toBe(201);
      const described = await rig.api('PUT', `/session/${json.session.id}`, { order: { description: 'Tea' } });
      expect(described.status).toBe(200);
      const page = () => rig.call('GET', `/checkout/pay/${json.session.id}`, undefined, { authorization: null });
      const early = await page();
      expect([early.status, early.text.includes('This payment is not ready yet')]).toEqual([200, true]);
      const told = await rig.api('PUT', `/session/${json.session.id}`, { order: { amount: '7.00' } });
      expect([told.status, told.json.order.amount]).toEqual([200, 7]);
      expect((await page()).text).toContain('Pay €7.00');
    }
    const late = await rig.api('POST', '/session', body, { version: 63 });
    expect(problemsOf(late)).toEqual(['order.amount MISSING']);
  });
});

describe('a payment that the merchant begins', () => {
  it('renews by the agreement of an order that was paid before', async () => {
    const agreement = { id: 'SUBSCRIPTION-7', type: 'RECURRING', amountVariability: 'FIXED' };
    const first = await pay(newOrderId(), { ...paying('PAY'), agreement });
    expect([first.status, first.json.agreement]).toEqual([201, agreement]);
    const { token } = (await rig.api('POST', '/token', withCard({ securityCode: null }))).json;
    const renewal = await pay(newOrderId(), {
      apiOperation: 'PAY',
      order: { amount: '12.00', currency: 'EUR' },
      sourceOfFunds: { token },
      agreement: { id: agreement.id },
      transaction: { source: 'MERCHANT' },
    });
    expect([renewal.status, renewal.json.result, renewal.json.transaction.source]).toEqual([
      201,
      'SUCCESS',
      'MERCHANT',
    ]);
    expect(renewal.json.agreement).toEqual({ id: agreement.id });
    const kept = [first, renewal].map(({ json }) => json.sourceOfFunds.provided.card.storedOnFile);
    expect(kept).toEqual(['TO_BE_STORED', 'STORED']);
    expect(renewal.json.authorizationResponse.posEntryMode).toContain('10');
  });

  it('is declined under an agreement to which no payer of the merchant’s has agreed here', async () => {
    const agreement = { id: 'SUBSCRIPTION-8', type: 'RECURRING', amountVariability: 'FIXED' };
    const renewal = { ...paying('PAY'), agreement, transaction: { source: 'MERCHANT' } };
    const early = await pay(newOrderId(), renewal);
    expect([early.json.result, early.json.response.gatewayCode]).toEqual(['FAILURE', 'DECLINED']);
    expect((await pay(newOrderId(), { ...paying('PAY'), agreement })).json.result).toBe('SUCCESS');
    expect((await pay(newOrderId(), renewal)).json.result).toBe('SUCCESS');
    await rig.merchant({ id: 'OTHERS', name: 'Others' });
    const another = await pay(newOrderId(), renewal, { merchant: 'OTHERS' });
    expect(another.json.result).toBe('FAILURE');
  });

  it('is offered, and refused by the gateway where the profile does not allow it', async () => {
    const sources = async (merchant: string): Promise<string[]> => {
      const { json } = await rig.api('GET', '/paymentOptionsInquiry', undefined, { merchant });
      return json.paymentTypes.card.transactionSources.map(
        (one: { transactionSource: string }) => one.transactionSource,
      );
    };
    expect(await sources('TESTSHOP')).toContain('MERCHANT');
    expect(await sources('ATTENDED')).not.toContain('MERCHANT');
    const refused = await pay(
      newOrderId(),
      { ...paying('PAY'), transaction: { source: 'MERCHANT' } },
      { merchant: 'ATTENDED' },
    );
    expect([refused.status, refused.json.error.cause]).toEqual([403, 'REQUEST_REJECTED']);
  });
});

it('the inquiry says what a checkout offers beside what an order takes', async () => {
  const { json } = await rig.api('POST', '/paymentOptionsInquiry', {});
  const operations = json.supportedPaymentOperations.map(
    (one: { supportedPaymentOperation: string }) => one.supportedPaymentOperation,
  );
  expect(operations).toEqual(expect.arrayContaining(['AUTHORIZE', 'PURCHASE', 'PAY', 'CAPTURE', 'VERIFY']));
  expect(new Set(operations).size).toBe(operations.length);
});

describe('a token of the card that a checkout was paid with', () => {
  const form = (session: { id: string; version: string }, expiry = '01/39') =>
    new URLSearchParams({
      sessionVersion: session.version,
      attempt: '1',
      method: 'card',
      number: '5123 4500 0000 0008',
      expiry,
      securityCode: '100',
      nameOnCard: 'Ada Byrne',
    }).toString();
  const paid = async (expiry?: string) => {
    const { session } = (await rig.api('POST', '/session', checkout())).json;
    const posted = await rig.call('POST', `/checkout/pay/${session.id}`, form(session, expiry), {
      authorization: null,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'http://localhost:8080' },
    });
    expect(posted.status).toBe(303);
    return session;
  };
  const store = (session: { id: string }) =>
    rig.api('POST', '/token', { session: { id: session.id }, sourceOfFunds: { type: 'CARD' } });

  it('is made of its number and expiry, and pays', async () => {
    const stored = await store(await paid());
    expect([stored.status, stored.json.result]).toEqual([201, 'SUCCESS']);
    const { card } = stored.json.sourceOfFunds.provided;
    expect([card.number, card.expiry]).toEqual(['512345xxxxxx0008', '0139']);
    const again = await pay(newOrderId(), {
      apiOperation: 'PAY',
      order: { amount: '12.00', currency: 'EUR' },
      sourceOfFunds: { token: stored.json.token },
    });
    expect([again.json.result, again.json.response.cardSecurityCode.gatewayCode]).toEqual(['SUCCESS', 'NOT_PRESENT']);
  });

  it('is not to be had of a card that was declined, nor after the session’s end', async () => {
    expect(problemsOf(await store(await paid('05/39')))).toContain('sourceOfFunds.provided.card.number MISSING');
    const session = await paid();
    rig.later(31 * 60_000);
    expect((await store(session)).json.error.explanation).toContain('this session has expired');
  });
});

describe('a session', () => {
  it('is retrieved with its result and what its card’s number shows', async () => {
    const { session } = (await rig.api('POST', '/session', {})).json;
    const empty = await rig.api('GET', `/session/${session.id}`);
    expect([empty.json.result, empty.json.sourceOfFunds]).toEqual(['SUCCESS', undefined]);
    await rig.api('PUT', `/session/${session.id}`, { sourceOfFunds: { type: 'CARD', provided: { card: CARD } } });
    const { json } = await rig.api('GET', `/session/${session.id}`);
    expect(json.result).toBe('SUCCESS');
    expect(json.sourceOfFunds.provided.card).toEqual({
      brand: 'MASTERCARD',
      expiry: { month: '1', year: '39' },
      fundingMethod: expect.stringMatching(/^(CREDIT|DEBIT|UNKNOWN)$/),
      number: '512345xxxxxx0008',
      scheme: 'MASTERCARD',
      securityCode: 'xxx',
    });
  });
});

describe('what would change the payment if it were ignored', () => {
  const wallet = { sourceOfFunds: { provided: { card: { devicePayment: { paymentToken: '{"data":"…"}' } } } } };

  const never = { authentication: { transactionId: 'none' } };
  const newSession = async () => {
    const { id } = (await rig.api('POST', '/session', {})).json.session;
    return { id, own: { authorization: `Basic ${Buffer.from(`merchant.TESTSHOP:${id}`).toString('base64')}` } };
  };

  it('a wallet’s token is refused by name in a session', async () => {
    const { id, own } = await newSession();
    for (const options of [{}, own]) {
      const reply = await rig.api('PUT', `/session/${id}`, wallet, options);
      expect([reply.status, problemsOf(reply)]).toEqual([
        400,
        ['sourceOfFunds.provided.card.devicePayment UNSUPPORTED'],
      ]);
    }
  });

  it('an authentication that never was is refused by the payment that a session names it for, and to the payer', async () => {
    const { id, own } = await newSession();
    expect((await rig.api('PUT', `/session/${id}`, never, own)).status).toBe(400);
    expect((await rig.api('PUT', `/session/${id}`, never)).status).toBe(200);
    const reply = await pay(newOrderId(), { ...paying('PAY'), session: { id } });
    expect([reply.status, problemsOf(reply)]).toEqual([400, ['authentication.transactionId INVALID']]);
  });

  it('an authentication is refused by name where the version knows none', async () => {
    const order = newOrderId();
    const reply = await rig.api(
      'PUT',
      `/order/${order}/transaction/1`,
      { ...paying('PAY'), ...never },
      { version: 53 },
    );
    expect([reply.status, problemsOf(reply)]).toEqual([400, ['authentication.transactionId INVALID']]);
  });

  it.each([
    ['a wallet’s token', wallet, 'sourceOfFunds.provided.card.devicePayment UNSUPPORTED'],
    ['an authentication that never was', never, 'authentication.transactionId INVALID'],
  ])('%s is refused by name in a payment and a checkout', async (_what, body, problem) => {
    for (const operation of ['PAY', 'AUTHORIZE', 'VERIFY']) {
      expect(problemsOf(await pay(newOrderId(), { ...paying(operation), ...body }))).toContain(problem);
    }
    expect(problemsOf(await rig.api('POST', '/session', checkout(body)))).toContain(problem);
  });

  it('is taken where nothing stands in it', async () => {
    for (const transactionId of [null, '']) {
      const body = { ...paying('PAY'), authentication: { transactionId, channel: 'PAYER_BROWSER' } };
      expect((await pay(newOrderId(), body)).status).toBe(201);
    }
  });
});

describe('an amount of nothing', () => {
  const nothing = { order: { amount: '0.00', currency: 'EUR' } };

  it.each(['AUTHORIZE', 'PAY'])('is refused by name by %s, which leads to VERIFY', async (operation) => {
    const reply = await pay(newOrderId(), paying(operation, nothing));
    expect([reply.status, problemsOf(reply)]).toEqual([400, ['order.amount INVALID']]);
    expect(reply.json.error.explanation).toContain('VERIFY');
  });

  it('is refused by name by a browser payment and by a checkout that charges', async () => {
    const wallet = { paymentConfirmation: 'CONFIRM_AT_PROVIDER' };
    const browser = await pay(newOrderId(), {
      apiOperation: 'INITIATE_BROWSER_PAYMENT',
      ...nothing,
      browserPayment: { operation: 'PAY', returnUrl: 'https://shop.example/back', demoWallet: wallet },
      sourceOfFunds: { type: 'DEMO_WALLET' },
    });
    expect(problemsOf(browser)).toEqual(['order.amount INVALID']);
    const amount = { order: { amount: '0.00' } };
    for (const operation of ['PURCHASE', 'AUTHORIZE']) {
      const reply = await rig.api('POST', '/session', checkout({ ...amount, interaction: { operation } }));
      expect(problemsOf(reply)).toEqual(['order.amount INVALID']);
    }
    expect(
      (await rig.api('POST', '/session', checkout({ ...amount, interaction: { operation: 'VERIFY' } }))).status,
    ).toBe(201);
  });

  it.each(['CAPTURE', 'REFUND', 'UPDATE_AUTHORIZATION'])('is refused by name by %s', async (operation) => {
    const order = newOrderId();
    await pay(order, paying(operation === 'REFUND' ? 'PAY' : 'AUTHORIZE'));
    const reply = await rig.api('PUT', `/order/${order}/transaction/2`, {
      apiOperation: operation,
      transaction: { amount: '0.00', currency: 'EUR' },
    });
    expect(problemsOf(reply)).toEqual(['transaction.amount INVALID']);
  });
});

it('wrong credentials are told as clients compare them', async () => {
  const { status, json } = await rig.api('GET', '/order/x', undefined, { authorization: 'Basic bm9ib2R5' });
  expect([status, json.error.cause, json.error.explanation]).toEqual([401, 'INVALID_REQUEST', 'Invalid credentials.']);
});
