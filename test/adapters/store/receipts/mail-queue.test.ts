/** Receipts that are to be mailed, on the engine of the run: stored with an outcome, claimed, and removed. */
import { describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../../../src/adapters/store/store.ts';
import { DAY_MS } from '../../../../src/contract/durations.ts';
import type { CompletedTransaction, Intent } from '../../../../src/core/ports/index.ts';
import { newUrl, onEnd, opened } from '../rig.ts';
import { NOW, storeIntent } from '../stored-transactions.ts';

const LATER = NOW + 60_000;

function completed({ order, transaction }: Intent): CompletedTransaction {
  const { state, updatedAt } = order;
  const { amount } = transaction.request;
  const snapshot = {
    status: 'CAPTURED',
    currency: 'EUR',
    amount,
    totalAuthorized: amount,
    totalCaptured: amount,
    totalRefunded: 0n,
    createdAt: updatedAt,
    updatedAt,
  } as const;
  return {
    order: { ...order, state },
    transaction,
    outcome: { gatewayCode: 'APPROVED', order: snapshot },
    owesReceipt: true,
  };
}

async function owed(store: Store, orderId = 'ORDER-1'): Promise<CompletedTransaction> {
  const outcome = completed(await storeIntent(store, orderId));
  expect(await store.orders.complete(outcome)).toBe(true);
  return outcome;
}

describe('a receipt', () => {
  it('is stored only together with its outcome', async () => {
    const store = await opened();
    const outcome = await owed(store);
    // The lock is gone: another process completed it.
    expect(await store.orders.complete(outcome)).toBe(false);
    expect(await store.receipts.claim(NOW, 10, LATER)).toEqual([
      { key: outcome.transaction.key, tries: 1, createdAt: outcome.transaction.updatedAt },
    ]);
    expect(await store.reconciliation.gauges()).toMatchObject({ receiptsDue: 1 });
  });

  it('is claimed once until it is due again, and each claim counts', async () => {
    const store = await opened();
    const { transaction } = await owed(store);
    await store.receipts.claim(NOW, 10, LATER);
    expect(await store.receipts.claim(LATER - 1, 10, LATER)).toEqual([]);
    expect(await store.receipts.claim(LATER, 10, LATER + 1)).toMatchObject([{ tries: 2 }]);
    await store.receipts.recordFailure(transaction.key, LATER + 500);
    expect(await store.receipts.claim(LATER + 499, 10, LATER)).toEqual([]);
    expect(await store.receipts.claim(LATER + 500, 10, LATER + 501)).toMatchObject([{ tries: 3 }]);
  });

  it('that a dead process was mailing is due again, for another process', async () => {
    const url = await newUrl();
    const dead = await openStore(url);
    const { transaction } = await owed(dead);
    await dead.receipts.claim(NOW, 10, LATER);
    await dead.close();
    const next = await openStore(url);
    onEnd(() => next.close());
    expect(await next.receipts.claim(LATER - 1, 10, LATER)).toEqual([]);
    expect(await next.receipts.claim(LATER, 10, LATER + 1)).toMatchObject([{ key: transaction.key, tries: 2 }]);
  });

  it('leaves no row behind when it has ended', async () => {
    const store = await opened();
    const { transaction } = await owed(store);
    await store.receipts.claim(NOW, 10, LATER);
    await store.receipts.remove(transaction.key);
    expect(await store.receipts.claim(LATER, 10, LATER)).toEqual([]);
    expect(await store.reconciliation.gauges()).toMatchObject({ receiptsDue: 0 });
  });

  it('that was abandoned is due no more but stays known, until it is due for removal', async () => {
    const store = await opened();
    const { transaction } = await owed(store);
    expect(await store.receipts.stateOf(transaction.key)).toBe('WAITING');
    await store.receipts.claim(NOW, 10, LATER);
    await store.receipts.abandon(transaction.key);
    expect(await store.receipts.stateOf(transaction.key)).toBe('ABANDONED');
    expect(await store.reconciliation.gauges()).toMatchObject({ receiptsDue: 0 });
    const removedAt = transaction.updatedAt + 30 * DAY_MS;
    expect(await store.receipts.claim(removedAt - 1, 10, removedAt)).toEqual([]);
    expect(await store.receipts.claim(removedAt, 10, removedAt)).toHaveLength(1);
    await store.receipts.remove(transaction.key);
    expect(await store.receipts.stateOf(transaction.key)).toBeUndefined();
  });

  it('is claimed up to the limit, the longest waiting first', async () => {
    const store = await opened();
    const keys: number[] = [];
    for (const orderId of ['A', 'B', 'C']) {
      keys.push((await owed(store, orderId)).transaction.key);
    }
    const first = await store.receipts.claim(NOW, 2, LATER);
    const second = await store.receipts.claim(NOW, 2, LATER);
    expect([first.length, second.length]).toEqual([2, 1]);
    expect([...first, ...second].map(({ key }) => key).sort()).toEqual(keys.sort());
  });
});
