/** The store's health after failed reads and writes, on both engines, and its recovery. */
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { ONE_SERVER } from '../../../../src/adapters/store/engine/engine.ts';
import { IdAllocator } from '../../../../src/adapters/store/engine/id-allocator.ts';
import { openSqlite } from '../../../../src/adapters/store/engine/sqlite/connection.ts';
import { SqliteEngine } from '../../../../src/adapters/store/engine/sqlite/engine.ts';
import { openStore, type Store, storeOver } from '../../../../src/adapters/store/store.ts';
import { CommitCounts } from '../../../../src/platform/metrics/commit-counts.ts';
import { administratorOf, newDatabase, onPostgres } from '../../../support/database-place.ts';
import { takeNoWrites } from '../../../support/read-only-database.ts';
import { newFile, onEnd, opened } from '../rig.ts';
import { NO_PIECES } from './no-pieces.ts';

const put = (store: Store, id = 'SHOP') => store.merchants.put({ id, name: 'Shop' }, 1);
const HOSTS = Array.from({ length: 20 }, (_, host) => `${'x'.repeat(60)}.shop${host}.example`);
const bigProfile = (id: string) => ({ id, name: 'Shop', returnHosts: HOSTS });

describe.skipIf(onPostgres())('the embedded store', () => {
  /** Over a connection that the test can limit. */
  async function limited() {
    const file = newFile();
    await (await openStore(`sqlite:${file}`)).close();
    const db = openSqlite(file);
    const engine = new SqliteEngine(db);
    onEnd(() => db.open && db.close());
    const keys = await IdAllocator.open(engine);
    const store = storeOver(engine, keys, {
      isAlone: true,
      lineage: ONE_SERVER,
      pieces: NO_PIECES,
      migrated: [],
      later: [],
      damage: async () => undefined,
      emptyLog: async () => true,
      commits: new CommitCounts(),
      close: () => engine.close(),
    });
    return { file, db, store };
  }

  it('is not writable from the first write on a full disk, until a probe succeeds', async () => {
    const { file, db, store } = await limited();
    await put(store);
    expect(store.health.condition).toBe('WRITABLE');
    const pages = Number(db.pragma('page_count', { simple: true }));
    db.pragma(`max_page_count = ${pages}`);
    const fill = async () => {
      for (let shop = 0; shop < 100; shop += 1) {
        await store.merchants.put(bigProfile(`SHOP${shop}`), 1);
      }
    };
    await expect(fill()).rejects.toThrow(`The disk of ${file} is full: free space there.`);
    expect(store.health).toMatchObject({
      condition: 'NOT_WRITABLE',
      cause: 'SQLITE_FULL',
      reason: `The disk of ${file} is full: free space there.`,
    });
    expect(await store.answers()).toBe(true);
    // A small write that succeeds does not clear the state, nor does a probe without room.
    await put(store, 'SHOP');
    await expect(store.probe()).rejects.toThrow(`The disk of ${file} is full`);
    expect(store.health.condition).toBe('NOT_WRITABLE');
    db.pragma(`max_page_count = ${pages + 1_000}`);
    await store.probe();
    expect(store.health).toMatchObject({ condition: 'WRITABLE', cause: undefined, reason: undefined });
    expect(db.prepare('select count(*) as rows from write_probe').get()).toEqual({ rows: 0 });
  });

  it('is not writable while it is read-only', async () => {
    const { db, store } = await limited();
    db.pragma('query_only = ON');
    await expect(put(store)).rejects.toThrow();
    expect(store.health).toMatchObject({ condition: 'NOT_WRITABLE', cause: 'SQLITE_READONLY' });
    await expect(store.probe()).rejects.toThrow();
    db.pragma('query_only = OFF');
    await store.probe();
    expect(store.health.condition).toBe('WRITABLE');
  });

  it('is corrupt from the first damaged page that is read, though other writes succeed', async () => {
    const { file, db, store } = await limited();
    const pagesOfTables = Number(db.pragma('page_count', { simple: true }));
    for (let shop = 0; shop < 200; shop += 1) {
      await store.merchants.put(bigProfile(`SHOP${shop}`), 1);
    }
    await store.close();
    expect(db.open).toBe(false);
    damage(file, pagesOfTables);
    const again = await opened(file);
    const read = async () => {
      for (let shop = 0; shop < 200; shop += 1) {
        await again.merchants.find(`SHOP${shop}`);
      }
    };
    await expect(read()).rejects.toThrow('The store failed.');
    expect(again.health.condition).toBe('CORRUPT');
    expect(again.health.cause).toMatch(/^SQLITE_(CORRUPT|NOTADB)/);
    await again.probe().catch(() => undefined);
    expect(again.health.condition).toBe('CORRUPT');
  });

  it('keeps its state after a write that violates a constraint', async () => {
    const { store, db } = await limited();
    db.exec('drop table write_probe');
    await expect(store.probe()).rejects.toThrow();
    db.exec('create table write_probe (key integer primary key check (key > 1e15), payload blob)');
    await expect(store.probe()).rejects.toThrow();
    expect(store.health.condition).toBe('WRITABLE');
  });
});

describe.runIf(onPostgres())('the shared store', () => {
  it('is not writable while its server is a standby, or read-only, and recovers afterwards', async () => {
    const place = await newDatabase();
    onEnd(() => place.remove());
    const store = await opened(place.url);
    await put(store);
    await takeNoWrites(administratorOf(place.url), true);
    await expect(put(store)).rejects.toThrow('The database takes no writes');
    expect(store.health).toMatchObject({ condition: 'NOT_WRITABLE', cause: '25006' });
    expect(await store.answers()).toBe(true);
    await expect(store.probe()).rejects.toThrow();
    expect(store.health.condition).toBe('NOT_WRITABLE');
    await takeNoWrites(administratorOf(place.url), false);
    await vi.waitFor(() => store.probe());
    expect(store.health.condition).toBe('WRITABLE');
    expect(await place.rows('select * from write_probe')).toEqual([]);
  });

  it('stays writable while a row is locked by another transaction for too long', async () => {
    const place = await newDatabase();
    const store = await openStore(place.url);
    onEnd(() => store.close());
    await put(store);
    const other = new pg.Client({ connectionString: place.url });
    await other.connect();
    onEnd(() => other.end());
    await other.query('begin; select * from merchant for update');
    await expect(store.merchants.setPasswordHash('SHOP', 'hash', 2)).rejects.toThrow('The store failed.');
    expect(store.health.condition).toBe('WRITABLE');
    await other.query('rollback');
    expect(await store.merchants.setPasswordHash('SHOP', 'hash', 2)).toBe(true);
  });
});

/** Overwrites every page except those of the schema, which opening reads. */
/** @param from the number of intact pages */
function damage(file: string, from: number): void {
  const pageBytes = 4_096;
  const descriptor = openSync(file, 'r+');
  for (let page = from; page < statSync(file).size / pageBytes; page += 1) {
    writeSync(descriptor, Buffer.alloc(pageBytes, 0x5a), 0, pageBytes, page * pageBytes);
  }
  closeSync(descriptor);
}
