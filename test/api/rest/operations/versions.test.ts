/** One stored order, retrieved in many versions: each shows its own fields, under its own names. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Rig, startRig } from '../rig.ts';
import { amount, cardPayment, type RestOrder, restOrder } from './order.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const VERSIONS = [14, 21, 24, 28, 33, 34, 43, 62, 63, 99, 100] as const;

const RECIPIENT = { firstName: 'Ann', lastName: 'Peeters', phone: '+32 2 555' };
const NEW = { ...RECIPIENT, email: 'ann@shop.example', mobilePhone: '+32 470' };

describe.each([
  ['sent in version 100', 100, { contact: NEW, method: 'GROUND' }, NEW],
  ['sent in version 34', 34, { contact: RECIPIENT, method: 'GROUND' }, RECIPIENT],
  ['sent in version 33', 33, { ...RECIPIENT, method: 'GROUND' }, RECIPIENT],
  ['sent in version 14', 14, { ...RECIPIENT, method: 'GROUND' }, RECIPIENT],
] as const)('a recipient %s', (_what, version, shipping, contact) => {
  it.each(VERSIONS)('is shown to version %d under that version’s names', async (asked) => {
    const order = restOrder(rig);
    const made = await order.done('AUTHORIZE', '1', cardPayment({ shipping }), { version });
    const wanted = asked >= 34 ? { contact, method: 'GROUND' } : { ...RECIPIENT, method: 'GROUND' };
    expect((await order.transaction('1', { version: asked })).json.shipping).toEqual(wanted);
    expect((await order.get({ version: asked })).json.shipping).toEqual(wanted);
    expect(made.json.shipping).toEqual(version >= 34 ? { contact, method: 'GROUND' } : shipping);
    const capture = await order.done('CAPTURE', '2', amount('5.00'), { version: asked });
    expect(capture.json.shipping).toEqual(wanted);
  });
});

it('a recipient without a name from the old versions is shown to those versions without one', async () => {
  const order = restOrder(rig);
  await order.done('AUTHORIZE', '1', cardPayment({ shipping: { contact: { email: 'ann@shop.example' } } }));
  expect((await order.transaction('1', { version: 21 })).json.shipping).toEqual({});
});

it.each([
  ['an old name over a new one', 100, { contact: { firstName: 'Ann', phone: '1' } }, 33, { firstName: 'Bea' }],
  ['a new name over an old one', 33, { firstName: 'Ann', phone: '1' }, 100, { contact: { firstName: 'Bea' } }],
])('a capture may state %s', async (_what, first, shipping, second, changed) => {
  const order = restOrder(rig);
  await order.done('AUTHORIZE', '1', cardPayment({ shipping }), { version: first });
  await order.done('CAPTURE', '2', { ...amount('5.00'), shipping: changed }, { version: second });
  expect((await order.get({ version: 100 })).json.shipping).toEqual({ contact: { firstName: 'Bea', phone: '1' } });
  expect((await order.get({ version: 14 })).json.shipping).toEqual({ firstName: 'Bea', phone: '1' });
});

const RICH = {
  order: {
    amount: '12.00',
    currency: 'EUR',
    taxAmount: '2.00',
    itemAmount: '10.00',
    tax: [{ amount: '2.00', rate: '20', type: 'VAT' }],
    item: [{ name: 'Tea', quantity: 1, unitPrice: '10.00', unitTaxAmount: '2.00', brand: 'Leaf', category: 'drink' }],
  },
  airline: {
    bookingReference: 'ABC123',
    ticket: { ticketNumber: '12345678901', customerReference: 'C-1' },
    passenger: [{ lastName: 'Peeters', frequentFlyerNumber: 'F-1' }],
    itinerary: { leg: [{ carrierCode: 'SN', destinationArrivalDate: '2027-01-02', departureTime: '10:15Z' }] },
  },
};

describe('every answer, in every version', () => {
  let order: RestOrder;
  beforeAll(async () => {
    order = restOrder(rig);
    await order.done('AUTHORIZE', '1', cardPayment(RICH));
    await order.done('CAPTURE', '2', {
      ...amount('12.00'),
      accountFunding: { purpose: 'PAYROLL' },
      agreement: { id: 'A-1' },
    });
    await order.done('REFUND', '3', amount('2.00'));
  });

  it.each(VERSIONS)('version %d has its own fields alone', async (version) => {
    // Each answer is validated against its version's contract when it is fetched.
    const { json } = await order.get({ version });
    for (const id of ['1', '2', '3']) {
      const shown = (await order.transaction(id, { version })).json;
      expect(shown.version).toBe(`${version}`);
      expect(shown.order.totalCapturedAmount).toBe(12);
    }
    expect(json.version).toBe(`${version}`);
    expect('agreement' in json.transaction[1]).toBe(version >= 100);
    expect('accountFunding' in json.transaction[1]).toBe(version >= 100);
    expect('tax' in json).toBe(version >= 34);
    expect('brand' in json.item[0]).toBe(version >= 34);
  });

  it('shows all of its fields in the newest version', async () => {
    const { json } = await order.get();
    expect(json).toMatchObject({
      agreement: { id: 'A-1' },
      accountFunding: { purpose: 'PAYROLL' },
      airline: { bookingReference: 'ABC123' },
      tax: [{ amount: 2, rate: 20, type: 'VAT' }],
    });
  });
});

it('fields that an old version lacks are ignored by name, and the others make the same order', async () => {
  const order = restOrder(rig);
  const reply = await order.done(
    'AUTHORIZE',
    '1',
    cardPayment({ shipping: { contact: { firstName: 'Ann' }, firstName: 'Bea' } }),
    { version: 21 },
  );
  expect(reply.headers['x-ignored-fields']).toContain('shipping.contact');
  expect(reply.json.shipping).toEqual({ firstName: 'Bea' });
  expect((await order.get()).json.shipping).toEqual({ contact: { firstName: 'Bea' } });
});

it('the hosted page’s gatewayEntryPoint changes at version 63, for the same stored payment', async () => {
  const order = restOrder(rig);
  await order.done('AUTHORIZE', '1', cardPayment());
  for (const version of [62, 63]) {
    expect((await order.transaction('1', { version })).json.gatewayEntryPoint).toBe('WEB_SERVICES_API');
  }
});
