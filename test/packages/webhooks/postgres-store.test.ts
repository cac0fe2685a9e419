/** The store of the README, on a real PostgreSQL: the same behaviour as the store in memory. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryStore, type NotificationStore } from '../../../packages/webhooks/src/index.ts';
import { type DatabasePlace, newDatabase } from '../../support/database-place.ts';
import { newPool } from '../../support/postgres-pool.ts';
import { programsOf } from '../installed.ts';

const stores: Record<string, NotificationStore> = { memory: memoryStore() };
let database: DatabasePlace;
let pool: pg.Pool;
beforeAll(async () => {
  database = await newDatabase();
  pool = newPool(database.url);
  const program = programsOf('webhooks').get('postgres-store.mjs') ?? '';
  for (const statement of program.match(/create table [^;]*;/g) ?? []) {
    await pool.query(statement);
  }
  const file = join(mkdtempSync(join(tmpdir(), 'turnpike-packages-')), 'postgres-store.mjs');
  writeFileSync(file, program);
  const { postgresStore } = (await import(pathToFileURL(file).href)) as {
    readonly postgresStore: (pool: pg.Pool) => NotificationStore;
  };
  stores.postgres = postgresStore(pool);
});
afterAll(async () => {
  await pool.end();
  await database.remove();
});

describe.each(['memory', 'postgres'])('the store in %s', (name) => {
  const claim = (id: string, now: number) => stores[name]!.claim(id, now, now + 10);

  it('gives one claim to one of many at once', async () => {
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim('at-once', 0)));
    expect(claims.sort()).toEqual(['CLAIMED', ...Array(7).fill('CLAIMED_BY_OTHER')]);
  });

  it('gives a claim again once it has ended, or was released, but not once it is done', async () => {
    expect([await claim('a', 0), await claim('a', 9), await claim('a', 10)]).toEqual([
      ...['CLAIMED', 'CLAIMED_BY_OTHER', 'CLAIMED'],
    ]);
    await stores[name]!.release('a');
    expect(await claim('a', 11)).toBe('CLAIMED');
    await stores[name]!.finish('a', undefined, 1);
    await stores[name]!.release('a');
    expect(await claim('a', 1_000)).toBe('DONE');
  });

  it('has the highest sequence of each order', async () => {
    const store = stores[name]!;
    for (const sequence of [1, 3, 2]) {
      await claim(`b${sequence}`, 0);
      await store.finish(`b${sequence}`, 'order', sequence);
    }
    expect([await store.newest('order'), await store.newest('other')]).toEqual([3, 0]);
  });
});
