/** A store in a folder of its own, with one merchant: what worlds of browser payments stand on. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openStore, type Store } from '../../src/store/store.ts';
import { keyEncryptionKey } from '../../src/vault/keys.ts';
import { Vault } from '../../src/vault/vault.ts';
import type { Row } from '../support/database.ts';

/** When every clock begins. */
export const START = Date.UTC(2026, 10, 21, 2, 45, 0);

/** Everything that money or a payer's way rests on. */
const TABLES = [
  'payment_order',
  'payment_transaction',
  'transaction_outcome',
  'browser_payment',
  'browser_payment_event',
  'notification',
  'reversal',
] as const;

export interface Ground {
  readonly folder: string;
  readonly store: Store;
  readonly vault: Vault;
  /** Every row of every table that a payment may change, each as text. */
  rows(): string[];
  query(sql: string, ...values: readonly (string | number)[]): Row[];
  /** What another process of the gateway's would have done. */
  write(sql: string, ...values: readonly (number | string | null)[]): void;
  close(): Promise<void>;
}

export async function openGround(): Promise<Ground> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-payments-'));
  const store = await openStore(`sqlite:${join(folder, 'turnpike.db')}`);
  const vault = await Vault.open([keyEncryptionKey(randomBytes(32).toString('base64'))!], store.dataKeys);
  await store.merchants.put({ id: 'TESTSHOP', name: 'Example Shop' }, START);
  // A connection of its own: what it reads is committed.
  const beside = new Database(join(folder, 'turnpike.db'));
  const prepared = new Map<string, Database.Statement<unknown[], Row>>();
  const query: Ground['query'] = (sql, ...values) => {
    const statement = prepared.get(sql) ?? beside.prepare<unknown[], Row>(sql);
    prepared.set(sql, statement);
    return statement.all(...values);
  };
  return {
    folder,
    store,
    vault,
    query,
    write: (sql, ...values) => void beside.prepare(sql).run(...values),
    rows: () =>
      TABLES.flatMap((table) =>
        query(`select * from ${table} order by rowid`).map((row) => `${table} ${JSON.stringify(readable(row))}`),
      ),
    async close() {
      beside.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function readable(row: Row): Row {
  const entries = Object.entries(row);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value]),
  );
}
