import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { StoreError } from '../../../src/adapters/store/engine/engine.ts';
import { IdAllocator } from '../../../src/adapters/store/engine/id-allocator.ts';
import { openSqlite } from '../../../src/adapters/store/engine/sqlite/connection.ts';
import { SqliteEngine } from '../../../src/adapters/store/engine/sqlite/engine.ts';
import { readBuild } from '../../../src/platform/build.ts';
import { newFile, onEnd, opened } from './rig.ts';

const { version } = readBuild();

function changed(file: string, sql: string): void {
  const db = new Database(file);
  db.exec(sql);
  db.close();
}

describe('opening', () => {
  it('a file that cannot be opened is named in one line', async () => {
    const file = newFile();
    mkdirSync(file);
    const failure = (await opened(file).catch((error: unknown) => error)) as Error;
    expect(failure).toBeInstanceOf(StoreError);
    expect(failure.message).toMatch(new RegExp(`^${file} cannot be opened: .+$`));
  });

  it('runs the migrations in one of several processes that open at once', async () => {
    const file = newFile();
    const stores = await Promise.all(Array.from({ length: 5 }, () => opened(file, { owner: false })));
    for (const store of stores) {
      expect(await store.answers()).toBe(true);
    }
  });

  it('creates the whole schema, and finds it complete the second time', async () => {
    const file = newFile();
    const first = await opened(file);
    expect(await first.answers()).toBe(true);
    await first.merchants.put({ id: 'SHOP', name: 'Shop' }, 1);
    await first.close();
    const second = await opened(file);
    expect((await second.merchants.list()).map(({ id }) => id)).toEqual(['SHOP']);
  });

  it('creates the folder too, for its owner alone', async () => {
    const store = await opened(`${newFile()}.d/deeper/turnpike.db`);
    expect(await store.answers()).toBe(true);
  });

  it('refuses a database of which a later version has removed a part, and names both versions', async () => {
    const file = newFile();
    await (await opened(file)).close();
    changed(file, "insert into kysely_migration (name, timestamp) values ('9999_contract_2.3.0_gone', '2099-01-01')");
    await expect(opened(file)).rejects.toThrow(
      `This is Turnpike ${version}, and the database needs 2.3.0, whose migration 9999_contract_2.3.0_gone has removed what this version uses.`,
    );
    await expect(opened(file)).rejects.toThrow(StoreError);
  });

  it('opens a database that a later version has only extended', async () => {
    const file = newFile();
    await (await opened(file)).close();
    changed(file, 'alter table payment_order add column later text');
    changed(file, "insert into kysely_migration (name, timestamp) values ('9998_added', '2099-01-01')");
    const store = await opened(file);
    expect([store.later, store.migrated]).toEqual([['9998_added'], []]);
    await store.merchants.put({ id: 'SHOP', name: 'Shop' }, 1);
    expect((await store.merchants.list()).map(({ id }) => id)).toEqual(['SHOP']);
  });

  it('refuses a database that lacks a migration of this program and has one of another', async () => {
    const file = newFile();
    await (await opened(file)).close();
    changed(file, "update kysely_migration set name = '9998_added' where name = '0055_audit_of_orders'");
    await expect(opened(file)).rejects.toThrow(
      'The database is of another line of versions: it has the migration 9998_added.',
    );
  });

  it('is possible again after a refusal, once its cause is gone', async () => {
    const file = newFile();
    await (await opened(file)).close();
    changed(file, "insert into kysely_migration (name, timestamp) values ('9999_contract_2.3.0_gone', '2099-01-01')");
    await expect(opened(file)).rejects.toThrow('2.3.0');
    changed(file, "delete from kysely_migration where name like '9999%'");
    expect(await (await opened(file)).answers()).toBe(true);
  });

  it('refuses queries once it is closed', async () => {
    const store = await opened();
    await store.close();
    expect(await store.answers()).toBe(false);
  });
});

describe('one owner', () => {
  it('a second gateway is refused, but not a tool beside the first', async () => {
    const file = newFile();
    const first = await opened(file);
    await expect(opened(file)).rejects.toThrow('another gateway process');
    const tool = await opened(file, { owner: false });
    expect(await tool.answers()).toBe(true);
    expect(await first.answers()).toBe(true);
  });

  it('is enforced for another name of the same file as well', async () => {
    const file = newFile();
    const first = await opened(file);
    const link = newFile();
    symlinkSync(file, link);
    await expect(opened(link)).rejects.toThrow('another gateway process');
    expect(await first.answers()).toBe(true);
  });

  it('is released on close', async () => {
    const file = newFile();
    await (await opened(file)).close();
    expect(await (await opened(file)).answers()).toBe(true);
  });

  it('is enforced from another process too, and a dead one holds no lock', async () => {
    const file = newFile();
    const module = new URL('../../../src/adapters/store/engine/sqlite/owner.ts', import.meta.url).href;
    const script = `import { ownStore } from ${JSON.stringify(module)}; ownStore(process.argv[1]); console.log('owned'); process.kill(process.pid, 'SIGKILL')`;
    const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, file]);
    const store = await opened(file);
    await expect(run()).rejects.toThrow('another gateway process');
    await store.close();
    await expect(run()).rejects.toMatchObject({ stdout: 'owned\n', signal: 'SIGKILL' });
    expect(await (await opened(file)).answers()).toBe(true);
  });
});

describe('row keys', () => {
  async function keysOn(file: string) {
    const db = openSqlite(file);
    const engine = new SqliteEngine(db);
    onEnd(() => db.open && engine.close());
    return { keys: await IdAllocator.open(engine), engine };
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it('do not repeat over restarts and three processes', async () => {
    const file = newFile();
    await (await opened(file)).close();
    const taken: number[] = [];
    for (let restart = 0; restart < 3; restart += 1) {
      const processes = await Promise.all([keysOn(file), keysOn(file), keysOn(file)]);
      for (let round = 0; round < 30; round += 1) {
        for (const { keys } of processes) {
          for (let count = 0; count < 400; count += 1) {
            taken.push(keys.next());
          }
        }
        await turn();
      }
      for (const { engine } of processes) {
        await engine.close();
      }
    }
    expect(taken).toHaveLength(108_000);
    expect(new Set(taken).size).toBe(taken.length);
    expect(taken.every((key) => Number.isSafeInteger(key) && key > 0)).toBe(true);
  });

  it('grow, so that rows append', async () => {
    const file = newFile();
    await (await opened(file)).close();
    const { keys } = await keysOn(file);
    let last = 0;
    for (let count = 0; count < 25_000; count += 1) {
      const key = keys.next();
      expect(key).toBeGreaterThan(last);
      last = key;
      if (count % 500 === 0) {
        await turn();
      }
    }
  });

  it('are refused and not invented once used up while the store is unavailable', async () => {
    const file = newFile();
    await (await opened(file)).close();
    const { keys, engine } = await keysOn(file);
    await engine.close();
    const taken = new Set<number>();
    expect(() => {
      for (;;) {
        taken.add(keys.next());
      }
    }).toThrow(StoreError);
    expect(taken.size).toBe(50_000);
  });
});
