/** Finds orders by a text that may be several values of an order, in one sorted list. */
import type {
  IndexedOrder,
  OrderIndex,
  OrderPage,
  OrderPosition,
  OrderSearch,
  OrderSort,
} from '../../core/ports/index.ts';
import type { Alternative } from './search-text.ts';

export interface TextSearch extends OrderSearch {
  /** Undefined: all orders for which the filters hold. */
  readonly alternatives: readonly Alternative[] | undefined;
}

/** Reads a page of each alternative from the same position, and returns the first orders of all. */
export async function findOrders(
  index: Pick<OrderIndex, 'search'>,
  { alternatives = [{ as: [], filters: {} }], ...search }: TextSearch,
): Promise<OrderPage> {
  const pages = await Promise.all(
    alternatives.map(async ({ filters, fits = () => true }) => {
      const { orders, next } = await index.search({ ...search, filters: { ...search.filters, ...filters } });
      return { orders: orders.filter(fits), next };
    }),
  );
  return merged(pages, search);
}

/**
 * Makes one page of those of several searches from the same position. Orders behind the position that the slowest
 * search has reached wait for a later page.
 */
export function merged(pages: readonly OrderPage[], { sort, limit }: Pick<OrderSearch, 'limit' | 'sort'>): OrderPage {
  const [reached] = pages.flatMap(({ next }) => next ?? []).sort(comparing(sort));
  const isReached = (order: IndexedOrder) =>
    reached === undefined || comparing(sort)(positionOf(order, sort), reached) <= 0;
  const found = new Map(pages.flatMap(({ orders }) => orders).map((order) => [order.orderKey, order]));
  const orders = [...found.values()]
    .filter(isReached)
    .sort((one, other) => comparing(sort)(positionOf(one, sort), positionOf(other, sort)));
  const shown = orders.slice(0, limit);
  const last = shown.at(-1);
  return { orders: shown, next: orders.length > limit && last !== undefined ? positionOf(last, sort) : reached };
}

function positionOf({ createdAt, updatedAt, orderKey }: IndexedOrder, sort: OrderSort): OrderPosition {
  return { at: sort === 'NEWEST' || sort === 'OLDEST' ? createdAt : updatedAt, key: orderKey };
}

/** @returns a comparison of positions by their place in the list */
function comparing(sort: OrderSort): (one: OrderPosition, other: OrderPosition) => number {
  const sign = sort === 'NEWEST' || sort === 'LAST_CHANGED' ? -1 : 1;
  return (one, other) => sign * (one.at - other.at || one.key - other.key);
}
