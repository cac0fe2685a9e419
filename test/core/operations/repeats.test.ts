/** Repeats with the same ids, for each operation on an existing order. */
import { describe, expect, it } from 'vitest';
import type { OrderOperation } from '../../../src/core/order/transitions.ts';
import { answered, CARD, cardBody } from '../world.ts';
import { amount, authorized, type Bench, bench, paid, target } from './bench.ts';

type Case = readonly [
  operation: OrderOperation,
  body: object,
  same: object,
  others: readonly object[],
  begin: () => Promise<Bench>,
];

const card = { sourceOfFunds: cardBody().sourceOfFunds };
const otherCard = {
  sourceOfFunds: {
    type: 'CARD',
    provided: { card: { number: '4508750015741019', expiry: { month: '1', year: '39' } } },
  },
};
const otherCode = { sourceOfFunds: { type: 'CARD', provided: { card: { ...CARD, securityCode: '999' } } } };
const alone = async () => bench({ permissions: { standaloneCapture: true, standaloneRefund: true } });

const CASES: readonly Case[] = [
  [
    'CAPTURE',
    amount('5.00'),
    { transaction: { currency: 'EUR', amount: 5 }, correlationId: 'x', shipping: null },
    [
      amount('5.01'),
      { transaction: { amount: '5.00' } },
      amount('5.00', { reference: 'x' }),
      { ...amount('5.00'), userId: 'bob' },
    ],
    authorized,
  ],
  [
    'CAPTURE',
    { ...amount('5.00', { authorizationCode: '123456' }), ...card },
    { ...amount('5.0', { authorizationCode: '123456' }), ...card },
    [
      { ...amount('5.00', { authorizationCode: '123457' }), ...card },
      { ...amount('5.00', { authorizationCode: '123456' }), ...otherCard },
    ],
    alone,
  ],
  ['REFUND', amount('5.00'), amount('5.0'), [amount('5.01'), amount('5.00', { merchantNote: 'x' })], paid],
  [
    'REFUND',
    { ...amount('5.00'), ...card },
    { ...card, ...amount('5') },
    [
      { ...amount('5.00'), ...otherCode },
      { ...amount('5.00'), ...otherCard },
      { ...amount('5.01'), ...card },
    ],
    alone,
  ],
  [
    'REFUND',
    amount('7.00'),
    amount('7.0'),
    [amount('7.01')],
    async () => paid({ permissions: { refundApproval: true } }),
  ],
  ['VOID', target('1'), { ...target('1'), correlationId: 'y' }, [target('2'), { ...target('1'), userId: 'bob' }], paid],
  [
    'UPDATE_AUTHORIZATION',
    amount('20'),
    amount('20.00'),
    [amount('21'), {}, { transaction: { amount: '20' } }],
    authorized,
  ],
  [
    'REFERRAL',
    { transaction: { authorizationCode: 'A1B2C3' } },
    { transaction: { authorizationCode: 'A1B2C3' }, correlationId: 'z' },
    [
      { transaction: { authorizationCode: 'a1b2c3' } },
      { transaction: { authorizationCode: 'A1B2C3', reference: 'x' } },
    ],
    async () => {
      const on = bench();
      on.acquirer.says = () => answered({ gatewayCode: 'REFERRED' });
      await on.run('PAY', '1', cardBody());
      on.acquirer.says = () => answered();
      return on;
    },
  ],
];

describe.each(CASES)('%s %j', (operation, body, same, others, begin) => {
  it('is answered with the stored result when it is repeated with the same meaning, and no message is sent', async () => {
    const on = await begin();
    const first = await on.run(operation, '9', body);
    const sent = [on.acquirer.requests.length, on.acquirer.sentAdvices.length];
    for (const again of [body, same]) {
      expect(await on.run(operation, '9', again)).toEqual(first);
    }
    expect([on.acquirer.requests.length, on.acquirer.sentAdvices.length]).toEqual(sent);
  });

  it('is refused when it is repeated with another meaning, and the stored result stays', async () => {
    const on = await begin();
    const first = await on.run(operation, '9', body);
    const order = on.order();
    for (const other of others) {
      expect((await on.refused(operation, '9', other)).message).toContain('not a repeat');
    }
    const another = operation === 'REFUND' ? 'CAPTURE' : 'REFUND';
    expect((await on.refused(another, '9', amount('5.00'))).message).toContain('not a repeat');
    expect(on.orders.rows.get(first.key)).toEqual(first);
    expect(on.order()).toEqual(order);
  });

  it('causes one message and one answer when it is sent twenty times at once', async () => {
    const on = await begin();
    const sent = on.acquirer.requests.length + on.acquirer.sentAdvices.length;
    const rows = on.orders.rows.size;
    const all = await Promise.all(Array.from({ length: 20 }, () => on.run(operation, '9', body)));
    expect(new Set(all.map(({ key }) => key)).size).toBe(1);
    expect(on.acquirer.requests.length + on.acquirer.sentAdvices.length - sent).toBeLessThanOrEqual(1);
    expect(on.orders.rows.size).toBe(rows + 1);
  });

  it('causes one message when twenty transactions come at once, and the others find the order locked or changed', async () => {
    const on = await begin();
    const sent = on.acquirer.requests.length + on.acquirer.sentAdvices.length;
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof answered>>();
    on.acquirer.says = () => promise;
    on.acquirer.saysToAdvice = () => promise;
    const all = Array.from({ length: 20 }, (_, index) => on.run(operation, `many-${index}`, body));
    const ends = Promise.allSettled(all);
    resolve(answered());
    const done = (await ends).filter(({ status }) => status === 'fulfilled');
    expect(done).toHaveLength(1);
    expect(on.acquirer.requests.length + on.acquirer.sentAdvices.length - sent).toBeLessThanOrEqual(1);
    expect([...on.orders.rows.keys()].length).toBe(on.order().state.movements.length);
  });

  it('makes a concurrent repeat wait for the first and get its answer', async () => {
    const on = await begin();
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof answered>>();
    on.acquirer.says = () => promise;
    on.acquirer.saysToAdvice = () => promise;
    const first = on.run(operation, '9', body);
    const second = on.run(operation, '9', same);
    resolve(answered());
    expect((await second).key).toBe((await first).key);
  });
});
