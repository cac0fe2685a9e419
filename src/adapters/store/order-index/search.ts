/** Finds orders by the index, in a bounded time, with any filters. */
import { intactOf } from '../../../contract/invariant.ts';
import type { OrderFilters, OrderPage, OrderPosition, OrderSearch, OrderTerm } from '../../../core/ports/index.ts';
import type { Engine } from '../engine/engine.ts';
import { keyList } from '../engine/statement.ts';
import { amountText, orderFrom } from './rows.ts';
import {
  BOUNDS,
  count,
  type Finder,
  type FoundRow,
  ORDERINGS,
  pick,
  type Scope,
  type SearchParameters,
  TERM_FILTERS,
  walk,
  walked,
} from './search-statements.ts';

export interface SearchLimits {
  /** The most orders that are sorted for one page: a few milliseconds of work. */
  readonly sortedMax: number;
  /** Rows of one step along the list. */
  readonly scannedRows: number;
  /** After this time a page is answered with the orders that were found, and with the position reached. */
  readonly walkMsMax: number;
}

export const SEARCH_LIMITS: SearchLimits = { sortedMax: 5_000, scannedRows: 5_000, walkMsMax: 40 };

/** The time of the list's end, and the key after all keys. */
const LAST = Number.MAX_SAFE_INTEGER;
/** More than the largest amount. */
const AMOUNT_MAX = '9'.repeat(20);
/** The last character in the order of bytes. */
const LAST_CHARACTER = '\u{10FFFF}';
const NO_TERMS = { terms1: null, terms2: null, terms3: null, terms4: null, terms5: null };

interface Found {
  readonly finder: Finder;
  readonly wanted: string;
}

export async function searchOrders(engine: Engine, search: OrderSearch, limits: SearchLimits): Promise<OrderPage> {
  const parameters = parametersOf(search, limits);
  const scope = search.merchantKey === 'ALL' ? 'ALL' : 'MERCHANT';
  const found = await fewest(engine, findersOf(search), scope, parameters, limits);
  if (found === undefined) {
    return walkList(engine, search, scope, parameters, limits);
  }
  const { finder, wanted } = found;
  const rows = await engine.read(pick(finder, scope, search.sort), { ...parameters, wanted });
  return pageOf(search, rows);
}

/** The filter that finds the fewest orders; undefined if each finds too many to sort. */
async function fewest(
  engine: Engine,
  finders: readonly Found[],
  scope: Scope,
  parameters: SearchParameters,
  { sortedMax }: SearchLimits,
): Promise<Found | undefined> {
  let best: Found | undefined;
  let least = sortedMax + 1;
  for (const found of finders) {
    const [row] = await engine.read(count(found.finder, scope), {
      ...parameters,
      wanted: found.wanted,
      scanned: least,
    });
    if (Number(row?.count) < least) {
      best = found;
      least = Number(row?.count);
    }
  }
  return best;
}

function findersOf({ merchantKey, filters }: OrderSearch): Found[] {
  const { orderKeys, terms = [] } = filters;
  if (orderKeys !== undefined) {
    return [{ finder: 'KEY', wanted: keyList(orderKeys) }];
  }
  const by = (finder: Finder, ...values: readonly unknown[]): Found[] =>
    values.every((value) => value === undefined) ? [] : [{ finder, wanted: '' }];
  // Without a merchant, the orders of a range are those of all merchants, which the index of the list has in order.
  const ranges =
    merchantKey === 'ALL'
      ? []
      : [
          ...by('ID', filters.orderId),
          ...by('AMOUNT', filters.amountFrom, filters.amountTo),
          ...by('CREATED', filters.createdFrom, filters.createdTo),
          ...by('UPDATED', filters.updatedFrom, filters.updatedTo),
        ];
  return [
    ...terms.map((some): Found => ({ finder: 'TERM', wanted: wantedTerms(some) })),
    ...ranges,
    ...by('STATUS', filters.status),
    ...by('CURRENCY', filters.currency),
    ...by('METHOD', filters.method),
    ...by('BRAND', filters.brand),
  ];
}

function wantedTerms(terms: readonly OrderTerm[]): string {
  return JSON.stringify(terms.map(({ kind, value }) => [kind, value]));
}

async function walkList(
  engine: Engine,
  search: OrderSearch,
  scope: Scope,
  parameters: SearchParameters,
  { walkMsMax }: SearchLimits,
): Promise<OrderPage> {
  const began = performance.now();
  const rows: FoundRow[] = [];
  let step = parameters;
  for (;;) {
    // The end is read first, so that rows up to it are read once, even if a commit comes between the two reads.
    const [end] = await engine.read(walked(search.sort, scope), step);
    const position = end && { at: Number(end.at), key: Number(end.key) };
    const limit = step.limit - rows.length;
    rows.push(...(await engine.read(walk(search.sort, scope), { ...upTo(search.sort, step, position), limit })));
    if (rows.length > search.limit || position === undefined) {
      return pageOf(search, rows);
    }
    if (performance.now() - began > walkMsMax) {
      return { ...pageOf(search, rows), next: position };
    }
    step = { ...step, afterAt: position.at, afterKey: position.key };
  }
}

/**
 * The parameters of a step along the list, up to a position. Its bounds of times are narrowed as well, from which the
 * databases know that it has few rows.
 */
function upTo(
  sort: OrderSearch['sort'],
  step: SearchParameters,
  position: OrderPosition | undefined,
): SearchParameters {
  const { at, direction } = ORDERINGS[sort];
  const isDown = direction === 'desc';
  const end = position ?? (isDown ? { at: -1, key: -1 } : { at: LAST, key: LAST });
  const [from, to] = isDown ? [end.at, step.afterAt] : [step.afterAt, end.at];
  const [fromName, toName] = BOUNDS[at];
  return {
    ...step,
    upToAt: end.at,
    upToKey: end.key,
    [fromName]: Math.max(step[fromName], from),
    [toName]: Math.min(step[toName], to + 1),
  };
}

/** @param rows one more than the limit, if the list goes on. Damaged ones are left out, and the list continues */
function pageOf({ sort, limit }: OrderSearch, rows: readonly FoundRow[]): OrderPage {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.length > limit && last !== undefined ? positionOf(sort, last) : undefined;
  return { orders: intactOf(shown, orderFrom), next };
}

/** The position of a row in a list. */
function positionOf(sort: OrderSearch['sort'], row: FoundRow): OrderPosition {
  return { at: Number(row[ORDERINGS[sort].at]), key: Number(row.order_key) };
}

function parametersOf(
  { merchantKey, filters, sort, after, limit }: OrderSearch,
  { scannedRows }: SearchLimits,
): SearchParameters {
  const start = ORDERINGS[sort].direction === 'desc' ? LAST : -1;
  const { orderId, terms = [] } = filters;
  return {
    merchantKey: merchantKey === 'ALL' ? 0 : merchantKey,
    status: filters.status ?? null,
    currency: filters.currency ?? null,
    method: filters.method ?? null,
    brand: filters.brand ?? null,
    idFrom: orderId ?? null,
    idTo: orderId === undefined ? null : orderId + LAST_CHARACTER,
    amountFrom: amountText(filters.amountFrom ?? 0n),
    amountTo: filters.amountTo === undefined ? AMOUNT_MAX : amountText(filters.amountTo),
    createdFrom: filters.createdFrom ?? 0,
    createdTo: filters.createdTo ?? LAST,
    updatedFrom: filters.updatedFrom ?? 0,
    updatedTo: filters.updatedTo ?? LAST,
    ...patternsOf(terms),
    afterAt: after?.at ?? start,
    afterKey: after?.key ?? start,
    limit: limit + 1,
    upToAt: LAST,
    upToKey: LAST,
    scanned: scannedRows,
    unlimited: LAST,
    wanted: '',
  };
}

function patternsOf(terms: NonNullable<OrderFilters['terms']>): typeof NO_TERMS {
  const patterns = terms.map((some, at) => {
    const texts = some.map(({ kind, value }) => [`%${JSON.stringify([kind, value]).replace(/[!%_]/g, '!$&')}%`]);
    return [TERM_FILTERS[at], JSON.stringify(texts)];
  });
  return { ...NO_TERMS, ...Object.fromEntries(patterns) };
}
