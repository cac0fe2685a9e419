/** Searches the orders of several merchants, in several stores, as one sorted list. */
import type { IndexAge, IndexedOrder, OrderPage } from '../../core/ports/index.ts';
import { orderKeysOf } from '../../core/ports/index.ts';
import { storeOfKey } from '../../platform/store-ids.ts';
import type { SearchedAs } from '../../web/views/console/index.ts';
import type { AccessDependencies, AccessibleMerchant } from '../access.ts';
import { askPlaces, type OrderPlace, type PlacesAnswers, searchedAt } from '../order-places.ts';
import type { StorePorts } from '../pages/answer.ts';
import { unlessAway } from '../pages/place.ts';
import type { ConsoleStores } from '../stores.ts';
import { findOrders, merged } from './find-orders.ts';
import type { ListQuery } from './list-query.ts';
import { isNamedBy, searchesOf, storeOfSession, type TextSearchPorts } from './text-search.ts';

type Merchant = AccessibleMerchant['merchant'];
type Ports = Pick<StorePorts, 'orderIndex' | 'orderSealer'> & TextSearchPorts & Pick<AccessDependencies, 'merchants'>;

export interface PlacesSearch extends Pick<ListQuery, 'after' | 'filters' | 'sort'> {
  /** Empty: all orders. */
  readonly text: string;
  readonly limit: number;
}

/** An order with its merchant. */
export interface FoundOrder {
  readonly order: IndexedOrder;
  readonly merchant: Merchant;
  readonly place: OrderPlace;
  /** Whether the text is the order's id or support code, or the id of its session. */
  readonly isNamed: boolean;
}

export interface FoundInPlaces extends Pick<PlacesAnswers<unknown>, 'away' | 'unasked'> {
  readonly orders: readonly FoundOrder[];
  readonly next: OrderPage['next'];
  readonly searchedAs: readonly SearchedAs[];
  /** Those of the indexes that were searched. */
  readonly ages: readonly IndexAge[];
}

export async function searchPlaces(
  dependencies: Ports & { readonly stores: ConsoleStores<Ports> },
  places: readonly OrderPlace[],
  search: PlacesSearch,
): Promise<FoundInPlaces> {
  // A support code or session names the store that has made it. Its merchant may have moved since.
  const number = storeNamedBy(dependencies, search.text);
  const named = places.filter(({ store }) => store !== undefined && store.number === number);
  const there = named.length === 0 ? undefined : await searchAsked(dependencies, named, search);
  return there !== undefined && (there.orders.length > 0 || there.away.length > 0)
    ? there
    : searchAsked(dependencies, places, search);
}

function storeNamedBy({ orderSealer }: Ports, text: string): number | undefined {
  const [key] = orderKeysOf(orderSealer, text) ?? [];
  return key === undefined ? storeOfSession(text) : storeOfKey(key);
}

async function searchAsked(
  dependencies: Ports & { readonly stores: ConsoleStores<Ports> },
  places: readonly OrderPlace[],
  search: PlacesSearch,
): Promise<FoundInPlaces> {
  const { answers, away, unasked } = await askPlaces(dependencies, places, (ports: Ports, place) =>
    searchPlace(ports, place, search),
  );
  const page = merged(
    answers.map(({ result }) => result.page),
    search,
  );
  const found = new Map(answers.flatMap(({ result }) => result.orders).map((one) => [one.order.orderKey, one]));
  return {
    away,
    unasked,
    next: page.next,
    orders: page.orders.flatMap(({ orderKey }) => found.get(orderKey) ?? []),
    searchedAs: [...new Set(answers.flatMap(({ result }) => result.searchedAs))],
    ages: answers.map(({ result }) => result.age),
  };
}

async function searchPlace(ports: Ports, place: OrderPlace, search: PlacesSearch) {
  const { orderIndex, merchants } = ports;
  const { text, ...inList } = search;
  const alternatives = await searchesOf(ports, text);
  const { keys } = searchedAt(place);
  const [age, ...pages] = await Promise.all([
    orderIndex.age(),
    ...keys.map((merchantKey) => findOrders(orderIndex, { ...inList, merchantKey, alternatives })),
  ]);
  const page = merged(pages, search);
  const merchantKeys = [...new Set(page.orders.map(({ merchantKey }) => merchantKey))];
  const served = new Map(
    await Promise.all(merchantKeys.map(async (key) => [key, await merchantAt(merchants, key)] as const)),
  );
  return {
    age,
    page,
    searchedAs: alternatives?.flatMap(({ as }) => as) ?? [],
    // Rows of a merchant that moves are in two stores for a while, and one of them serves it.
    orders: page.orders.flatMap((order): FoundOrder[] => {
      const merchant = served.get(order.merchantKey);
      const isNamed = isNamedBy(alternatives, text, order);
      return merchant === undefined ? [] : [{ order, merchant, place, isNamed }];
    }),
  };
}

async function merchantAt(merchants: Ports['merchants'], key: number): Promise<Merchant | undefined> {
  const found = await unlessAway(() => merchants.byKey(key));
  return found === 'AWAY' ? undefined : found;
}
