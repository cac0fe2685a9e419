/** The walks of the worker over real rows: their steps, their claims, and the rows that they leave. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Store } from '../../../src/adapters/store/store.ts';
import type { RetainedRow } from '../../../src/back-office/retention/index.ts';
import { RetentionWorker } from '../../../src/back-office/retention/retention-worker.ts';
import { DAY_MS, HOUR_MS } from '../../../src/contract/durations.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';
import { newUrl, opened } from '../../adapters/store/rig.ts';
import { ended, NOW, storeIntent } from '../../adapters/store/stored-transactions.ts';
import { newDatabase } from '../../support/database-place.ts';

/** More than one step's batch. */
const ORDERS = 120;

function workerOf(store: Store, now: number, of: Partial<Store['retention']> = {}) {
  const log = memoryLog();
  const retention = new Proxy(store.retention, {
    get(target, name) {
      const own = of[name as keyof typeof of];
      const member = own ?? target[name as keyof typeof target];
      return typeof member === 'function' ? (member as (...args: unknown[]) => unknown).bind(target) : member;
    },
  });
  const world = { now };
  const dependencies = { store: retention, merchants: store.merchants, clock: { now: () => world.now }, log };
  return { worker: new RetentionWorker(dependencies), world, log };
}

/** Paid orders with a card each. */
async function paid(store: Store, count: number, prefix = 'O'): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    const intent = await storeIntent(store, `${prefix}-${made}`, NOW, 'SHOP', Buffer.from('sealed'));
    await ended(store, intent, { gatewayCode: 'APPROVED' });
  }
}

const cardsLeft = async (store: Store) => {
  let left = 0;
  for await (const { transactions } of store.reconciliation.orders()) {
    for (const { key } of transactions) {
      left += (await store.orders.sealedCard(key)) === null ? 0 : 1;
    }
  }
  return left;
};

async function stepUntil(worker: RetentionWorker, isDone: () => Promise<boolean>): Promise<number> {
  for (let steps = 1; steps < 1_000; steps += 1) {
    await worker.step();
    if (await isDone()) {
      return steps;
    }
  }
  throw new Error('The walk does not end.');
}

describe('a walk', () => {
  it('removes a hundred at most in a step, and continues with the next', async () => {
    const store = await opened();
    await paid(store, ORDERS);
    const { worker, log } = workerOf(store, NOW + 549 * DAY_MS);
    await worker.step();
    expect(await cardsLeft(store)).toBe(ORDERS - 100);
    await stepUntil(worker, async () => (await cardsLeft(store)) === 0);
    await stepUntil(worker, async () => log.lines.length > 0);
    expect(log.lines.map(({ about }) => about)).toEqual([{ kind: 'CARD', rows: ORDERS, removed: ORDERS }]);
    expect(worker.counts).toMatchObject({ CARD: ORDERS, SESSION: 0 });
  });

  it('that fails waits for a minute, and the others continue meanwhile', async () => {
    const store = await opened();
    await paid(store, ORDERS);
    await store.merchants.put({ id: 'SHOP', name: 'Shop', retention: { archiveDays: 30 } }, NOW);
    let tries = 0;
    const { worker } = workerOf(store, NOW + 549 * DAY_MS, {
      async archive() {
        tries += 1;
        throw new Error('the disk is full');
      },
    });
    await expect(worker.step()).rejects.toThrow('the disk is full');
    expect([await cardsLeft(store), tries > 0]).toEqual([ORDERS - 100, true]);
    const before = tries;
    await worker.step();
    expect([await cardsLeft(store), tries]).toEqual([0, before]);
  });

  it('is continued by another process where one died, and each row is removed once', async () => {
    const url = await newUrl();
    const store = await opened(url);
    await paid(store, ORDERS);
    const now = NOW + 549 * DAY_MS;
    const first = workerOf(store, now).worker;
    await first.step();
    // As after a kill: the walk's row names a dead process.
    await store.close();
    const next = await opened(url);
    const { worker } = workerOf(next, now);
    await stepUntil(worker, async () => (await cardsLeft(next)) === 0);
    expect(first.counts.CARD + worker.counts.CARD).toBe(ORDERS);
  });

  it('belongs to one live process alone, and another’s steps change nothing', async () => {
    const store = await opened();
    await paid(store, ORDERS);
    const now = NOW + 549 * DAY_MS;
    const claimed = await store.retention.claim('CARD', now);
    expect(claimed).toMatchObject({ kind: 'CARD', cursor: 0, leftAt: null });
    const stale = { kind: 'CARD', cursor: 77, leftAt: null } as const;
    expect(await store.retention.advance(stale, { ...stale, cursor: 99 })).toBe(false);
    expect(await store.retention.advance(claimed!, { ...claimed!, cursor: 5 })).toBe(true);
    expect(await store.retention.end({ ...claimed!, cursor: 5 }, now + HOUR_MS)).toBe(true);
    expect(await store.retention.claim('CARD', now)).toBeUndefined();
    expect(await store.retention.claim('CARD', now + HOUR_MS)).toMatchObject({ cursor: 0 });
  });

  it('sees a row in the next walk whose key was reserved long ago by another process', async () => {
    const store = await opened();
    const early = store.orders.newKey();
    await paid(store, 3);
    const { worker, world } = workerOf(store, NOW + 549 * DAY_MS);
    await stepUntil(worker, async () => (await cardsLeft(store)) === 0);
    await stepUntil(worker, async () => (await store.retention.claim('CARD', world.now)) === undefined);
    const late = await storeIntent(store, 'LATE', NOW, 'SHOP', Buffer.from('sealed'), early);
    await ended(store, late, { gatewayCode: 'APPROVED' });
    world.now += DAY_MS;
    await stepUntil(worker, async () => (await cardsLeft(store)) === 0);
    expect(worker.counts.CARD).toBe(4);
  });

  it('skips a damaged order, and removes the rows after it', async () => {
    const place = await newDatabase();
    onTestFinished(() => place.remove());
    const store = await opened(place.url);
    const damaged = await storeIntent(store, 'DAMAGED', NOW, 'SHOP', Buffer.from('sealed'));
    await ended(store, damaged, { gatewayCode: 'APPROVED' });
    await paid(store, 3);
    await place.run("update payment_order set state = 'no JSON' where order_id = 'DAMAGED'");
    const { worker } = workerOf(store, NOW + 549 * DAY_MS);
    await stepUntil(worker, async () => (await cardsLeft(store)) === 1);
    expect(await store.orders.sealedCard(damaged.transaction.key)).not.toBeNull();
  });

  it('continues after a failed step, in a minute, without skipping a row', async () => {
    const store = await opened();
    await paid(store, 5);
    let fails = true;
    const eraseCards: Store['retention']['eraseCards'] = async (order, now) => {
      if (fails) {
        fails = false;
        throw new Error('the store is away');
      }
      return store.retention.eraseCards(order, now);
    };
    const { worker, world } = workerOf(store, NOW + 549 * DAY_MS, { eraseCards });
    await expect(worker.step()).rejects.toThrow('the store is away');
    // The other removals of the step are under way when it fails.
    await expect.poll(() => cardsLeft(store)).toBe(1);
    await worker.step();
    expect(await cardsLeft(store)).toBe(1);
    world.now += 60_000;
    await stepUntil(worker, async () => (await cardsLeft(store)) === 0);
  });
});

describe('no data is removed of', () => {
  it('an order on which a payment started meanwhile', async () => {
    const store = await opened();
    await paid(store, 1);
    const merchant = await store.merchants.find('SHOP');
    const order = await store.orders.find(merchant!.key, 'O-0');
    const key = store.orders.newKey();
    const [transaction] = await store.orders.transactions(order!.key);
    const locked = { ...order!, lockedBy: key, fence: order!.fence + 1 };
    const intent = { ...transaction!, key, transactionId: '2' };
    expect(await store.orders.begin({ order: locked, isNew: false, transaction: intent, sealedCard: null })).toBe(true);
    expect(await store.retention.eraseCards(order!, NOW)).toBe(false);
    expect(await cardsLeft(store)).toBe(1);
  });

  it('a refund’s plan: a process that read the order before its card was removed is fenced off', async () => {
    const store = await opened();
    await paid(store, 1);
    const merchant = await store.merchants.find('SHOP');
    const before = await store.orders.find(merchant!.key, 'O-0');
    expect(await store.retention.eraseCards(before!, NOW)).toBe(true);
    const key = store.orders.newKey();
    const [transaction] = await store.orders.transactions(before!.key);
    const locked = { ...before!, lockedBy: key, fence: before!.fence + 1 };
    const intent = { ...transaction!, key, transactionId: '2' };
    expect(await store.orders.begin({ order: locked, isNew: false, transaction: intent, sealedCard: null })).toBe(
      false,
    );
    expect(await store.orders.cardsErasedAt(before!.key)).toBe(NOW);
  });

  it('a session whose payer returned meanwhile', async () => {
    const store = await opened();
    await storeIntent(store, 'O', NOW);
    const merchant = await store.merchants.find('SHOP');
    const session = {
      ...{ key: store.sessions.newKey(), merchantKey: merchant!.key, id: 'SESSION1', version: 'v', fields: {} },
      ...{ sealedCard: null, sealedSensitive: null, sensitiveUntil: null, updateStatus: 'SUCCESS' as const },
      ...{ authenticationLimit: 1, authentications: 0, checkout: null, form: null },
      ...{ expiresAt: NOW, createdAt: NOW, updatedAt: NOW },
    } as const;
    await store.sessions.insert(session);
    const [row] = (await store.retention.rows('SESSION', 0, 10)) as [RetainedRow];
    await store.sessions.touch(session.key, NOW + HOUR_MS);
    expect(await store.retention.removeSession(row, NOW + HOUR_MS)).toBe(false);
    expect(await store.sessions.find('SESSION1')).toMatchObject({ expiresAt: NOW + HOUR_MS });
  });
});
