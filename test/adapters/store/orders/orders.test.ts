import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../../../src/adapters/store/store.ts';
import {
  parseAdvice,
  parseOutcome,
  parseRequest,
  parseState,
  serialiseAdvice,
  serialiseOutcome,
  serialiseRequest,
  serialiseState,
} from '../../../../src/adapters/store/transactions/serialisation.ts';
import { createGateway, type Gateway } from '../../../../src/core/gateway.ts';
import { execute } from '../../../../src/core/operations/execute.ts';
import { newOrder } from '../../../../src/core/order/order.ts';
import type { OrderOperation } from '../../../../src/core/order/transitions.ts';
import type { CompletedTransaction, Intent, StoredOrder, StoredTransaction } from '../../../../src/core/ports/index.ts';
import { approval, cardBody, payment, merchant as shopOfWorld, world } from '../../../core/world.ts';
import { newUrl, opened } from '../rig.ts';
import { ended } from '../stored-transactions.ts';

const NOW = 1_800_000_000_000;
const instrument = {
  type: 'CARD',
  brand: 'MASTERCARD',
  scheme: 'MASTERCARD',
  fundingMethod: 'UNKNOWN',
  number: '512345xxxxxx0008',
  lastFour: '0008',
  expiry: { month: '1', year: '39' },
} as const;

function intent(store: Store, orderId: string, transactionId = '1', amount = 1_200n, before?: StoredOrder): Intent {
  const key = store.orders.newKey();
  const order: StoredOrder = {
    ...(before ?? {
      key: store.orders.newKey(),
      merchantKey: 1,
      orderId,
      state: newOrder('EUR', amount),
      createdAt: NOW,
    }),
    fence: (before?.fence ?? 0) + 1,
    lockedBy: key,
    updatedAt: NOW,
  };
  const transaction: StoredTransaction = {
    key,
    orderKey: order.key,
    transactionId,
    fingerprint: Buffer.from('meaning'),
    request: {
      operation: 'AUTHORIZE',
      type: 'AUTHORIZATION',
      version: 100,
      entryPoint: 'WEB_SERVICES_API',
      currency: 'EUR',
      amount,
      instrument,
      details: { order: { amount: amount.toString(), custom: { constructor: 'x' } } },
    },
    createdAt: NOW,
    updatedAt: NOW,
  };
  return { order, isNew: before === undefined, transaction, sealedCard: Buffer.from([1, 2, 3]) };
}

function finish(
  store: Store,
  { order, transaction }: Intent,
  more: Partial<CompletedTransaction> = {},
): CompletedTransaction {
  const { amount } = transaction.request;
  const state = {
    ...order.state,
    totalAuthorized: amount,
    movements: [
      ...order.state.movements,
      {
        transactionId: transaction.transactionId,
        type: 'AUTHORIZATION',
        result: 'SUCCESS',
        gatewayCode: 'APPROVED',
        amount,
      } as const,
    ],
  };
  const outcome = {
    gatewayCode: 'APPROVED',
    reply: approval,
    order: {
      status: 'AUTHORIZED',
      amount,
      currency: 'EUR',
      totalAuthorized: amount,
      totalCaptured: 0n,
      totalRefunded: 0n,
      createdAt: NOW,
      updatedAt: NOW,
    },
  } as const;
  const after = { ...order, state, updatedAt: NOW + 5 };
  return {
    order: after,
    transaction: { ...transaction, outcome, updatedAt: NOW + 5 },
    outcome,
    notification: {
      key: store.orders.newKey(),
      sequence: 1,
      version: 100,
      url: 'https://shop.example/hook?a=1',
      receiver: '1 https://shop.example',
      body: '{}',
    },
    ...more,
  };
}

/** Two processes on one database, which a merchant's calls reach. The second one's keys are all greater. */
async function twoProcesses() {
  const url = await newUrl();
  const [first, second] = [await opened(url), await opened(url, { owner: false })];
  const { profile } = shopOfWorld;
  const merchant = await first.merchants.put(profile, NOW);
  const gatewayOf = ({ orders }: Store, aheadMs: number): Gateway => {
    const { gateway } = world();
    return createGateway({ ...gateway, orders, clock: { now: () => NOW + aheadMs } });
  };
  return { first, second, merchant, gatewayOf };
}

describe('an order and its transaction', () => {
  it.each([0n, 1n, 1_200n, 999_999_999_999n, 2n ** 53n + 1n, 10n ** 20n - 1n])(
    'are read unchanged, %d minor units',
    async (amount) => {
      const store = await opened();
      const started = intent(store, 'A', '1', amount);
      expect(await store.orders.begin(started)).toBe(true);
      expect(await store.orders.find(1, 'A')).toEqual(started.order);
      expect(await store.orders.transaction(started.order.key, '1')).toEqual(started.transaction);
      const finished = finish(store, started);
      expect(await store.orders.complete(finished)).toBe(true);
      expect(await store.orders.find(1, 'A')).toEqual({ ...finished.order, lockedBy: null });
      expect(await store.orders.transaction(started.order.key, '1')).toEqual(finished.transaction);
    },
  );

  it('are found under their own ids alone, byte for byte', async () => {
    const store = await opened();
    const ids = [
      'a%41',
      'aA',
      'a%2541',
      '%',
      '%00',
      '\u0000',
      'a\u0000b',
      'a',
      '/',
      '..',
      '.',
      '../../../x',
      'A/1',
      ' ',
      'é',
      'e\u0301',
      'É',
      'ﬁ',
      'fi',
      "'; drop table payment_order; --",
      '😀'.repeat(40),
      '😁'.repeat(40),
      'İ',
      'ı',
      'ß',
      'SS',
      '\u202e',
      'order',
      'ORDER',
      '1',
      '01',
      '\u{10ffff}',
      '"',
      '\\',
      '\r\n',
      'constructor',
      '__proto__',
    ];
    for (const id of ids) {
      expect(await store.orders.begin(intent(store, id, id))).toBe(true);
    }
    for (const id of ids) {
      const order = await store.orders.find(1, id);
      expect(order?.orderId).toBe(id);
      expect((await store.orders.transactions(order!.key)).map(({ transactionId }) => transactionId)).toEqual([id]);
      expect((await store.orders.transaction(order!.key, id))?.transactionId).toBe(id);
    }
    expect(await store.orders.find(1, 'nobody')).toBeUndefined();
  });

  it('are not found under another id, for any ids', async () => {
    const store = await opened();
    const seen = new Map<string, number>();
    const ids = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(ids, async (id) => {
        if (!seen.has(id)) {
          const started = intent(store, id);
          expect(await store.orders.begin(started)).toBe(true);
          seen.set(id, started.order.key);
        }
        const found = await store.orders.find(1, id);
        expect([found?.orderId, found?.key]).toEqual([id, seen.get(id)]);
      }),
      { numRuns: 500 },
    );
  });

  it('of one merchant are invisible to another', async () => {
    const store = await opened();
    await store.orders.begin(intent(store, 'A'));
    expect(await store.orders.find(2, 'A')).toBeUndefined();
  });
});

describe('the order’s lock', () => {
  it('passes one of two that lock the same order, without a trace of the other', async () => {
    const store = await opened();
    const both = await Promise.all([
      store.orders.begin(intent(store, 'A', '1')),
      store.orders.begin(intent(store, 'A', '2')),
    ]);
    expect(both).toEqual([true, false]);
    const order = await store.orders.find(1, 'A');
    expect((await store.orders.transactions(order!.key)).map(({ transactionId }) => transactionId)).toEqual(['1']);
  });

  it('is refused while it is held, and granted again after completion', async () => {
    const store = await opened();
    const first = intent(store, 'A', '1');
    await store.orders.begin(first);
    expect(await store.orders.begin(intent(store, 'A', '2', 1n, first.order))).toBe(false);
    await store.orders.complete(finish(store, first));
    const free = (await store.orders.find(1, 'A'))!;
    expect(await store.orders.begin(intent(store, 'A', '2', 1n, free))).toBe(true);
  });

  it('orders transactions by their start, for any ids', async () => {
    const store = await opened();
    let before: StoredOrder | undefined;
    for (const id of ['10', 'b', '9', 'a']) {
      const started = intent(store, 'A', id, 1n, before);
      await store.orders.begin(started);
      await store.orders.complete(finish(store, started));
      before = await store.orders.find(1, 'A');
    }
    const transactions = await store.orders.transactions(before?.key ?? 0);
    expect(transactions.map(({ transactionId }) => transactionId)).toEqual(['10', 'b', '9', 'a']);
    expect(transactions.every(({ outcome }) => outcome !== undefined)).toBe(true);
  });

  it('orders transactions by their start where processes with other keys and other clocks started them', async () => {
    const { first, second, gatewayOf, merchant } = await twoProcesses();
    const [behind, ahead] = [gatewayOf(first, 0), gatewayOf(second, 60_000)];
    const order = { amount: '12.00', currency: 'EUR', reference: 'OLD' };
    const money = { amount: '12.00', currency: 'EUR' };
    const made = async (on: Gateway, operation: OrderOperation, transactionId: string, body: object) => {
      const result = await execute(on, payment(body, { merchant, operation, transactionId }));
      return result.kind === 'DONE' ? result.transaction : expect.fail('the order was locked');
    };
    const [authorization, capture] = [
      await made(ahead, 'AUTHORIZE', '1', { ...cardBody(), order }),
      await made(behind, 'CAPTURE', '2', { transaction: money, order: { reference: 'NEW' } }),
    ];
    expect([capture.key < authorization.key, capture.createdAt < authorization.createdAt]).toEqual([true, true]);
    const transactions = await first.orders.transactions(capture.orderKey);
    expect(transactions.map(({ request: { type } }) => type)).toEqual(['AUTHORIZATION', 'CAPTURE']);
    const { request } = await made(ahead, 'REFUND', '3', { transaction: money });
    expect(request.details.order).toMatchObject({ reference: 'NEW' });
  });

  it('orders a transaction without a result after those with one', async () => {
    const { first, second } = await twoProcesses();
    const started = intent(second, 'A', '1');
    await second.orders.begin(started);
    await second.orders.complete(finish(second, started));
    await first.orders.begin(intent(first, 'A', '2', 1n, await first.orders.find(1, 'A')));
    const transactions = await first.orders.transactions(started.order.key);
    expect(transactions.map(({ transactionId }) => transactionId)).toEqual(['1', '2']);
  });

  it('that was lost writes nothing: a completion with an old fence is refused whole', async () => {
    const store = await opened();
    const first = intent(store, 'A', '1');
    await store.orders.begin(first);
    await store.orders.complete(finish(store, first));
    const before = await store.orders.find(1, 'A');
    const late = finish(store, first);
    expect(await store.orders.complete({ ...late, outcome: { ...late.outcome, gatewayCode: 'DECLINED' } })).toBe(false);
    expect(await store.orders.find(1, 'A')).toEqual(before);
    expect((await store.orders.transaction(first.order.key, '1'))?.outcome?.gatewayCode).toBe('APPROVED');
  });
});

describe('unfinished work', () => {
  it('is listed when a dead process started it and did not complete it, with its merchant', async () => {
    const store = await opened();
    const merchant = await store.merchants.put({ id: 'SHOP', name: 'Shop' }, NOW);
    const [done, left] = [intent(store, 'A'), intent(store, 'B')].map((each) => ({
      ...each,
      order: { ...each.order, merchantKey: merchant.key },
    })) as [Intent, Intent];
    await store.orders.begin(done);
    await store.orders.begin(left);
    await store.orders.complete(finish(store, done));
    expect(await store.orders.incomplete(10)).toEqual([]);
    // As if the process had died.
    await store.processes.leave();
    expect(await store.orders.incomplete(10)).toMatchObject([
      { merchantId: 'SHOP', order: { orderId: 'B' }, transaction: { key: left.transaction.key } },
    ]);
  });

  it('is not queried again where its result became known during the query', async () => {
    const store = await opened();
    const { key: merchantKey } = await store.merchants.put({ id: 'SHOP', name: 'Shop' }, NOW);
    const given = intent(store, 'A');
    const started = { ...given, order: { ...given.order, merchantKey } };
    await store.orders.begin(started);
    const open = finish(store, started, { followUpAt: NOW });
    await store.orders.complete(open);
    expect(await store.orders.dueFollowUps('default', NOW, 10)).toHaveLength(1);
    const { notification: _, ...known } = finish(store, started);
    expect(
      await store.orders.resolvePending({ ...known, order: { ...known.order, fence: started.order.fence + 1 } }),
    ).toBe(true);
    await store.orders.followUpQueried(started.transaction.key, 1, NOW);
    expect(await store.orders.dueFollowUps('default', NOW, 10)).toEqual([]);
  });

  it('includes a reversal that is due, waits, and ends', async () => {
    const store = await opened();
    const started = intent(store, 'A', '1', 10n ** 12n);
    const trace = { terminal: 'T0000000', stan: '000001', receipt: '632502000001', transmittedAt: NOW };
    const advice = {
      trace,
      original: { ...trace, stan: '000002' },
      originalKind: 'AUTHORIZATION',
      merchantId: 'SHOP',
      orderId: 'A',
      transactionId: '1',
      amount: 10n ** 12n,
      currency: { code: 'EUR', numeric: '978' },
    } as const;
    await store.orders.begin(started);
    const key = store.orders.newKey();
    await store.orders.complete(finish(store, started, { reversal: { key, acquirer: 'default', advice } }));
    expect(await store.orders.dueReversals('default', NOW + 4, 10)).toEqual([]);
    expect(await store.orders.dueReversals('default', NOW + 5, 10)).toEqual([{ key, advice, attempts: 0 }]);
    await store.orders.reversalTried(key, 1, NOW + 100);
    expect(await store.orders.dueReversals('default', NOW + 99, 10)).toEqual([]);
    expect(await store.orders.dueReversals('default', NOW + 100, 10)).toMatchObject([{ attempts: 1 }]);
    expect(await store.orders.isReversalPending(started.order.key)).toBe(true);
    expect(await store.orders.isReversalPending(started.order.key + 1_000)).toBe(false);
    await store.orders.reversalAcknowledged(key, NOW + 101);
    expect(await store.orders.isReversalPending(started.order.key)).toBe(false);
    expect(await store.orders.dueReversals('default', Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
  });
});

describe('several acquirers', () => {
  it('each have their own reversals and results to query, and are listed where any waits', async () => {
    const store = await opened();
    const { key: merchantKey } = await store.merchants.put({ id: 'SHOP', name: 'Shop' }, NOW);
    for (const acquirer of [undefined, 'eu']) {
      const given = intent(store, `A-${acquirer}`);
      const request = { ...given.transaction.request, ...(acquirer !== undefined && { acquirer }) };
      const transaction = { ...given.transaction, request };
      const started = { ...given, transaction, order: { ...given.order, merchantKey } };
      await store.orders.begin(started);
      await ended(store, started, { gatewayCode: 'UNKNOWN', followUpAt: NOW, reversed: true });
    }
    expect(await store.reconciliation.awaitedAcquirers()).toEqual(new Set(['default', 'eu']));
    expect(await store.orders.dueFollowUps('none', NOW, 10)).toEqual([]);
    expect(await store.orders.dueReversals('none', NOW + 5, 10)).toEqual([]);
    const [followUp, ...others] = await store.orders.dueFollowUps('eu', NOW, 10);
    expect(followUp?.transaction.request.acquirer).toBe('eu');
    expect(others).toEqual([]);
    expect(await store.orders.dueReversals('eu', NOW + 5, 10)).toHaveLength(1);
    expect(await store.orders.dueReversals('default', NOW + 5, 10)).toHaveLength(1);
    expect((await store.orders.dueFollowUps('default', NOW, 10)).map((one) => one.order.orderId)).toEqual([
      'A-undefined',
    ]);
  });
});

describe('records as text', () => {
  const amounts = fc.bigInt({ min: 0n, max: 10n ** 20n - 1n });

  it('are equal when read, with amounts of any size', () => {
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        const state = {
          ...newOrder('EUR', a),
          totalCaptured: b,
          movements: [
            { transactionId: '1', type: 'PAYMENT', result: 'SUCCESS', gatewayCode: 'APPROVED', amount: a, session: 7 },
          ] as const,
        };
        expect(parseState(serialiseState(state), 1)).toEqual(state);
      }),
    );
  });

  it('keep every member', async () => {
    const store = await opened();
    const started = intent(store, 'A');
    const { outcome } = finish(store, started);
    expect(parseRequest(serialiseRequest(started.transaction.request), 1)).toEqual(started.transaction.request);
    expect(parseOutcome(serialiseOutcome(outcome), 1)).toEqual(outcome);
    const advice = { amount: 5n, currency: { code: 'EUR', numeric: '978' }, orderId: 'A' } as never;
    expect(parseAdvice(serialiseAdvice(advice), 1)).toEqual(advice);
  });
});
