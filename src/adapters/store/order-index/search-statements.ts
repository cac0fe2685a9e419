/**
 * Statements of searches for orders. A list is either walked in its order, a bounded number of rows at a time, or made
 * of the few orders that one filter finds by an index of its own, which are then sorted. The other filters are checked
 * on the rows that are read.
 */
import { sql } from 'kysely';
import type { OrderSort } from '../../../core/ports/index.ts';
import { type DialectKeywords, type Placeholder, rawQuery, type Statement, statement } from '../engine/statement.ts';
import type { OrderIndexTables } from '../schema/order-index.ts';

export type FoundRow = Omit<OrderIndexTables['order_index'], 'counted' | 'generation' | 'revision' | 'terms'>;

/** The parameters of every search: the filters, null where there is none, and the position after which it continues. */
export interface SearchParameters {
  readonly merchantKey: number;
  readonly status: string | null;
  readonly currency: string | null;
  readonly method: string | null;
  readonly brand: string | null;
  readonly idFrom: string | null;
  readonly idTo: string | null;
  readonly amountFrom: string;
  readonly amountTo: string;
  readonly createdFrom: number;
  readonly createdTo: number;
  readonly updatedFrom: number;
  readonly updatedTo: number;
  /** Patterns of the stored terms, an array of arrays of one text each, JSON; null where any term will do. */
  readonly terms1: string | null;
  readonly terms2: string | null;
  readonly terms3: string | null;
  readonly terms4: string | null;
  readonly terms5: string | null;
  readonly afterAt: number;
  readonly afterKey: number;
  /** The position up to which the list is walked, included. */
  readonly upToAt: number;
  readonly upToKey: number;
  readonly limit: number;
  readonly scanned: number;
  /** A limit that no list has. */
  readonly unlimited: number;
  /**
   * The values of the filter that finds the orders: terms as arrays of kind and value, JSON, or keys as `keyList`
   * writes them.
   */
  readonly wanted: string;
}

type P = Placeholder<SearchParameters>;

export type Scope = 'ALL' | 'MERCHANT';

/** Filters that find orders by an index of their own. */
export const FINDERS = [
  'KEY',
  'TERM',
  'ID',
  'STATUS',
  'CURRENCY',
  'METHOD',
  'BRAND',
  'AMOUNT',
  'CREATED',
  'UPDATED',
] as const;

export type Finder = (typeof FINDERS)[number];

const COLUMNS = [
  ...['order_key', 'merchant_key', 'order_id', 'status', 'currency', 'amount', 'total_authorized', 'total_captured'],
  ...['total_refunded', 'total_charged_back', 'method', 'brand', 'last_four', 'reference', 'provider_reference'],
  ...['decline_code', 'acquirer_code', 'steps', 'created_at', 'updated_at'],
];
const columnsOf = (table: string) => sql.join(COLUMNS.map((column) => sql.ref(`${table}.${column}`)));

interface Ordering {
  readonly at: 'created_at' | 'updated_at';
  readonly direction: 'asc' | 'desc';
}

export const ORDERINGS: Readonly<Record<OrderSort, Ordering>> = {
  NEWEST: { at: 'created_at', direction: 'desc' },
  OLDEST: { at: 'created_at', direction: 'asc' },
  LAST_CHANGED: { at: 'updated_at', direction: 'desc' },
  FIRST_CHANGED: { at: 'updated_at', direction: 'asc' },
};

/** One for each parameter by which terms are searched. */
export const TERM_FILTERS = ['terms1', 'terms2', 'terms3', 'terms4', 'terms5'] as const;

/** All filters, on the row of a table. */
function filters(table: 'found' | 'listed', p: P, { rowsOf }: DialectKeywords) {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const equals = (['status', 'currency', 'method', 'brand'] as const).map(
    (name) => sql`(cast(${p(name)} as text) is null or ${sql.ref(`${table}.${name}`)} = ${p(name)})`,
  );
  const terms = TERM_FILTERS.map(
    (name) => sql`(cast(${p(name)} as text) is null or exists (select 1 from
      ${rowsOf(sql`coalesce(${p(name)}, '[]')` as never, ['text'])} where ${sql.ref(`${table}.terms`)} like given.c0 escape '!'))`,
  );
  return sql.join(
    [
      ...equals,
      ...terms,
      sql`(cast(${p('idFrom')} as text) is null or (${column('order_id')} >= ${p('idFrom')} and ${column('order_id')} < ${p('idTo')}))`,
      sql`${column('amount')} || '' >= ${p('amountFrom')} and ${column('amount')} || '' <= ${p('amountTo')}`,
      sql`+${column('created_at')} >= ${p('createdFrom')} and +${column('created_at')} < ${p('createdTo')}`,
      sql`+${column('updated_at')} >= ${p('updatedFrom')} and +${column('updated_at')} < ${p('updatedTo')}`,
    ],
    sql` and `,
  );
}

/** The parameters that bound each time: from the first, and before the second. */
export const BOUNDS = { created_at: ['createdFrom', 'createdTo'], updated_at: ['updatedFrom', 'updatedTo'] } as const;

/** The next rows of the list, by its index. */
function nextRows(sort: OrderSort, scope: Scope, p: P, condition = sql``) {
  const { at, direction } = ORDERINGS[sort];
  const [column, order] = [sql.ref(at), sql.raw(direction)];
  const [from, to] = BOUNDS[at];
  return sql`from order_index
    where ${scope === 'ALL' ? sql`true` : sql`merchant_key = ${p('merchantKey')}`}
      and (${column}, order_key) ${sql.raw(direction === 'desc' ? '<' : '>')} (${p('afterAt')}, ${p('afterKey')})
      and ${column} >= ${p(from)} and ${column} < ${p(to)} ${condition}
    order by ${column} ${order}, order_key ${order}`;
}

/**
 * Reads the list up to a position, and returns up to `limit` of the rows for which the filters hold. The inner limit
 * keeps the databases from finding the rows by an index of the filters.
 */
export const walk = cached((sort: OrderSort, scope: Scope) =>
  statement<FoundRow, SearchParameters>((db, p, keywords) => {
    const { at, direction } = ORDERINGS[sort];
    const order = sql.raw(direction);
    return rawQuery(
      db,
      sql<FoundRow>`select ${columnsOf('listed')} from (select ${columnsOf('order_index')}, terms
          ${nextRows(sort, scope, p, sql`and (${sql.ref(at)}, order_key) ${sql.raw(direction === 'desc' ? '>=' : '<=')} (${p('upToAt')}, ${p('upToKey')})`)}
          limit ${p('unlimited')}) as listed
        where ${filters('listed', p, keywords)} order by ${sql.ref(`listed.${at}`)} ${order}, listed.order_key ${order} limit ${p('limit')}`,
    );
  }),
);

/** The position after `scanned` rows of the list; no row if it has fewer. */
export const walked = cached((sort: OrderSort, scope: Scope) =>
  statement<{ readonly at: number; readonly key: number }, SearchParameters>((db, p) =>
    rawQuery(
      db,
      sql<{ at: number; key: number }>`select ${sql.ref(ORDERINGS[sort].at)} as at, order_key as key
        ${nextRows(sort, scope, p)} limit 1 offset ${p('scanned')} - 1`,
    ),
  ),
);

/** The rows that one filter finds, as a part of a query, in which they are `found`. */
function foundBy(finder: Finder, scope: Scope, p: P, { rowsOf, isOneOf }: DialectKeywords) {
  const own = (table: string) =>
    scope === 'ALL' ? sql`true` : sql`${sql.ref(`${table}.merchant_key`)} = ${p('merchantKey')}`;
  const where = (condition: unknown) => sql`from order_index as found where ${condition} and ${own('found')}`;
  switch (finder) {
    case 'KEY':
      return where(isOneOf('found.order_key', p('wanted')));
    case 'TERM':
      return sql`from ${rowsOf(p('wanted'), ['text', 'text'])}
        inner join order_term as t on t.kind = given.c0 and t.value = given.c1 and ${own('t')}
        inner join order_index as found on found.order_key = t.order_key where true`;
    case 'ID':
      return where(sql`found.order_id >= ${p('idFrom')} and found.order_id < ${p('idTo')}`);
    case 'AMOUNT':
      return where(sql`found.amount >= ${p('amountFrom')} and found.amount <= ${p('amountTo')}`);
    case 'CREATED':
      return where(sql`found.created_at >= ${p('createdFrom')} and found.created_at < ${p('createdTo')}`);
    case 'UPDATED':
      return where(sql`found.updated_at >= ${p('updatedFrom')} and found.updated_at < ${p('updatedTo')}`);
    default: {
      const name = finder.toLowerCase() as 'brand' | 'currency' | 'method' | 'status';
      return where(sql`${sql.ref(`found.${name}`)} = ${p(name)}`);
    }
  }
}

/** Counts the orders that a filter finds, up to `scanned`. */
export const count = cached((finder: Finder, scope: Scope) =>
  statement<{ readonly count: number }, SearchParameters>((db, p, keywords) => {
    const found =
      finder === 'TERM'
        ? sql`from ${keywords.rowsOf(p('wanted'), ['text', 'text'])}
            inner join order_term as t on t.kind = given.c0 and t.value = given.c1 and
            ${scope === 'ALL' ? sql`true` : sql`t.merchant_key = ${p('merchantKey')}`}`
        : foundBy(finder, scope, p, keywords);
    return rawQuery(
      db,
      sql<{ count: number }>`select count(*) as count from (select 1 ${found} limit ${p('scanned')}) as counted`,
    );
  }),
);

/** The orders that a filter finds and for which the other filters hold, sorted. */
export const pick = cached((finder: Finder, scope: Scope, sort: OrderSort) =>
  statement<FoundRow, SearchParameters>((db, p, keywords) => {
    const { at, direction } = ORDERINGS[sort];
    const [column, order] = [sql.ref(`found.${at}`), sql.raw(direction)];
    return rawQuery(
      db,
      // The plus keeps the databases from reading the whole list by the index of its order instead.
      sql<FoundRow>`select ${columnsOf('found')} ${foundBy(finder, scope, p, keywords)} and ${filters('found', p, keywords)}
        and (+${column}, +found.order_key) ${sql.raw(direction === 'desc' ? '<' : '>')} (${p('afterAt')}, ${p('afterKey')})
        order by +${column} ${order}, +found.order_key ${order} limit ${p('limit')}`,
    );
  }),
);

interface CountParameters {
  readonly generation: number;
  readonly merchantKey: number;
  readonly from: string;
  readonly to: string;
  readonly zero: number;
}

type CountRow = Omit<OrderIndexTables['order_count'], 'generation' | 'merchant_key'>;

/** Counts by day and currency, and, with an empty day, counts of all days by name. */
export const countsBetween = cached((scope: Scope) =>
  statement<CountRow, CountParameters>((db, p) => {
    const counted = sql`from order_count where generation = ${p('generation')} and day >= ${p('from')} and day <= ${p('to')}
      ${scope === 'MERCHANT' ? sql`and merchant_key = ${p('merchantKey')}` : sql``}`;
    const times = sql`having sum(times) <> ${p('zero')}`;
    return rawQuery(
      db,
      sql<CountRow>`select day, currency, kind, result, ${sql.join(['method', 'brand', 'processor', 'reason'].map(noText))},
          sum(times) as times, sum(volume_billions) as volume_billions, sum(volume_units) as volume_units
        ${counted} group by day, currency, kind, result ${times}
        union all select ${sql.join(['day', 'currency'].map(noText))}, kind, result, method, brand, processor, reason,
          sum(times), 0, 0
        ${counted} group by kind, result, method, brand, processor, reason ${times}`,
    );
  }),
);

const noText = (column: string) => sql`cast('' as text) as ${sql.ref(column)}`;

/** Makes each statement once. */
function cached<Names extends readonly string[], P, Row>(
  make: (...names: Names) => Statement<P, Row>,
): (...names: Names) => Statement<P, Row> {
  const made = new Map<string, Statement<P, Row>>();
  return (...names) => {
    const id = names.join();
    const known = made.get(id) ?? make(...names);
    made.set(id, known);
    return known;
  };
}
