/** A store in a folder of its own, with one merchant: the base of worlds of browser payments. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '../../src/adapters/store/store.ts';
import { keyEncryptionKey } from '../../src/adapters/vault/keys.ts';
import { Vault } from '../../src/adapters/vault/vault.ts';
import { newDatabase, type Row } from '../support/database-place.ts';

/** The initial time of every clock. */
export const START = Date.UTC(2026, 10, 21, 2, 45, 0);

/** Every table with money or a payer's redirects. */
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
  rows(): Promise<string[]>;
  query(sql: string, ...values: readonly (string | number)[]): Promise<Row[]>;
  /** A change by another process of the gateway. */
  write(sql: string, ...values: readonly (number | string | null)[]): Promise<void>;
  /** Runs on close. */
  onClose(cleanUp: () => void): void;
  close(): Promise<void>;
}

export async function openGround(): Promise<Ground> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-payments-'));
  const place = await newDatabase({ folder, staysOpen: true });
  const store = await openStore(place.url);
  const vault = await Vault.open([keyEncryptionKey(randomBytes(32).toString('base64'))!], store.dataKeys);
  await store.merchants.put({ id: 'TESTSHOP', name: 'Example Shop' }, START);
  const cleanUps: (() => void)[] = [];
  const rowsOf = async (table: string) =>
    (await place.rows(`select * from ${table} order by 1`)).map((row) => `${table} ${JSON.stringify(readable(row))}`);
  return {
    folder,
    store,
    vault,
    query: place.rows,
    write: place.run,
    rows: async () => (await Promise.all(TABLES.map(rowsOf))).flat(),
    onClose: (cleanUp) => void cleanUps.push(cleanUp),
    async close() {
      for (const cleanUp of cleanUps) {
        cleanUp();
      }
      await store.close();
      await place.remove();
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
