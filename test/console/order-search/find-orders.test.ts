/** One list made of several searches, page after page. */
import { describe, expect, it } from 'vitest';
import { findOrders } from '../../../src/console/order-search/find-orders.ts';
import {
  type IndexedOrder,
  ORDER_SORTS,
  type OrderPosition,
  type OrderSearch,
  type OrderSort,
} from '../../../src/core/ports/index.ts';
import { seededRandom } from '../../support/random.ts';

const { between } = seededRandom('37');
/** Several orders have the same time. */
const ORDERS = Array.from({ length: 90 }, (_, key) => ({
  ...{ orderKey: key, currency: 'EUR', status: ['CAPTURED', 'FAILED', 'AUTHORIZED'][between(0, 3)] },
  ...{ createdAt: between(0, 30), updatedAt: between(0, 30) },
})) as unknown as readonly IndexedOrder[];

const isNewestFirst = (sort: OrderSort) => sort === 'NEWEST' || sort === 'LAST_CHANGED';
const positionOf = (order: IndexedOrder, sort: OrderSort): OrderPosition => ({
  at: sort.endsWith('CHANGED') ? order.updatedAt : order.createdAt,
  key: order.orderKey,
});
const inOrder = (orders: readonly IndexedOrder[], sort: OrderSort) =>
  orders.toSorted((one, other) => {
    const [a, b] = [positionOf(one, sort), positionOf(other, sort)];
    return (isNewestFirst(sort) ? -1 : 1) * (a.at - b.at || a.key - b.key);
  });

/** Finds orders of a status or all, and reads a bounded number of rows, as the store does. */
const index = {
  async search({ filters, sort, after, limit }: OrderSearch) {
    const all = inOrder(ORDERS, sort);
    const start = after === undefined ? 0 : all.findIndex(({ orderKey }) => orderKey === after.key) + 1;
    const read = all.slice(start, start + 11);
    const found = read.filter(({ status }) => filters.status === undefined || status === filters.status);
    const [shown, last] = [found.slice(0, limit), found.length > limit ? found[limit - 1] : read.at(-1)];
    const isEnd = found.length <= limit && start + 11 >= all.length;
    return { orders: shown, next: isEnd || last === undefined ? undefined : positionOf(last, sort) };
  },
};

const withStatus = (status: string) => ({ as: [], filters: { status } });

describe('a list of several searches', () => {
  it.each(ORDER_SORTS)('has each order once, sorted, over all its pages: %s', async (sort) => {
    const alternatives = [withStatus('CAPTURED'), withStatus('FAILED'), withStatus('FAILED')];
    const found: IndexedOrder[] = [];
    let after: OrderPosition | undefined;
    do {
      const page = await findOrders(index, { merchantKey: 1, filters: {}, sort, after, limit: 4, alternatives });
      expect(page.orders.length).toBeLessThanOrEqual(4);
      found.push(...page.orders);
      after = page.next;
    } while (after !== undefined);
    const expected = ORDERS.filter(({ status }) => ['CAPTURED', 'FAILED'].includes(status));
    expect(found).toEqual(inOrder(expected, sort));
  });

  it('of no search has no order', async () => {
    const search = { merchantKey: 1, filters: {}, sort: 'NEWEST' as const, limit: 4, alternatives: [] };
    expect(await findOrders(index, search)).toEqual({ orders: [], next: undefined });
  });
});
