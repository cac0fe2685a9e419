/** Searches find exactly the orders for which all filters hold, in any order, page by page. */
import { describe, expect, it } from 'vitest';
import { walk, walked } from '../../../../src/adapters/store/order-index/search-statements.ts';
import type { Store } from '../../../../src/adapters/store/store.ts';
import { newOrder } from '../../../../src/core/order/order.ts';
import {
  type IndexedOrder,
  ORDER_SORTS,
  type OrderEntry,
  type OrderFilters,
  type OrderPage,
  type OrderPosition,
  type OrderSearch,
  type OrderTerm,
} from '../../../../src/core/ports/index.ts';
import { newDatabase } from '../../../support/database-place.ts';
import { seededRandom } from '../../../support/random.ts';
import { newUrl, onEnd, opened } from '../rig.ts';
import { instrument, NOW } from '../stored-transactions.ts';
import { interruptedStore } from './interrupted.ts';

const ORDERS = 120;
const SEARCHES = 150;
/** Few enough rows that lists are walked in steps, and that filters find too many to sort. */
const NARROW = { sortedMax: 20, scannedRows: 7, walkMsMax: 0 };
const WIDE = { sortedMax: 5_000, scannedRows: 5_000, walkMsMax: 40 };

const random = seededRandom(process.env.SEED);
const one = <T>(some: readonly T[]): T => some[random.between(0, some.length)] as T;

type Times = Pick<IndexedOrder, 'createdAt' | 'updatedAt'>;

function randomTimes(): Times {
  return { createdAt: NOW + random.between(0, 40) * 1_000, updatedAt: NOW + random.between(0, 40) * 1_000 };
}

function entryOf(given: Pick<IndexedOrder, 'merchantKey' | 'orderId' | 'orderKey'> & Times): OrderEntry {
  const amount = BigInt(one([0, 5, 99, 100, 1_000])) * one([1n, 10_000_000_000_000_000n]);
  return {
    order: {
      ...given,
      status: one(['CAPTURED', 'FAILED']),
      currency: one(['EUR', 'JPY']),
      amount,
      totalAuthorized: amount,
      totalCaptured: 0n,
      totalRefunded: 0n,
      totalChargedBack: 0n,
      method: one(['CARD', 'PAYPAL', null]),
      brand: one(['VISA', 'MASTERCARD', null]),
      lastFour: null,
      reference: null,
      providerReference: null,
      declineCode: null,
      acquirerCode: null,
      steps: [],
    },
    terms: Array.from({ length: random.between(0, 3) }, () => one(TERMS)),
    counted: [],
  };
}

/** With the signs that patterns and JSON treat specially. */
const TERMS: readonly OrderTerm[] = [
  { kind: 'REFERENCE', value: 'a%_"\\!b' },
  { kind: 'REFERENCE', value: 'a%x"\\!b' },
  { kind: 'LAST_FOUR', value: '1111' },
  { kind: 'EMAIL', value: 'hash' },
];

async function filled(store: Store): Promise<OrderEntry[]> {
  const merchants = [
    await store.merchants.put({ id: 'SHOP', name: 'Shop' }, NOW),
    await store.merchants.put({ id: 'OTHER', name: 'Shop' }, NOW),
  ];
  const entries: OrderEntry[] = [];
  for (let at = 0; at < ORDERS; at += 1) {
    entries.push(await add(store, one(merchants).key, `${one(['A', 'AB', 'a'])}-${at}`));
  }
  return entries;
}

async function add(
  store: Store,
  merchantKey: number,
  orderId: string,
  times: Times = randomTimes(),
): Promise<OrderEntry> {
  const [key, transactionKey] = [store.orders.newKey(), store.orders.newKey()];
  const { createdAt } = times;
  const order = { key, merchantKey, orderId, lockedBy: transactionKey, fence: 1, createdAt, updatedAt: createdAt };
  await store.orders.begin({
    order: { ...order, state: newOrder('EUR', 1n) },
    isNew: true,
    transaction: {
      key: transactionKey,
      orderKey: key,
      transactionId: '1',
      fingerprint: Buffer.from('fingerprint'),
      request: {
        operation: 'PAY',
        type: 'PAYMENT',
        version: 100,
        entryPoint: 'WEB_SERVICES_API',
        currency: 'EUR',
        amount: 1n,
        instrument,
        details: {},
      },
      createdAt,
      updatedAt: createdAt,
    },
    sealedCard: null,
  });
  const entry = entryOf({ orderKey: key, merchantKey, orderId, ...times });
  expect(await store.orderFeed.write([key], () => entry)).toBe(true);
  return entry;
}

function randomFilters(): OrderFilters {
  const maybe = <T>(value: T): T | undefined => (random.between(0, 4) === 0 ? value : undefined);
  const time = () => maybe(NOW + random.between(0, 40) * 1_000);
  return {
    status: maybe('CAPTURED'),
    currency: maybe('JPY'),
    method: maybe('CARD'),
    brand: maybe('VISA'),
    orderId: maybe(one(['A', 'AB', 'A-1', 'Z'])),
    amountFrom: maybe(one([0n, 100n, 1_000_000_000_000_000_000n])),
    amountTo: maybe(one([0n, 100n, 1_000_000_000_000_000_000n])),
    createdFrom: time(),
    createdTo: time(),
    updatedFrom: time(),
    updatedTo: time(),
    terms: TERMS.flatMap((term) => (random.between(0, 8) === 0 ? [[term, { ...term, value: 'none' }]] : [])),
  };
}

function isFound(
  { order, terms }: OrderEntry,
  merchantKey: OrderSearch['merchantKey'],
  filters: OrderFilters,
): boolean {
  const isIn = <T extends bigint | number>(value: T, from: T | undefined, to: T | undefined) =>
    (from === undefined || value >= from) && (to === undefined || value < to);
  return (
    (merchantKey === 'ALL' || order.merchantKey === merchantKey) &&
    (['status', 'currency', 'method', 'brand'] as const).every(
      (name) => (filters[name] ?? order[name]) === order[name],
    ) &&
    order.orderId.startsWith(filters.orderId ?? '') &&
    isIn(order.amount, filters.amountFrom, filters.amountTo === undefined ? undefined : filters.amountTo + 1n) &&
    isIn(order.createdAt, filters.createdFrom, filters.createdTo) &&
    isIn(order.updatedAt, filters.updatedFrom, filters.updatedTo) &&
    (filters.terms ?? []).every((some) =>
      some.some((wanted) => terms.some((term) => term.kind === wanted.kind && term.value === wanted.value)),
    )
  );
}

function expected(entries: readonly OrderEntry[], search: OrderSearch): string[] {
  return following(entries, search).map(({ order }) => order.orderId);
}

/** The entries of a list, in its order. */
function following(
  entries: readonly OrderEntry[],
  { merchantKey, filters, sort, after }: OrderSearch,
): readonly OrderEntry[] {
  const sign = sort === 'NEWEST' || sort === 'LAST_CHANGED' ? -1 : 1;
  const positionOf = ({ orderKey: key, createdAt, updatedAt }: IndexedOrder): OrderPosition => ({
    at: sort === 'NEWEST' || sort === 'OLDEST' ? createdAt : updatedAt,
    key,
  });
  const compare = (one: OrderPosition, other: OrderPosition) => sign * (one.at - other.at || one.key - other.key);
  return entries
    .filter((entry) => isFound(entry, merchantKey, filters))
    .filter(({ order }) => after === undefined || compare(positionOf(order), after) > 0)
    .toSorted(({ order: one }, { order: other }) => compare(positionOf(one), positionOf(other)));
}

/** Reads every page. @param between called after each page */
async function all(
  store: Store,
  search: OrderSearch,
  limits: typeof WIDE,
  between?: () => Promise<void>,
): Promise<string[]> {
  const found: string[] = [];
  let after: OrderPosition | undefined;
  do {
    const page: OrderPage = await store.orderIndex.search({ ...search, after }, limits);
    expect(page.orders.length).toBeLessThanOrEqual(search.limit);
    found.push(...page.orders.map(({ orderId }) => orderId));
    after = page.next;
    await between?.();
  } while (after !== undefined);
  return found;
}

describe('a search', () => {
  it('finds the orders for which all filters hold, in every order and by every way to find them', async () => {
    const store = await opened();
    await store.orderFeed.prepare();
    const entries = await filled(store);
    const merchantKeys = [...new Set(entries.map(({ order }) => order.merchantKey)), 'ALL'] as const;
    for (let at = 0; at < SEARCHES; at += 1) {
      const search = {
        merchantKey: one(merchantKeys),
        filters: randomFilters(),
        sort: one(ORDER_SORTS),
        limit: one([1, 3, 100]),
      };
      expect(await all(store, search, one([NARROW, WIDE])), `SEED=${random.seed}`).toEqual(expected(entries, search));
    }
  });

  it('continues after a position while orders are added, without an order twice', async () => {
    const store = await opened();
    await store.orderFeed.prepare();
    const entries = await filled(store);
    const merchantKey = entries[0]!.order.merchantKey;
    for (const sort of ORDER_SORTS) {
      const search = { merchantKey, filters: {}, sort, limit: 10 };
      const before = expected(entries, search);
      let added = 0;
      const found = await all(store, search, NARROW, async () => {
        added += 1;
        if (added < 5) {
          entries.push(await add(store, merchantKey, `NEW-${sort}-${added}`));
        }
      });
      expect(found.filter((id) => before.includes(id))).toEqual(before);
      expect(new Set(found).size).toBe(found.length);
    }
  });

  it('leaves out damaged rows, and continues after them', async () => {
    const place = await newDatabase();
    onEnd(() => place.remove());
    const store = await opened(place.url);
    await store.orderFeed.prepare();
    const { key: merchantKey } = await store.merchants.put({ id: 'SHOP', name: 'Shop' }, NOW);
    for (const id of ['A', 'B', 'C', 'D', 'E']) {
      await add(store, merchantKey, id);
    }
    await place.run("update order_index set currency = 'QQQ' where order_id = 'B'");
    await place.run("update order_index set total_refunded = 'none' where order_id = 'C'");
    for (const filters of [{}, { createdFrom: NOW }]) {
      for (const sort of ORDER_SORTS) {
        const found = await all(store, { merchantKey, filters, sort, limit: 1 }, WIDE);
        expect(found.toSorted(), `${sort} SEED=${random.seed}`).toEqual(['A', 'D', 'E']);
      }
    }
  });

  it('returns no order twice and skips none while others commit between its reads', async () => {
    const url = await newUrl();
    const store = await opened(url);
    await store.orderFeed.prepare();
    const entries = await filled(store);
    const merchantKey = entries[0]!.order.merchantKey;
    for (const sort of ORDER_SORTS) {
      const search = { merchantKey, filters: {}, sort, limit: 10 };
      const before = expected(entries, search);
      const moved: string[] = [];
      let reads = 0;
      const interrupted = await interruptedStore(url, async (statement, { afterAt, afterKey }) => {
        if (statement !== walk(sort, 'MERCHANT') && statement !== walked(sort, 'MERCHANT')) {
          return;
        }
        reads += 1;
        const after = { at: Number(afterAt), key: Number(afterKey) };
        const next = reads % 2 === 0 ? undefined : following(entries, { ...search, after })[2];
        if (next !== undefined && reads % 4 === 1) {
          const { createdAt, updatedAt } = next.order;
          entries.push(await add(store, merchantKey, `NEW-${sort}-${reads}`, { createdAt, updatedAt }));
        } else if (next !== undefined) {
          moved.push(next.order.orderId);
          entries.push(await move(store, next, reads));
          entries.splice(entries.indexOf(next), 1);
        }
      });
      const found = await all(interrupted, search, NARROW);
      expect(moved.length, 'orders that changed meanwhile').toBeGreaterThan(1);
      expect(
        found.filter((id) => before.includes(id) && !moved.includes(id)),
        `${sort} SEED=${random.seed}`,
      ).toEqual(before.filter((id) => !moved.includes(id)));
    }
  });
});

/** Changes an order later than all others. */
async function move(store: Store, { order: before, ...entry }: OrderEntry, later: number): Promise<OrderEntry> {
  const order = { ...before, updatedAt: NOW + 100_000_000 + later };
  expect(await store.orderFeed.write([order.orderKey], () => ({ ...entry, order }))).toBe(true);
  return { ...entry, order };
}
