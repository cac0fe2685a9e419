/**
 * Finds the tables whose rows a statement reads or writes for all merchants. A table in a query is bound if a key of
 * it, which leads to one merchant, one order or one row, is equal to a parameter, or to a column of a bound table. A
 * list of parameters, and the keys that a subquery finds, bind too: the subquery itself is checked on its own.
 */
import { isQuery, type Query, queriesOf, split, type Token } from './queries.ts';

/** Tables without rows of merchants. */
const WITHOUT_MERCHANTS: ReadonlySet<string> = new Set([
  'audit_entry',
  'console_invitation',
  'console_person',
  'console_session',
  'data_key',
  'gateway_process',
  'heartbeat_round',
  'installation',
  'kysely_migration',
  'merchant_script',
  'order_index_build',
  'order_index_feed',
  'pg_inherits',
  'restored_store',
  'retention_sweep',
  'row_key',
  'settlement_file',
  'store',
  'store_directory',
  'write_probe',
]);

/**
 * Columns, besides `key` and columns whose names end with it, that lead to one row, or to rows of one merchant. A
 * receiver of notifications is one of a merchant; a logo is found by its content.
 */
const KEYS: Readonly<Partial<Record<string, readonly string[]>>> = {
  browser_payment: ['handle', 'provider_reference', 'reference'],
  device_token: ['id'],
  link_order: ['start_hash'],
  merchant: ['id'],
  merchant_logo: ['hash'],
  merchant_move: ['merchant_id'],
  notification_queue: ['receiver'],
  payer_authentication: ['server_id'],
  payment_link: ['id'],
  receiver_alarm: ['receiver'],
  session: ['id'],
  session_alias: ['id_hash'],
  settlement_entry: ['id'],
  store_merchant: ['merchant_id'],
};

/** @param sql one statement in the dialect of PostgreSQL */
export function tablesOfAllMerchants(sql: string): string[] {
  return [...new Set(queriesOf(sql).flatMap(unboundTables))];
}

function unboundTables(query: Query): string[] {
  const bound = new Set(query.sources.flatMap(({ alias, table }) => (table === undefined ? [alias] : [])));
  let before: number;
  do {
    before = bound.size;
    for (const { tokens, only } of query.conditions) {
      for (const alias of boundBy(tokens, query, bound)) {
        if (only === undefined || only === alias) {
          bound.add(alias);
        }
      }
    }
  } while (bound.size > before);
  return query.sources.flatMap(({ alias, table }) =>
    table === undefined || WITHOUT_MERCHANTS.has(table) || bound.has(alias) ? [] : [table],
  );
}

/** @param bound the aliases that are known to be bound @returns those that a condition binds */
function boundBy(tokens: readonly Token[], query: Query, bound: ReadonlySet<string>): string[] {
  const [only] = tokens;
  if (tokens.length === 1 && typeof only === 'object') {
    return isQuery(only) ? [] : boundBy(only, query, bound);
  }
  const [alternative = [], ...others] = split(tokens, (word) => word === 'or');
  if (others.length > 0) {
    const inAll = others.map((other) => boundBy(other, query, bound));
    return boundBy(alternative, query, bound).filter((alias) => inAll.every((one) => one.includes(alias)));
  }
  const parts = split(tokens, (word) => word === 'and');
  if (parts.length > 1) {
    return parts.flatMap((part) => boundBy(part, query, bound));
  }
  const [left, right] = split(tokens, (word) => word === '=');
  const [column, list] = split(tokens, (word) => word === 'in');
  return [
    [left, right],
    [right, left],
    [column, list],
  ].flatMap(([one = [], other = []]) => (isBound(other, query, bound) ? keyOf(one, query) : []));
}

/** @returns the alias of the table of which this is a key */
function keyOf(tokens: readonly Token[], query: Query): string[] {
  const { alias, column } = columnOf(tokens, query) ?? {};
  const table = query.sources.find((source) => source.alias === alias)?.table;
  const isKey = column === 'key' || column?.endsWith('_key') || KEYS[table ?? '']?.includes(column ?? '');
  return alias !== undefined && table !== undefined && isKey ? [alias] : [];
}

/**
 * A column without the name of its table is one of the first. A plus before a column keeps an engine from an index of
 * it.
 */
function columnOf(text: readonly Token[], { sources: [source] }: Query) {
  const tokens = text[0] === '+' ? text.slice(1) : text;
  const [first = '', dot, column] = tokens;
  if (typeof first !== 'string' || !/^[a-z_]/.test(first)) {
    return undefined;
  }
  if (tokens.length === 1) {
    return { alias: source?.alias, column: first };
  }
  return tokens.length === 3 && dot === '.' && typeof column === 'string' ? { alias: first, column } : undefined;
}

/** Functions whose value leads where their first argument does. */
const CONVERSIONS: ReadonlySet<Token> = new Set(['any', 'cast', 'string_to_array']);

/**
 * A parameter, a literal, a list of such, a query, or a column of a table that is bound or in a query around this one.
 */
function isBound(tokens: readonly Token[], query: Query, bound: ReadonlySet<string>): boolean {
  const [first, second] = tokens;
  if (first === undefined) {
    return false;
  }
  if (typeof first === 'object') {
    return isQuery(first) || split(first, (word) => word === ',').every((one) => isBound(one, query, bound));
  }
  if (/^[$\d']/.test(first)) {
    return tokens.length === 1 || second === '::';
  }
  if (CONVERSIONS.has(first) && typeof second === 'object') {
    const [value = []] = split(second, (word) => word === 'as' || word === ',');
    return isBound(value, query, bound);
  }
  if (first === 'coalesce' && typeof second === 'object') {
    return isBound([second], query, bound);
  }
  const alias = columnOf(tokens, query)?.alias;
  const isOwn = query.sources.some((source) => source.alias === alias);
  return alias !== undefined && (isOwn ? bound.has(alias) : query.outer.has(alias));
}
