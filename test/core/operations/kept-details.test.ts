/**
 * The details of an order through its life: those that its transactions share, and those that belong to one
 * transaction.
 */
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../src/contract/operations.ts';
import { readBody } from '../../contract/body.ts';
import { anyTextAt, anyValueAt } from '../../contract/fields-at.ts';
import { answered, cardBody } from '../world.ts';
import { amount, authorized, type Bench, bench, paid, target } from './bench.ts';

const RICH = {
  ...cardBody(),
  '3DSecure': { enrollmentStatus: 'ENROLLED', authenticationStatus: 'AUTHENTICATION_SUCCESSFUL', acsEci: '05' },
  airline: { bookingReference: 'ABC123' },
  billing: { address: { city: 'Ghent' } },
  customer: { email: 'a@shop.example' },
  order: {
    ...cardBody().order,
    custom: { color: 'red', size: 'L' },
    customerNote: 'ring twice',
    description: 'Tea',
    notificationUrl: 'https://shop.example/hook',
    reference: 'R-1',
    subMerchant: { identifier: 'S' },
  },
  posTerminal: { name: 'till 1' },
  shipping: { address: { city: 'Ghent', street: 'Kouter 1' }, contact: { firstName: 'Ann' } },
  transaction: { reference: 'T-1', merchantNote: 'first', source: 'MOTO', frequency: 'SINGLE' },
  userId: 'alice',
};

async function startOrder(operation: 'AUTHORIZE' | 'PAY'): Promise<Bench> {
  const on = bench();
  await on.run(operation, '1', RICH);
  return on;
}

describe.each([
  ['CAPTURE', 'AUTHORIZE', amount('5.00')],
  ['REFUND', 'PAY', amount('5.00')],
  ['VOID', 'PAY', target('1')],
  ['UPDATE_AUTHORIZATION', 'AUTHORIZE', {}],
] as const)('%s', (operation, first, body) => {
  it('inherits the details of its order', async () => {
    const on = await startOrder(first);
    const { details, notificationUrl } = (await on.run(operation, '2', body)).request;
    expect(details).toMatchObject({
      '3DSecure': RICH['3DSecure'],
      airline: RICH.airline,
      billing: RICH.billing,
      customer: RICH.customer,
      order: {
        custom: { color: 'red', size: 'L' },
        customerNote: 'ring twice',
        description: 'Tea',
        reference: 'R-1',
        subMerchant: { identifier: 'S' },
      },
      posTerminal: RICH.posTerminal,
      shipping: RICH.shipping,
    });
    expect(notificationUrl).toBe('https://shop.example/hook');
  });

  it('inherits no details of the earlier transaction, except the payer’s channel', async () => {
    const on = await startOrder(first);
    const { details } = (await on.run(operation, '2', body)).request;
    expect(anyTextAt(details, 'transaction.source')).toBe('MOTO');
    for (const path of ['transaction.reference', 'transaction.merchantNote', 'userId']) {
      expect(anyValueAt(details, path), path).toBeUndefined();
    }
  });

  it('adds its own details, and leaves the earlier transaction as it was', async () => {
    const on = await startOrder(first);
    const earlier = structuredClone(on.orders.rows.get(on.orders.intents[0]!.transaction.key)?.request.details);
    const more = { order: { custom: { size: 'M', weight: '2' } }, userId: 'bob' };
    const { details } = (await on.run(operation, '2', { ...body, ...more })).request;
    expect(details).toMatchObject({ order: { custom: { color: 'red', size: 'M', weight: '2' } }, userId: 'bob' });
    expect(on.orders.rows.get(on.orders.intents[0]!.transaction.key)?.request.details).toEqual(earlier);
  });
});

it('a capture may change the shipping address and the kind of order', async () => {
  const on = await startOrder('AUTHORIZE');
  const { details } = (
    await on.run('CAPTURE', '2', {
      ...amount('5.00'),
      order: { reference: 'R-2' },
      shipping: { address: { city: 'Bruges' } },
    })
  ).request;
  expect(details).toMatchObject({
    order: { reference: 'R-2', description: 'Tea' },
    shipping: { address: { city: 'Bruges', street: 'Kouter 1' } },
  });
  const next = await on.run('CAPTURE', '3', amount('5.00'));
  expect(anyTextAt(next.request.details, 'order.reference')).toBe('R-2');
});

it('details of a declined capture do not persist', async () => {
  const on = await startOrder('AUTHORIZE');
  on.acquirer.saysToAdvice = () => answered({ gatewayCode: 'DECLINED' });
  await on.run('CAPTURE', '2', { ...amount('5.00'), order: { reference: 'R-2' } });
  on.acquirer.saysToAdvice = () => answered();
  const next = await on.run('CAPTURE', '3', amount('5.00'));
  expect(anyTextAt(next.request.details, 'order.reference')).toBe('R-1');
});

describe('the recipient', () => {
  const inVersion = (version: number, shipping: object) => ({
    version,
    values: readBody(OPERATIONS.CAPTURE.request, { ...amount('1.00'), shipping }, { version }).values,
  });

  it.each<[string, number, object, number, object, object]>([
    [
      'of an old order gets a new name',
      21,
      { firstName: 'Ann', phone: '1' },
      100,
      { contact: { firstName: 'Bea' } },
      { firstName: 'Bea', phone: '1' },
    ],
    [
      'of a new order gets an old name',
      100,
      { contact: { firstName: 'Ann', phone: '1' } },
      21,
      { firstName: 'Bea' },
      { firstName: 'Bea', phone: '1' },
    ],
  ])('%s: the newest one is stored, in any version', async (_what, first, shipping, second, changed, contact) => {
    const on = bench();
    const { values } = readBody(OPERATIONS.AUTHORIZE.request, { ...cardBody(), shipping }, { version: first });
    await on.run('AUTHORIZE', '1', cardBody(), { version: first, values });
    const { details } = (await on.run('CAPTURE', '2', {}, inVersion(second, changed))).request;
    expect(details.shipping).toEqual({ contact });
  });
});

it('a recipient in an old version’s request takes precedence over the one of a newer session', async () => {
  const on = bench(
    {},
    {
      session: async () => ({
        key: 7,
        sensitive: false,
        values: readBody(OPERATIONS.UPDATE_SESSION.request, { shipping: { contact: { firstName: 'Ann', phone: '1' } } })
          .values,
      }),
    },
  );
  const { values } = readBody(
    OPERATIONS.PAY.request,
    { ...cardBody(), session: { id: `SESSION${'a'.repeat(24)}` }, shipping: { firstName: 'Bea' } },
    { version: 21 },
  );
  const { details } = (await on.run('PAY', '1', cardBody(), { version: 21, values })).request;
  expect(details.shipping).toEqual({ contact: { firstName: 'Bea', phone: '1' } });
});

describe('values of a session', () => {
  const SESSION = { id: `SESSION${'a'.repeat(24)}` };
  const session = async () => ({
    key: 7,
    sensitive: true,
    values: readBody(OPERATIONS.UPDATE_SESSION.request, {
      order: { reference: 'from session', description: 'Coffee' },
      shipping: { address: { city: 'Lille' } },
      sourceOfFunds: { provided: { card: { number: '4508750015741019', expiry: { month: '2', year: '30' } } } },
      transaction: { amount: '3.00', reference: 'S-1' },
    }).values,
  });

  it.each([
    ['CAPTURE', authorized],
    ['REFUND', paid],
  ] as const)(
    'are used by %s, except where the request has its own, and the session’s card is not used',
    async (operation, begin) => {
      const on = await begin({}, { session });
      const { request } = await on.run(operation, '2', { session: SESSION, transaction: { reference: 'own' } });
      expect(request).toMatchObject({ amount: 300n, instrument: { number: '512345xxxxxx0008' } });
      expect(anyTextAt(request.details, 'order.reference')).toBe('from session');
      expect(anyTextAt(request.details, 'transaction.reference')).toBe('own');
      expect(anyTextAt(request.details, 'shipping.address.city')).toBe('Lille');
      expect(on.orders.intents.at(-1)?.spentSession).toBeUndefined();
    },
  );

  it('that cannot be read refuse the operation, and nothing is started', async () => {
    const on = await authorized();
    const before = on.orders.intents.length;
    await expect(on.run('CAPTURE', '2', { session: SESSION, ...amount('1') })).rejects.toThrow('no such source');
    expect([on.orders.intents.length, on.acquirer.sentAdvices.length]).toEqual([before, 0]);
  });
});
