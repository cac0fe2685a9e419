/**
 * Fills a gateway's file with copies of an order that the gateway made, under ids that are scattered over the index
 * like those of merchants. No process may have the file open.
 */
import Database from 'better-sqlite3';
import { FACTOR, PRIME } from './filled-order.ts';

/** The number of copies in one commit. */
const CHUNK = 50_000;
/** Keys for an order, its transaction, and a notification. */
const KEYS_AN_ORDER = 4;
/** The index is filled in memory; a gateway's own cache is small. */
const CACHE_KIB = 2_000_000;

/** The columns of each table that differ in each copy `i`. The other columns are those of the copied order. */
const COPIES: readonly {
  readonly table: string;
  readonly key: string;
  readonly own: Readonly<Record<string, string>>;
}[] = [
  {
    table: 'payment_order',
    key: 'key',
    own: { key: '@base + @step * i', order_id: `'filled-' || (i * ${FACTOR} % ${PRIME})` },
  },
  {
    table: 'payment_transaction',
    key: 'order_key',
    own: { key: '@base + @step * i + 1', order_key: '@base + @step * i', meaning: 'randomblob(32)' },
  },
  { table: 'transaction_outcome', key: 'transaction_key', own: { transaction_key: '@base + @step * i + 1' } },
  {
    table: 'notification',
    key: 'order_key',
    own: {
      key: '@base + @step * i + 2',
      order_key: '@base + @step * i',
      transaction_key: '@base + @step * i + 1',
    },
  },
];

export function fillOrders(file: string, count: number): void {
  const db = new Database(file);
  db.pragma('synchronous = OFF');
  db.pragma(`cache_size = -${CACHE_KIB}`);
  const model = db.prepare<[], { order: number; transaction: number }>(MODEL).get();
  if (model === undefined) {
    throw new Error('There is no order to copy.');
  }
  const base = db.prepare<[], number>("SELECT next FROM row_key WHERE name = 'all'").pluck().get() as number;
  const inserts = COPIES.map(({ table, key, own }) => {
    const columns = db.prepare<[], string>(`SELECT name FROM pragma_table_info('${table}')`).pluck().all();
    const values = columns.map((column) => own[column] ?? `m.${column}`);
    return db.prepare(
      `WITH RECURSIVE n(i) AS (SELECT @from UNION ALL SELECT i + 1 FROM n WHERE i < @to)
       INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM n, ${table} m
       WHERE m.${key} = ${key === 'transaction_key' ? '@transaction' : '@order'}`,
    );
  });
  for (let from = 1; from <= count; from += CHUNK) {
    // BigInt, because a plain number is bound as a fraction, and the ids would contain it.
    const whole = { base, step: KEYS_AN_ORDER, from, to: Math.min(count, from + CHUNK - 1), ...model };
    const range = Object.fromEntries(Object.entries(whole).map(([name, value]) => [name, BigInt(value)]));
    db.transaction(() => {
      for (const insert of inserts) {
        insert.run(range);
      }
    })();
  }
  db.prepare("UPDATE row_key SET next = next + ? WHERE name = 'all'").run(KEYS_AN_ORDER * (count + 1));
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

const MODEL = `SELECT t.order_key AS "order", t.key AS "transaction" FROM payment_transaction t
  JOIN transaction_outcome r ON r.transaction_key = t.key ORDER BY t.key DESC LIMIT 1`;
