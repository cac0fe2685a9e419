/** Databases of earlier versions: each migration keeps its name, and its result. */
import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { migrations } from '../../../../src/adapters/store/schema/migrations/index.ts';
import { newFile, opened } from '../rig.ts';

/** Written by the program of migration 0008: schema, and two orders, one of them with its payment under way. */
const BEFORE = readFileSync(new URL('./fixtures/database-0008.sql', import.meta.url), 'utf8');
const BEFORE_NAMES = [
  '0001_payments',
  '0002_operations',
  '0003_browser_payments',
  '0004_shop_name',
  '0005_processes',
  '0006_notifications',
  '0007_write_probe',
  '0008_disabled_merchants',
];

function fileOf(sql: string): string {
  const file = newFile();
  const db = new Database(file);
  db.exec(sql);
  db.close();
  return file;
}

function schemaOf(file: string): readonly string[] {
  const db = new Database(file);
  const rows = db.prepare<[], { sql: string }>('select sql from sqlite_master where sql is not null order by rowid');
  const schema = rows.all().map(({ sql }) => `${sql};`);
  db.close();
  return schema;
}

describe('a database of an earlier version', () => {
  it('opens, and its contents are read', async () => {
    const store = await opened(fileOf(BEFORE));
    expect(store.migrated).toEqual(Object.keys(migrations('sqlite')).slice(BEFORE_NAMES.length));
    const merchant = await store.merchants.find('SHOP');
    const order = await store.orders.find(merchant?.key ?? 0, 'ORDER-1');
    expect(order).toMatchObject({ orderId: 'ORDER-1', lockedBy: null, state: { currency: 'EUR', amount: 1_200n } });
    const [payment] = await store.orders.transactions(order?.key ?? 0);
    expect(payment).toMatchObject({
      transactionId: '1',
      request: { operation: 'PAY', amount: 1_200n },
      outcome: { gatewayCode: 'APPROVED' },
    });
    expect((await store.orders.incomplete(10)).map(({ order: { orderId } }) => orderId)).toEqual(['ORDER-2']);
  });
});

describe('migrations', () => {
  it('keep their recorded names and order', () => {
    for (const dialect of ['sqlite', 'postgres'] as const) {
      expect(Object.keys(migrations(dialect)).slice(0, BEFORE_NAMES.length)).toEqual(BEFORE_NAMES);
    }
  });

  it('make the same schema as before', async () => {
    const file = newFile();
    await (await opened(file)).close();
    const before = BEFORE.split('\n').filter((line) => line.startsWith('CREATE'));
    // A later migration may add a column at a table's end, which SQLite writes before the table's constraints.
    const now = schemaOf(file);
    const isKept = (line: string) => {
      const [columns = '', ...constraints] = line.replace(/\);$/, '').split(', constraint ');
      return now.some((one) => one.startsWith(columns) && constraints.every((rule) => one.includes(rule)));
    };
    expect(before.filter((line) => !isKept(line))).toEqual([]);
  });
});
