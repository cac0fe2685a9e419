/** The list of a merchant's orders, and its search. */
import { withoutCardNumbers } from '../../contract/card-data-mask.ts';
import { ageSeconds, cursorOf, type Merchant, ORDER_STATUSES } from '../../core/index.ts';
import type { OrderPage } from '../../core/ports/index.ts';
import type { ListValues, OrdersPage } from '../../web/views/console/index.ts';
import { may } from '../access.ts';
import { findOrders } from '../order-search/find-orders.ts';
import {
  hasProblems,
  type ListQuery,
  listQuery,
  readList,
  TEXT_CHARACTERS_MAX,
  typedValues,
  zoneOf,
} from '../order-search/list-query.ts';
import type { Alternative } from '../order-search/search-text.ts';
import { isNamedBy, searchesOf } from '../order-search/text-search.ts';
import { ROLES } from '../roles.ts';
import { consoleAddress } from '../routes.ts';
import { VIEW_NAME_CHARACTERS_MAX, visibleViews } from '../views.ts';
import type { ConsoleAnswer, MerchantRequest } from './answer.ts';
import { checkoutEntries } from './checkout-pages.ts';
import { type FileFormat, FORMAT, fileAnswer, formatIn } from './file-answer.ts';
import { listed, METHODS, NO_ORDERS, orderAddress, SHOWN_ORDERS } from './listed-orders.ts';
import { loadOrder } from './load-order.ts';
import { instant } from './order-entries.ts';
import { shellOf } from './shell.ts';
import { viewLink } from './view-pages.ts';

/** The first page of a merchant is its list of orders. */
export async function merchantPage({ place }: MerchantRequest): Promise<ConsoleAnswer> {
  return { redirect: listAddress(place.merchant) };
}

export async function ordersPage(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, place, query } = request;
  const { merchant } = place;
  const list = readList(query, merchant, dependencies.sealer);
  if (list.isCursorWrong) {
    return { redirect: addressOf(request, list.values) };
  }
  const { text } = list.values;
  const isWrong = hasProblems(list.problems);
  const alternatives = await searchesOf(dependencies, text);
  const ofSession = alternatives?.find(({ orderOfSession }) => orderOfSession?.merchantKey === merchant.key);
  const isFirst = list.after === undefined;
  const [page, exact, age, views] = await Promise.all([
    isWrong ? NO_ORDERS : search(request, list, alternatives),
    isWrong ? undefined : loadOrder(request, text),
    dependencies.orderIndex.age(),
    visibleViews(dependencies, request),
  ]);
  const isById = isFirst && !isWrong && exact === undefined && alternatives?.some(({ as }) => as.includes('ORDER_ID'));
  const data: OrdersPage = {
    shell: shellOf(request, 'orders'),
    role: { name: place.role, says: ROLES[place.role].says },
    action: listAddress(merchant),
    values: list.values,
    problems: list.problems,
    statuses: ORDER_STATUSES,
    methods: METHODS,
    timeZone: zoneOf(merchant),
    searchedAs: [...new Set(alternatives?.flatMap(({ as }) => as))],
    exact: exact && isFirst ? { id: exact.orderId, href: orderAddress(merchant, exact.orderId) } : undefined,
    checkouts: isById ? await checkoutEntries(request, ofSession?.orderOfSession?.orderId ?? text) : [],
    orders: page.orders.map((order) => listed(dependencies, merchant, order)),
    ...continuation(request, list, page),
    views: views.map((view) => viewLink(merchant.id, view)),
    saved: {
      href: consoleAddress('views', { merchant: merchant.id }),
      list: isWrong ? undefined : listQuery(list.values, merchant, dependencies.sealer) || undefined,
      mayShare: may(place, 'SHARE_VIEWS'),
      nameCharactersMax: VIEW_NAME_CHARACTERS_MAX,
    },
    files: isWrong
      ? undefined
      : { csvHref: fileAddress(request, list.values, 'CSV'), jsonHref: fileAddress(request, list.values, 'JSON') },
    newLinkHref: may(place, 'MAKE_LINKS') ? consoleAddress('newLink', { merchant: merchant.id }) : undefined,
    firstHref: isFirst ? undefined : addressOf(request, list.values),
    index: { ageSeconds: ageSeconds(age, dependencies.clock.now()), isComplete: age.isComplete },
  };
  return { page: 'orders', status: isWrong ? 422 : 200, data };
}

function search(
  { dependencies, place }: MerchantRequest,
  { filters, sort, after }: Pick<ListQuery, 'after' | 'filters' | 'sort'>,
  alternatives: readonly Alternative[] | undefined,
): Promise<OrderPage> {
  const merchantKey = place.merchant.key;
  return findOrders(dependencies.orderIndex, { merchantKey, filters, sort, after, limit: SHOWN_ORDERS, alternatives });
}

function continuation(request: MerchantRequest, { values, sort }: ListQuery, { orders, next }: OrderPage) {
  const { dependencies, place } = request;
  return next === undefined
    ? {}
    : {
        nextHref: addressOf(request, values, cursorOf(next, sort, place.merchant, dependencies.sealer)),
        reachedAt: orders.length < SHOWN_ORDERS ? instant(next.at) : undefined,
      };
}

/** The list with its search and filters as a file. A list that is wrong leads to its page, which says why. */
export async function orderFile(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, place, query } = request;
  const { merchant } = place;
  const format = formatIn(query);
  const list = readList(query, merchant, dependencies.sealer);
  if (format === undefined || hasProblems(list.problems)) {
    return { redirect: addressOf(request, list.values) };
  }
  const { filters, sort, values } = list;
  const { text, ...chosen } = values;
  const alternatives = await searchesOf(dependencies, text);
  const search = { merchantKey: merchant.key, filters, sort, alternatives };
  return fileAnswer(request, {
    of: 'orders',
    details: { format, ...chosen, isSearched: text !== '' },
    write: () =>
      dependencies.orderFile(merchant, format, (after, limit) =>
        findOrders(dependencies.orderIndex, { ...search, after, limit }),
      ),
  });
}

/**
 * Leads to the list's address, or to the order if it is the only one, and was named by its id, support code or session.
 */
export async function submitSearch(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { place, fields } = request;
  const typed = typedValues(fields);
  const only = typed.text === '' ? undefined : await onlyOrder(request, typed.text);
  if (only !== undefined) {
    return { redirect: orderAddress(place.merchant, only) };
  }
  // A card number may be searched by its last digits; the whole one is kept nowhere.
  return { redirect: addressOf(request, { ...typed, text: withoutCardNumbers(typed.text) }) };
}

const WHOLE_LIST = { filters: {}, sort: 'NEWEST', after: undefined } as const;

/** @returns the id of the order that the text names, if the text finds no other order */
async function onlyOrder(request: MerchantRequest, text: string): Promise<string | undefined> {
  const { dependencies } = request;
  if (text.length > TEXT_CHARACTERS_MAX) {
    return undefined;
  }
  const alternatives = await searchesOf(dependencies, text);
  const [exact, page] = await Promise.all([loadOrder(request, text), search(request, WHOLE_LIST, alternatives)]);
  const named = exact?.orderId ?? page.orders.find((order) => isNamedBy(alternatives, text, order))?.orderId;
  return page.next === undefined && page.orders.every(({ orderId }) => orderId === named) ? named : undefined;
}

function listAddress({ id }: Merchant): string {
  return consoleAddress('orders', { merchant: id });
}

function addressOf({ dependencies, place }: MerchantRequest, values: ListValues, cursor?: string): string {
  return listAddress(place.merchant) + listQuery(values, place.merchant, dependencies.sealer, cursor);
}

function fileAddress({ dependencies, place }: MerchantRequest, values: ListValues, format: FileFormat): string {
  const { merchant } = place;
  const query = new URLSearchParams(listQuery(values, merchant, dependencies.sealer));
  query.set(FORMAT, format);
  return `${consoleAddress('orderFile', { merchant: merchant.id })}?${query}`;
}
