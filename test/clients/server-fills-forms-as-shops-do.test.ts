/** Shops send numbers for texts, empty forms, and sums as shown to their customers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newOrderId, paying, type Rig, startRig } from '../api/rest/rig.ts';
import { checkout, payWith, problemsOf } from './server-requests.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const pay = payWith(() => rig);

describe('numbers in place of texts', () => {
  it('are accepted in a payment, and answered as text', async () => {
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

  it('are accepted as the id of a checkout’s order', async () => {
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

describe('an empty value', () => {
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

  it('is absent where it is an empty group, in a capture too', async () => {
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
  ])('is accepted for an amount of %s, where it %s', async (amount) => {
    const order = { amount, itemAmount: '20.00', shippingAndHandlingAmount: '5.00', discount: { amount: '5.00' } };
    const { status, json } = await pay(newOrderId(), paying('PAY', { order: { ...order, currency: 'EUR' } }));
    expect([status, json.order.amount]).toEqual([201, Number(amount)]);
  });

  it('that matches neither is refused with both sums', async () => {
    const order = { amount: '24.00', currency: 'EUR', itemAmount: '25.00', discount: { amount: '5.00' } };
    const reply = await pay(newOrderId(), paying('PAY', { order }));
    expect([reply.status, reply.json.error.field]).toEqual([400, 'order.amount']);
    expect(reply.json.error.explanation).toContain('20 or 25');
  });
});

describe('a fractional quantity', () => {
  const order = {
    amount: '4.50',
    currency: 'EUR',
    itemAmount: '4.50',
    item: [{ name: 'Cloth', quantity: 1.5, unitPrice: '3.00', unitOfMeasure: 'm' }],
  };

  it.each([34, 63, 100])('is accepted and answered unchanged, at version %d', async (version) => {
    const { status, json } = await pay(newOrderId(), paying('PAY', { order }), { version });
    expect([status, json.order.item[0].quantity]).toEqual([201, 1.5]);
  });

  it('is refused by name in older versions', async () => {
    const reply = await pay(newOrderId(), paying('PAY', { order }), { version: 33 });
    expect(problemsOf(reply)).toEqual(['order.item[0].quantity INVALID']);
  });
});

describe('an amount of zero', () => {
  const nothing = { order: { amount: '0.00', currency: 'EUR' } };

  it.each(['AUTHORIZE', 'PAY'])('is refused by name by %s, with a hint to VERIFY', async (operation) => {
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
