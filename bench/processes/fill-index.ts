/**
 * Fills the index of orders directly, with orders of several years, statuses, currencies, cards and payers, and with
 * the counts of the last days. SQLite and PostgreSQL take the same statements.
 */
import Database from 'better-sqlite3';
import pg from 'pg';
import { FACTOR, PRIME } from './filled-order.ts';

/** The number of orders in one commit. */
const CHUNK = 50_000;
const CACHE_KIB = 2_000_000;
/** The time of the first order, and the time between two. */
const START = 1_600_000_000_000;
const STEP_MS = 200_000;
/** One in so many orders has the status, the currency or the provider of few. */
const RARE = 5_000;
/** The days that the page "At a glance" reads, and the rows of each. */
const DAYS = 90;
const DAY_MS = 86_400_000;

/** A number that each order has by chance, but always the same one. */
const chance = (below: number, salt: number) => `((i + ${salt}) * ${FACTOR} % ${PRIME} % ${below})`;

/** A number of up to ten digits with zeros before it. */
const padded = (number: string, digits: number) => `substr(cast(${10 ** digits} + ${number} as text), 2)`;

const amount = (number: string) => `'0000000000' || ${padded(number, 10)}`;
const LAST_FOUR = padded(chance(10_000, 7), 4);
const PAYER = `'hash-' || ${chance(300_000, 8)}`;

const COLUMNS: Readonly<Record<string, string>> = {
  order_key: 'i',
  order_id: `'filled-' || (i * ${FACTOR} % ${PRIME})`,
  status: `case ${chance(RARE, 1)} when 0 then 'REFUND_REQUESTED' when 1 then 'REFUND_REQUESTED' else
    (case ${chance(10, 2)} when 0 then 'FAILED' when 1 then 'REFUNDED' else 'CAPTURED' end) end`,
  currency: `case ${chance(RARE, 3)} when 0 then 'JPY' else 'EUR' end`,
  amount: amount(chance(100_000, 4)),
  total_authorized: amount('0'),
  total_captured: amount('0'),
  total_refunded: amount('0'),
  total_charged_back: amount('0'),
  method: `case ${chance(RARE, 5)} when 0 then 'PAYPAL' else 'CARD' end`,
  brand: `case ${chance(3, 6)} when 0 then 'MASTERCARD' else 'VISA' end`,
  last_four: LAST_FOUR,
  reference: `'invoice-' || i`,
  steps: `'PAID'`,
  terms: `'[["LAST_FOUR","' || ${LAST_FOUR} || '"],["REFERENCE","invoice-' || i || '"],["EMAIL","' || ${PAYER} || '"]]'`,
  counted: `'[]'`,
  generation: '1',
  revision: '1',
  created_at: `${START} + i * ${STEP_MS}`,
  updated_at: `${START} + i * ${STEP_MS} + ${chance(1_000_000_000, 9)}`,
};

const TERMS = [
  ['LAST_FOUR', LAST_FOUR],
  ['REFERENCE', `'invoice-' || i`],
  ['EMAIL', PAYER],
] as const;

/** The values that each day has a count of, in every combination. */
const COUNTED = {
  currency: ['EUR', 'JPY'],
  kind: ['PAYMENT', 'REFUND'],
  result: ['SUCCESS', 'FAILURE'],
  method: ['CARD', 'PAYPAL'],
  brand: ['VISA', 'MASTERCARD'],
  reason: ['', 'INSUFFICIENT_FUNDS', 'EXPIRED_CARD'],
} as const;

/**
 * Fills the tables first, and makes their indexes afterwards: ten million orders in random order would otherwise be
 * written into each index one by one.
 *
 * @param url of a migrated store that no process has open
 */
export async function fillIndex(url: string, merchantKey: number, count: number): Promise<void> {
  const db = url.startsWith('sqlite:') ? openFile(url.slice('sqlite:'.length)) : await openServer(url);
  const indexes = await db.indexes('order_index');
  await db.commit(indexes.map(({ name }) => `drop index ${name}`));
  for (let from = 1; from <= count; from += CHUNK) {
    await db.commit([ordersBetween(merchantKey, from, Math.min(count, from + CHUNK - 1))]);
  }
  await db.commit(indexes.map(({ definition }) => definition));
  for (const [kind, value] of TERMS) {
    await db.commit([
      `insert into order_term (kind, value, merchant_key, order_key) select '${kind}', ${value}, ${merchantKey}, i
        from (select order_key as i from order_index) filled order by 2, 4`,
    ]);
  }
  await db.commit([countsOf(merchantKey, Date.now()), 'update order_index_build set served = 1, building = null']);
  await db.close();
}

function ordersBetween(merchantKey: number, from: number, to: number): string {
  return `insert into order_index (merchant_key, ${Object.keys(COLUMNS).join(', ')})
    with recursive n(i) as (select cast(${from} as bigint) union all select i + 1 from n where i < ${to})
    select ${merchantKey}, ${Object.values(COLUMNS).join(', ')} from n`;
}

function countsOf(merchantKey: number, now: number): string {
  const days = Array.from({ length: DAYS }, (_, ago) => new Date(now - ago * DAY_MS).toISOString().slice(0, 10));
  const lists = { day: days, ...COUNTED };
  const names = Object.keys(lists);
  const tables = Object.entries(lists).map(([name, values]) => `(${values.map(quoted).join(' union all ')}) ${name}_`);
  return `insert into order_count (generation, merchant_key, processor, times, volume_billions, volume_units, ${names})
    select 1, ${merchantKey}, 'acquirer', 100, 0, 123456, ${names.map((name) => `${name}_.v`)}
    from ${tables.join(' cross join ')}`;
}

const quoted = (value: string) => `select '${value}' as v`;

interface Index {
  readonly name: string;
  /** A statement. */
  readonly definition: string;
}

interface Filled {
  /** The indexes of a table, except that of its primary key. */
  indexes(table: string): Promise<readonly Index[]>;
  /** Makes the statements in one commit. */
  commit(statements: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

function openFile(file: string): Filled {
  const db = new Database(file);
  db.pragma('synchronous = OFF');
  db.pragma(`cache_size = -${CACHE_KIB}`);
  return {
    indexes: async (table) => db.prepare<[string], Index>(FILE_INDEXES).all(table),
    commit: async (statements) => db.transaction(() => void db.exec(statements.join(';\n')))(),
    async close() {
      db.pragma('wal_checkpoint(TRUNCATE)');
      db.close();
    },
  };
}

async function openServer(url: string): Promise<Filled> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('set synchronous_commit = off');
  return {
    indexes: async (table) => (await client.query<Index>(SERVER_INDEXES, [table])).rows,
    commit: async (statements) => void (await client.query(['begin', ...statements, 'commit'].join(';\n'))),
    async close() {
      // As autovacuum does within minutes.
      await client.query('vacuum analyze order_index');
      await client.query('vacuum analyze order_term');
      await client.end();
    },
  };
}

const FILE_INDEXES =
  "select name, sql as definition from sqlite_master where tbl_name = ? and type = 'index' and sql <> ''";
const SERVER_INDEXES = `select indexname as name, indexdef as definition from pg_indexes
  where tablename = $1 and indexname not like '%_pkey'`;
