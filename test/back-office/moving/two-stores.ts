/** Two stores with keys of their own, and rows of every kind in the first of them. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { MERCHANT_TABLES, type MerchantTable, type MovedRow } from '../../../src/adapters/store/index.ts';
import { openStore, type Store } from '../../../src/adapters/store/store.ts';
import { keyEncryptionKey } from '../../../src/adapters/vault/keys.ts';
import { Vault } from '../../../src/adapters/vault/vault.ts';
import { copyPass, type Pass, type StoreSide } from '../../../src/back-office/moving/index.ts';
import type { KnownRows } from '../../../src/back-office/moving/known-rows.ts';
import { ROW_KINDS } from '../../../src/cli/keys/row-kinds.ts';
import { onEnd } from '../../adapters/store/rig.ts';
import { rowsOfFile, runOnFile } from '../../support/database.ts';
import { type DatabasePlace, newDatabase } from '../../support/database-place.ts';

export const KEKS = [keyEncryptionKey(Buffer.alloc(32, 7).toString('base64'))!] as const;

/** An SQLite database on any run. */
async function newFile(): Promise<DatabasePlace> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-moving-'));
  const file = join(folder, 'turnpike.db');
  await (await openStore(`sqlite:${file}`, { owner: false })).close();
  return {
    url: `sqlite:${file}`,
    rows: async (query, ...values) => rowsOfFile(file, query, ...values),
    run: async (query, ...values) => runOnFile(file, query, ...values),
    dump: async () => Buffer.alloc(0),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

export interface OpenedStore {
  readonly place: DatabasePlace;
  readonly store: Store;
  readonly vault: Vault;
  side(merchantKey: number, renumbered?: (hash: string) => string): StoreSide;
}

/** @param engine RUN: that of the test run */
export async function openedStore(engine: 'RUN' | 'SQLITE', number = 0): Promise<OpenedStore> {
  const place = await (engine === 'RUN' ? newDatabase() : newFile());
  onEnd(() => place.remove());
  const store = await openStore(place.url, { owner: false });
  onEnd(() => store.close());
  await store.passOverKeys(number * 1_000_000);
  const vault = await Vault.open(KEKS, store.dataKeys);
  return {
    place,
    store,
    vault,
    side: (merchantKey, renumbered = (hash) => hash) => ({
      rows: store.moves.rowsOf(merchantKey),
      seals: { vault, kinds: ROW_KINDS, merchantKey, renumbered },
    }),
  };
}

/** @param known absent: all rows are compared */
export function pass(from: OpenedStore, to: OpenedStore, merchantKey: number, known?: KnownRows): Promise<Pass> {
  const target = to.side(merchantKey);
  return copyPass({
    from: from.side(merchantKey),
    to: target,
    write: async (changes) => void (await to.store.moves.rowsOf(merchantKey).change(undefined, changes)),
    ...(known !== undefined && { known }),
  });
}

interface Column {
  readonly type: string;
  readonly isNullable: boolean;
}

let described: ReadonlyMap<string, ReadonlyMap<string, Column>> | undefined;

/** The tables and columns of a migrated database. */
export async function tablesOfDatabase(): Promise<ReadonlyMap<string, ReadonlyMap<string, Column>>> {
  if (described === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'turnpike-tables-'));
    const file = join(folder, 'turnpike.db');
    await (await openStore(`sqlite:${file}`, { owner: false })).close();
    const db = new Database(file, { readonly: true });
    const tables = db.prepare("select name from sqlite_master where type = 'table'").pluck().all() as string[];
    described = new Map(
      tables.map((table) => [
        table,
        new Map(
          (db.pragma(`table_info(${table})`) as { name: string; type: string; notnull: number; pk: number }[]).map(
            ({ name, type, notnull, pk }) => [name, { type, isNullable: notnull === 0 && pk === 0 }],
          ),
        ),
      ]),
    );
    db.close();
    rmSync(folder, { recursive: true });
  }
  return described;
}

/** Card numbers and the like, by the table and column that seal them. */
export const SEALED_TEXT = 'a sealed text';

/** Stores two rows in each table, one with every value and one with as few as possible. @returns the merchant's key */
export async function storeEveryKind({ store, vault }: OpenedStore, merchantId: string): Promise<number> {
  const profile = {
    id: merchantId,
    name: 'Shop',
    notification: { url: 'https://shop.example/', secret: 'a $& secret' },
  };
  const { key: merchantKey } = await store.merchants.put(profile, 1, (key, place) => vault.seal(key, place));
  await store.merchants.setPasswordHash(merchantId, `hmac-sha256$${randomBytes(32).toString('base64')}$2`, 1, 5);
  await store.merchants.setPasswordHash(merchantId, `hmac-sha256$${randomBytes(32).toString('base64')}$2`, 2, 5);
  const rows = store.moves.rowsOf(merchantKey);
  const parents = new Map<string, number[]>();
  for (const table of MERCHANT_TABLES.filter(({ table: name }) => name !== 'merchant')) {
    for (const isFull of [true, false]) {
      const row = await rowOf(table, { store, vault, merchantKey, merchantId, parents, isFull });
      const keys = parents.get(table.table) ?? [];
      parents.set(table.table, [...keys, Number(row[table.key[0]!])]);
      const put = table.columns.length === 2 && !isFull ? [] : [row];
      await rows.change(undefined, [{ table, put, remove: [] }]);
    }
  }
  return merchantKey;
}

interface Making {
  readonly store: Store;
  readonly vault: Vault;
  readonly merchantKey: number;
  readonly merchantId: string;
  readonly parents: ReadonlyMap<string, number[]>;
  readonly isFull: boolean;
}

async function rowOf(table: MerchantTable, making: Making): Promise<MovedRow> {
  const { store, vault, merchantKey, parents, isFull } = making;
  const columns = (await tablesOfDatabase()).get(table.table)!;
  const row: Record<string, MovedRow[string]> = {};
  for (const [name, { type, isNullable }] of columns) {
    row[name] = isNullable && !isFull ? null : sampleOf(type, store.merchants.newKey());
  }
  if ('merchant_key' in row) {
    row.merchant_key = merchantKey;
  }
  const { path } = table;
  if (path.kind === 'PARENT' || path.kind === 'JOIN') {
    const [parent] = path.kind === 'JOIN' ? [path.of] : isFull ? path.of : path.of.toReversed();
    row[path.column] = parents.get(parent!)![isFull ? 0 : 1]!;
    if (path.kind === 'PARENT' && path.without !== undefined) {
      row[path.without] = null;
    }
  }
  for (const [column, kind] of Object.entries(table.sealed)) {
    const { place } = ROW_KINDS.find((one) => one.kind === kind)!;
    const parent = Number(row.order_key ?? row.generation ?? 0);
    const placed = place({ key: Number(row.key ?? row.merchant_key), merchantKey, parent, sealed: null });
    row[column] = row[column] === null ? null : vault.seal(SEALED_TEXT, placed);
  }
  return row;
}

function sampleOf(type: string, key: number): MovedRow[string] {
  switch (type.toLowerCase()) {
    case 'integer':
      return key;
    case 'blob':
      return randomBytes(32);
    default:
      return `text ${key} ü 😀`;
  }
}
