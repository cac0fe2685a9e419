import { describe, expect, it, vi } from 'vitest';
import { InterfaceError } from '../../../src/contract/interface-error.ts';
import { OPERATIONS } from '../../../src/contract/operations.ts';
import type { Values } from '../../../src/contract/read.ts';
import { textAt } from '../../../src/contract/values.ts';
import { execute } from '../../../src/core/operations/execute.ts';
import type { AcquirerOutcome, CardInstrument, CardView } from '../../../src/core/ports/index.ts';
import { readBody } from '../../contract/body.ts';
import { answered, CARD, cardBody, payment, world } from '../world.ts';

const source = (sourceOfFunds: object, order: object = {}): Values =>
  readBody(OPERATIONS.UPDATE_SESSION.request, { sourceOfFunds, order }).values;
const SESSION = { id: `SESSION${'a'.repeat(24)}` };
const problemsOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(InterfaceError);
  return (error as InterfaceError).problems.map(({ field, validationType }) => `${field} ${validationType}`);
};

describe('details are taken from the request first, then from the session, then from the token', () => {
  const token = source({
    provided: { card: { number: '4508750015741019', expiry: { month: '2', year: '30' }, nameOnCard: 'Token' } },
  });
  const session = source(
    { provided: { card: { number: '5123450000000008', expiry: { month: '3', year: '31' } } } },
    { amount: '5', currency: 'JPY', reference: 'from session' },
  );
  const sources = {
    session: async () => ({ key: 7, values: session, sensitive: true }),
    token: async () => token.sourceOfFunds as Values,
  };

  it.each([
    [
      'the token alone',
      { order: { amount: '1', currency: 'EUR' }, sourceOfFunds: { token: 'T1' } },
      '4508750015741019',
      '2',
      'Token',
    ],
    ['the session alone', { session: SESSION }, '5123450000000008', '3', undefined],
    [
      'the session over the token',
      { session: SESSION, sourceOfFunds: { token: 'T1' } },
      '5123450000000008',
      '3',
      'Token',
    ],
    [
      'the request over both',
      { session: SESSION, sourceOfFunds: { token: 'T1', provided: { card: { expiry: { month: '4', year: '32' } } } } },
      '5123450000000008',
      '4',
      'Token',
    ],
    [
      'the whole request',
      { ...cardBody(), session: SESSION, sourceOfFunds: { token: 'T1', provided: { card: CARD } } },
      CARD.number,
      '1',
      'Token',
    ],
    [
      'a type beside the session',
      { session: SESSION, sourceOfFunds: { type: 'CARD' } },
      '5123450000000008',
      '3',
      undefined,
    ],
  ])('with %s', async (_what, body, number, month, nameOnCard) => {
    const { gateway, acquirer, orders } = world(sources);
    await execute(gateway, payment(body));
    const instrument = acquirer.requests[0]?.instrument as CardInstrument;
    expect([instrument.number.reveal(), instrument.expiry?.month]).toEqual([number, month]);
    const shown = orders.intents[0]?.transaction.request.instrument as CardView;
    expect(shown.nameOnCard).toBe(nameOnCard);
  });

  it('the session supplies the order’s fields that the request lacks', async () => {
    const { gateway, orders } = world(sources);
    await execute(gateway, payment({ session: SESSION, order: { amount: '6' } }));
    const { request } = orders.intents[0]!.transaction;
    expect(request).toMatchObject({ currency: 'JPY', amount: 6n });
    expect(textAt(request.details, 'order.reference')).toBe('from session');
  });

  it('the session’s security code is used up with the attempt, for any result', async () => {
    const { gateway, orders, acquirer } = world(sources);
    acquirer.says = () => answered({ gatewayCode: 'DECLINED' });
    await execute(gateway, payment({ session: SESSION }));
    expect(orders.intents[0]?.spentSession).toBe(7);
  });
});

describe('a refused request leaves no trace', () => {
  it.each([
    ['no currency', { order: { amount: '1' } }, ['order.currency MISSING']],
    ['no currency of ISO 4217', { order: { amount: '1', currency: 'XXX' } }, ['order.currency INVALID']],
    ['no amount', { order: { currency: 'EUR' } }, ['order.amount MISSING']],
    ['too many places', { order: { amount: '1.001', currency: 'EUR' } }, ['order.amount INVALID']],
    ['places where there are none', { order: { amount: '1.5', currency: 'JPY' } }, ['order.amount INVALID']],
    [
      'more than the acquirer can be sent',
      { order: { amount: '10000000000', currency: 'EUR' } },
      ['order.amount INVALID'],
    ],
    ['a wrong sum', { order: { amount: '1', currency: 'EUR', itemAmount: '2' } }, ['order.amount INVALID']],
    [
      'no card',
      { order: { amount: '1', currency: 'EUR' }, sourceOfFunds: { type: 'CARD' } },
      ['number', 'expiry.month', 'expiry.year'].map((name) => `sourceOfFunds.provided.card.${name} MISSING`),
    ],
  ])('with %s', async (_what, body, problems) => {
    const { gateway, acquirer, orders } = world();
    expect(await problemsOf(execute(gateway, payment({ ...cardBody(), ...body })))).toEqual(problems);
    expect(acquirer.requests).toEqual([]);
    expect(orders.orders.size).toBe(0);
  });

  it('a payment of the acquirer’s largest amount is not refused', async () => {
    const { gateway, acquirer } = world();
    await execute(gateway, payment(cardBody('9999999999.99')));
    expect(acquirer.requests[0]?.amount).toBe(999_999_999_999n);
  });

  it('VERIFY needs no amount and uses none', async () => {
    const { gateway, acquirer } = world();
    await execute(gateway, payment({ ...cardBody(), order: { currency: 'EUR' } }, { operation: 'VERIFY' }));
    expect(acquirer.requests[0]).toMatchObject({ kind: 'VERIFICATION', amount: 0n });
  });
});

describe('the intent', () => {
  it('is durable before the message leaves: order locked, transaction without outcome, card sealed', async () => {
    const { gateway, acquirer, orders } = world();
    acquirer.says = (request) => {
      const order = [...orders.orders.values()][0];
      const row = [...orders.rows.values()][0];
      expect(order?.lockedBy).toBe(row?.key);
      expect(row?.outcome).toBeUndefined();
      expect(
        JSON.stringify(row?.request, (_name, value) => (typeof value === 'bigint' ? `${value}` : value)),
      ).not.toContain(CARD.number);
      expect(request.transactionId).toBe('1');
      return answered();
    };
    await execute(gateway, payment());
    expect(acquirer.requests).toHaveLength(1);
    expect([...orders.orders.values()][0]?.lockedBy).toBeNull();
  });

  it('that cannot be stored sends nothing', async () => {
    const { gateway, acquirer, orders } = world();
    orders.begin = async () => {
      throw new Error('disk full');
    };
    await expect(execute(gateway, payment())).rejects.toThrow('disk full');
    expect(acquirer.requests).toEqual([]);
  });
});

describe('repeats', () => {
  it('fifty at once cause one message to the acquirer and get one answer', async () => {
    const { gateway, acquirer } = world();
    const results = await Promise.all(Array.from({ length: 50 }, () => execute(gateway, payment())));
    expect(acquirer.requests).toHaveLength(1);
    expect(new Set(results.map((result) => (result.kind === 'DONE' ? result.transaction.key : 0))).size).toBe(1);
    expect(results.filter((result) => result.kind === 'DONE' && result.repeated)).toHaveLength(49);
  });

  it.each([
    ['the amount', { order: { amount: '12.01', currency: 'EUR' } }],
    ['the currency', { order: { amount: '12.00', currency: 'USD' } }],
    ['the card', { sourceOfFunds: { type: 'CARD', provided: { card: { ...CARD, number: '4508750015741019' } } } }],
    [
      'the expiry',
      { sourceOfFunds: { type: 'CARD', provided: { card: { ...CARD, expiry: { month: '2', year: '39' } } } } },
    ],
    ['the security code', { sourceOfFunds: { type: 'CARD', provided: { card: { ...CARD, securityCode: '101' } } } }],
    ['no security code', { sourceOfFunds: { type: 'CARD', provided: { card: { ...CARD, securityCode: null } } } }],
    ['a reference', { transaction: { reference: 'other' } }],
    ['an address', { billing: { address: { city: 'Ghent' } } }],
    ['another caller', { userId: 'bob' }],
  ])('with another meaning are refused: %s', async (_what, change) => {
    const { gateway, acquirer, orders } = world();
    await execute(gateway, payment());
    const before = structuredClone([...orders.rows.values()].map(({ outcome }) => outcome));
    await expect(execute(gateway, payment({ ...cardBody(), ...change }))).rejects.toThrow('not a repeat');
    expect(acquirer.requests).toHaveLength(1);
    expect([...orders.rows.values()].map(({ outcome }) => outcome)).toEqual(before);
  });

  it('with another operation under the same ids are refused', async () => {
    const { gateway, acquirer } = world();
    await execute(gateway, payment());
    await expect(execute(gateway, payment(cardBody(), { operation: 'PAY' }))).rejects.toThrow('not a repeat');
    expect(acquirer.requests).toHaveLength(1);
  });

  it.each([
    ['a correlation id', { correlationId: 'x' }],
    ['1.0 for 1.00', { order: { currency: 'EUR', amount: '12.0' } }],
    ['a number for a text', { order: { amount: 12, currency: 'EUR' } }],
  ])('may differ in %s', async (_what, change) => {
    const { gateway } = world();
    await execute(gateway, payment());
    const again = await execute(gateway, payment({ ...cardBody(), ...change }));
    expect(again).toMatchObject({ kind: 'DONE', repeated: true });
  });
});

describe('one operation at a time', () => {
  it('another transaction on an order under way is LOCKED, is not recorded, and may be sent again', async () => {
    const { gateway, acquirer, orders } = world();
    const { promise, resolve } = Promise.withResolvers<AcquirerOutcome>();
    acquirer.says = () => promise;
    const first = execute(gateway, payment());
    await vi.waitFor(() => expect(acquirer.requests).toHaveLength(1));
    expect(await execute(gateway, payment(cardBody(), { transactionId: '2' }))).toMatchObject({ kind: 'LOCKED' });
    resolve(answered({ gatewayCode: 'DECLINED' }));
    await first;
    acquirer.says = () => answered();
    const second = await execute(gateway, payment(cardBody(), { transactionId: '2' }));
    expect(second).toMatchObject({ kind: 'DONE', repeated: false });
    expect(orders.rows.size).toBe(2);
  });

  it('fifty transactions at once on a new order reach the acquirer once', async () => {
    const { gateway, acquirer, orders } = world();
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => execute(gateway, payment(cardBody(), { transactionId: `${index}` }))),
    );
    const done = results.filter((result) => result.status === 'fulfilled' && result.value.kind === 'DONE');
    expect(done).toHaveLength(1);
    expect(acquirer.requests).toHaveLength(1);
    expect(orders.rows.size).toBe(1);
  });

  it('after a success another transaction is refused', async () => {
    const { gateway, acquirer } = world();
    await execute(gateway, payment());
    await expect(execute(gateway, payment(cardBody(), { transactionId: '2' }))).rejects.toThrow('was successful');
    expect(acquirer.requests).toHaveLength(1);
  });
});
