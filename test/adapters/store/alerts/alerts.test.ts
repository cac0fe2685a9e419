import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../../src/contract/durations.ts';
import { traceOf } from '../../../../src/core/processing/trace.ts';
import { NEVER } from '../../../../src/core/schedules/follow-up-schedule.ts';
import { notifier } from '../../notifications/rig.ts';
import { opened } from '../rig.ts';
import { ended, NOW, storeIntent } from '../stored-transactions.ts';

const MANY = 1_000;

describe('alerts in the store', () => {
  it('are absent from an empty store', async () => {
    const store = await opened();
    expect(await store.alerts.list(NOW, MANY)).toEqual([]);
  });

  it('include a reversal from its sixth try on, until it is acknowledged', async () => {
    const store = await opened();
    const intent = await storeIntent(store, 'A');
    const key = await ended(store, intent, { gatewayCode: 'TIMED_OUT', reversed: true });
    await store.orders.reversalTried(key, 5, NOW + 60_000);
    expect(await store.alerts.list(NOW, MANY)).toEqual([]);
    await store.orders.reversalTried(key, 6, NOW + 60_000);
    expect(await store.alerts.list(NOW, MANY)).toEqual([
      {
        kind: 'REVERSAL_UNACKNOWLEDGED',
        key,
        merchantId: 'SHOP',
        orderId: 'A',
        transactionId: '1',
        receipt: traceOf(intent.transaction.key, NOW).receipt,
        amount: 1_200n,
        currency: 'EUR',
        since: NOW,
        tries: 6,
      },
    ]);
    await store.orders.reversalAcknowledged(key, NOW);
    expect(await store.alerts.list(NOW, MANY)).toEqual([]);
  });

  it('include an open result after a day, with its count of queries', async () => {
    const store = await opened();
    const intent = await storeIntent(store, 'A');
    await ended(store, intent, { gatewayCode: 'PENDING', followUpAt: NOW });
    await store.orders.followUpQueried(intent.transaction.key, 9, NOW + 48 * HOUR_MS);
    expect(await store.alerts.list(NOW + 24 * HOUR_MS - 1, MANY)).toEqual([]);
    expect(await store.alerts.list(NOW + 24 * HOUR_MS, MANY)).toMatchObject([
      { kind: 'RESULT_OPEN', key: intent.transaction.key, merchantId: 'SHOP', orderId: 'A', since: NOW, tries: 9 },
    ]);
  });

  it('include a result that is not queried any more, from any time', async () => {
    const store = await opened();
    const intent = await storeIntent(store, 'A');
    await ended(store, intent, { gatewayCode: 'UNKNOWN', followUpAt: NOW });
    await store.orders.followUpQueried(intent.transaction.key, 14, NEVER);
    expect(await store.orders.dueFollowUps('default', NEVER - 1, MANY)).toEqual([]);
    expect(await store.alerts.list(NOW + 168 * HOUR_MS, MANY)).toMatchObject([
      { kind: 'RESULT_MISSING', key: intent.transaction.key, merchantId: 'SHOP', orderId: 'A', since: NOW, tries: 14 },
    ]);
  });

  it('include an order that a living process has locked for 90 s, or that a dead one has left', async () => {
    const store = await opened();
    const { transaction } = await storeIntent(store, 'A');
    expect(await store.alerts.list(NOW + 89_999, MANY)).toEqual([]);
    const held = { key: transaction.key, orderId: 'A', transactionId: '1', since: NOW };
    expect(await store.alerts.list(NOW + 90_000, MANY)).toMatchObject([{ kind: 'ORDER_LOCKED', ...held }]);
    await store.processes.leave();
    expect(await store.alerts.list(NOW + 9_999, MANY)).toEqual([]);
    expect(await store.alerts.list(NOW + 10_000, MANY)).toMatchObject([{ kind: 'ABANDONED', ...held }]);
  });

  it('are listed from the oldest on, up to the limit', async () => {
    const store = await opened();
    for (const [index, orderId] of ['A', 'B', 'C'].entries()) {
      await storeIntent(store, orderId, NOW + index);
    }
    const listed = await store.alerts.list(NOW + 10 * HOUR_MS, 2);
    expect(listed.map(({ orderId }) => orderId)).toEqual(['A', 'B']);
  });
});

describe('the store’s own counts', () => {
  it('cover reversals, alerts among them, open results, orders with notifications, and processes', async () => {
    const store = await opened();
    expect(await store.reconciliation.gauges()).toEqual({
      reversalsDue: 0,
      reversalAlerts: 0,
      notificationsDue: 0,
      notificationsSince: null,
      receiptsDue: 0,
      openResults: 0,
      processes: 1,
    });
    const first = await ended(store, await storeIntent(store, 'A'), { gatewayCode: 'TIMED_OUT', reversed: true });
    await ended(store, await storeIntent(store, 'B'), { gatewayCode: 'TIMED_OUT', reversed: true });
    await ended(store, await storeIntent(store, 'C'), { gatewayCode: 'PENDING', followUpAt: NOW });
    await notifier(store, 'E');
    await ended(store, await storeIntent(store, 'D'), { gatewayCode: 'APPROVED' });
    await store.orders.reversalTried(first, 6, NOW);
    expect(await store.reconciliation.gauges()).toEqual({
      reversalsDue: 2,
      reversalAlerts: 1,
      notificationsDue: 1,
      notificationsSince: NOW,
      receiptsDue: 0,
      openResults: 1,
      processes: 1,
    });
  });
});

describe('all orders, in pages', () => {
  it('are read each once with its transactions, across pages, for any ids', async () => {
    const store = await opened();
    const ids = Array.from({ length: 1_203 }, (_, index) => `${index}%\u0000é`);
    const [first, ...others] = ids;
    const pay = async (id: string) => ended(store, await storeIntent(store, id), { gatewayCode: 'APPROVED' });
    await pay(first!);
    await Promise.all(others.map(pay));
    const read = await Array.fromAsync(store.reconciliation.orders());
    expect(read.map(({ orderId }) => orderId).sort()).toEqual([...ids].sort());
    expect(new Set(read.map(({ merchantId }) => merchantId))).toEqual(new Set(['SHOP']));
    for (const { transactions } of read) {
      expect(transactions.map(({ outcome }) => outcome?.gatewayCode)).toEqual(['APPROVED']);
    }
  });

  it('include the transactions with a reversal under way', async () => {
    const store = await opened();
    const [one, other] = [await storeIntent(store, 'A'), await storeIntent(store, 'B')];
    await ended(store, one, { gatewayCode: 'TIMED_OUT', reversed: true });
    const done = await ended(store, other, { gatewayCode: 'TIMED_OUT', reversed: true });
    await store.orders.reversalAcknowledged(done, NOW);
    expect(await store.reconciliation.reversing()).toEqual(new Set([one.transaction.key]));
  });
});
