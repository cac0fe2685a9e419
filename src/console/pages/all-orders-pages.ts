/** The list of the orders of all merchants of a person, in all stores, and its search. */
import { withoutCardNumbers } from '../../contract/card-data-mask.ts';
import { ageSeconds, cursorOf, ORDER_STATUSES } from '../../core/index.ts';
import type { AllOrdersPage, ListValues } from '../../web/views/console/index.ts';
import { chosenPlaces, searchedAt } from '../order-places.ts';
import { hasProblems, listQuery, readList, TEXT_CHARACTERS_MAX, typedValues } from '../order-search/list-query.ts';
import { type FoundInPlaces, type FoundOrder, searchPlaces } from '../order-search/search-places.ts';
import { consoleAddress } from '../routes.ts';
import type { ConsoleAnswer, PersonRequest } from './answer.ts';
import { STORE } from './home-page.ts';
import { listed, METHODS, orderAddress, SHOWN_ORDERS } from './listed-orders.ts';
import { instant } from './order-entries.ts';
import { shellOf } from './shell.ts';

const NOTHING_FOUND: FoundInPlaces = { orders: [], next: undefined, searchedAs: [], ages: [], away: [], unasked: [] };
const WHOLE_LIST = { filters: {}, sort: 'NEWEST', after: undefined } as const;

export async function allOrdersPage(request: PersonRequest): Promise<ConsoleAnswer> {
  const { dependencies, signedIn, query } = request;
  const owner = ownerOf(request);
  const list = readList(query, owner, dependencies.sealer);
  const { all, chosen, places } = chosenPlaces(dependencies, signedIn, query.get(STORE));
  if (list.isCursorWrong) {
    return { redirect: addressOf(request, list.values, chosen) };
  }
  const { values, problems, filters, sort, after } = list;
  const isWrong = hasProblems(problems);
  const found = isWrong
    ? NOTHING_FOUND
    : await searchPlaces(dependencies, places, { text: values.text, filters, sort, after, limit: SHOWN_ORDERS });
  const { orders, next } = found;
  const now = dependencies.clock.now();
  const data: AllOrdersPage = {
    shell: shellOf(request),
    action: consoleAddress('allOrders'),
    values,
    problems,
    statuses: ORDER_STATUSES,
    methods: METHODS,
    timeZone: 'UTC',
    stores: { chosen: chosen ?? '', names: all.length > 1 ? all.map(({ name }) => name) : [] },
    searchedAs: found.searchedAs,
    orders: orders.map((one) => entryOf(request, one, all.length > 1)),
    away: found.away,
    unasked: found.unasked,
    merchantsLeftOut: places.reduce((sum, place) => sum + searchedAt(place).leftOut, 0),
    nextHref: next && addressOf(request, values, chosen, cursorOf(next, sort, owner, dependencies.sealer)),
    reachedAt: next !== undefined && orders.length < SHOWN_ORDERS ? instant(next.at) : undefined,
    firstHref: after && addressOf(request, values, chosen),
    index: {
      ageSeconds: Math.max(0, ...found.ages.map((age) => ageSeconds(age, now))),
      isComplete: found.ages.every(({ isComplete }) => isComplete),
    },
  };
  return { page: 'allOrders', status: isWrong ? 422 : 200, data };
}

/**
 * Leads to the list's address, or to the order if it is the only one, and was named by its id, support code or session.
 */
export async function submitAllOrdersSearch(request: PersonRequest): Promise<ConsoleAnswer> {
  const { dependencies, signedIn, fields } = request;
  const typed = typedValues(fields);
  const { text } = typed;
  const { chosen, places } = chosenPlaces(dependencies, signedIn, fields.get(STORE));
  const found =
    text === '' || text.length > TEXT_CHARACTERS_MAX
      ? NOTHING_FOUND
      : await searchPlaces(dependencies, places, { ...WHOLE_LIST, text, limit: SHOWN_ORDERS });
  const [only, ...others] = found.orders;
  const isAll = found.next === undefined && found.away.length + found.unasked.length === 0;
  return only?.isNamed && others.length === 0 && isAll
    ? { redirect: orderAddress(only.merchant, only.order.orderId) }
    : { redirect: addressOf(request, { ...typed, text: withoutCardNumbers(text) }, chosen) };
}

/** The person, by whose key the searched text and the positions in the addresses are sealed. Days are in UTC. */
function ownerOf({ signedIn: { person } }: PersonRequest) {
  return { key: person.key, profile: { timeZone: null } };
}

function entryOf({ dependencies }: PersonRequest, { order, merchant, place }: FoundOrder, isOfSeveral: boolean) {
  const store = isOfSeveral ? place.name : undefined;
  return { ...listed(dependencies, merchant, order), merchant: { name: merchant.profile.name, store } };
}

function addressOf(request: PersonRequest, values: ListValues, store: string | undefined, cursor?: string): string {
  const query = new URLSearchParams(listQuery(values, ownerOf(request), request.dependencies.sealer, cursor));
  if (store !== undefined) {
    query.set(STORE, store);
  }
  return consoleAddress('allOrders') + (query.size === 0 ? '' : `?${query}`);
}
