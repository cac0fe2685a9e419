/** A gateway with further stores, on the engine of the test run. */
import { randomInt } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, vi } from 'vitest';
import { PASSWORD_HASH, type Rig, type RigParts, startRig } from '../api/rest/rig.ts';
import { type Ran, turnpike } from '../cli/turnpike.ts';
import { runOnFile } from '../support/database.ts';
import { newUnnumberedDatabase, onPostgres } from '../support/database-place.ts';

export interface StoresRig extends Rig {
  turnpike(...args: readonly string[]): Promise<Ran>;
  /** Adds a store of its own name. @returns its place, as options of `store add` */
  add(name: string): Promise<readonly string[]>;
  /** A change of a store's own table. @param change the rest of the statement, after `update TABLE` */
  changeIn(name: string, table: string, change: string): Promise<void>;
  /** Makes a store's database absent, or present again. */
  hide(name: string): Promise<void>;
  show(name: string): Promise<void>;
  /** Creates or changes a merchant, without a password. @param options such as `--store` */
  put(id: string, ...options: readonly string[]): Promise<Ran>;
  /** Creates a merchant with the common password in a further store. */
  putIn(store: string, id: string): Promise<void>;
  /** Resolves when the gateway lets the merchant sign in. */
  known(merchant: string): Promise<void>;
}

/** The database of a store, as options of `store add` and for direct access. */
interface StorePlace {
  readonly options: readonly string[];
  change(table: string, change: string): Promise<void>;
  /** @param isHidden whether the database is absent from then on */
  move(isHidden: boolean): Promise<void>;
  remove(): Promise<void>;
}

/** @param env settings of the gateway */
export async function startStores(env: Record<string, string> = {}, parts: RigParts = {}): Promise<StoresRig> {
  const rig = await startRig({ TRUSTED_PROXIES: '127.0.0.1', ...env }, 1, 'info', parts);
  const places = new Map<string, StorePlace>();
  const run = (...args: readonly string[]) => turnpike(rig.folder, args, { DATABASE_URL: rig.databaseUrl, ...env });
  const { close } = rig;
  const placeNamed = (name: string) => places.get(name) as StorePlace;
  const added = {
    turnpike: run,
    async add(name: string) {
      const place = await placeOf(rig, name);
      places.set(name, place);
      expect(await run('store', 'add', name, ...place.options)).toMatchObject({ code: 0, err: '' });
      return place.options;
    },
    changeIn: (name: string, table: string, change: string) => placeNamed(name).change(table, change),
    hide: (name: string) => placeNamed(name).move(true),
    show: (name: string) => placeNamed(name).move(false),
    put(id: string, ...options: readonly string[]) {
      const file = join(rig.folder, `${id}.json`);
      writeFileSync(file, JSON.stringify({ id, name: id }));
      return run('merchant', 'put', file, ...options);
    },
    async putIn(store: string, id: string) {
      expect(await added.put(id, '--store', store)).toMatchObject({ code: 0, err: '' });
      await placeNamed(store).change('merchant', `set password_hash = '${PASSWORD_HASH}' where id = '${id}'`);
    },
    async known(merchant: string) {
      // Another client each time, because wrong passwords of one are limited.
      const isKnown = async () => {
        const headers = { 'X-Forwarded-For': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` };
        return (await rig.api('GET', '/order/none', undefined, { merchant, headers })).status === 400;
      };
      await vi.waitUntil(isKnown, { timeout: 30_000, interval: 50 });
    },
    async close() {
      await close();
      await Promise.all([...places.values()].map((place) => place.remove()));
    },
  };
  // The rig itself is extended, because its app changes with each restart.
  return Object.assign(rig, added);
}

/** A new place for a store: a file, or a schema of the first store's database. */
async function placeOf({ folder, databaseUrl, change }: Rig, name: string): Promise<StorePlace> {
  if (!onPostgres()) {
    const file = join(folder, `${name}.db`);
    const away = `${file}.away`;
    return {
      options: ['--url', `sqlite:${file}`],
      change: async (table, rest) => runOnFile(file, `update ${table} ${rest}`),
      move: async (isHidden) => renameSync(isHidden ? file : away, isHidden ? away : file),
      remove: async () => undefined,
    };
  }
  if (inject('stores') === undefined) {
    const schema = `${name} "quoted"`;
    const quoted = (one: string) => `"${one.replaceAll('"', '""')}"`;
    const away = quoted(`${name} away`);
    return {
      options: ['--url', databaseUrl, '--schema', schema],
      change: (table, rest) => change(`update ${quoted(schema)}.${table} ${rest}`),
      move: (isHidden) =>
        change(
          isHidden
            ? `alter schema ${quoted(schema)} rename to ${away}`
            : `alter schema ${away} rename to ${quoted(schema)}`,
        ),
      remove: async () => undefined,
    };
  }
  // The role of such a run may create no schema.
  const place = await newUnnumberedDatabase();
  return {
    options: ['--url', place.url],
    change: (table, rest) => place.run(`update ${table} ${rest}`),
    move: (isHidden) =>
      place.run(
        `alter table kysely_migration${isHidden ? ' rename to' : '_away rename to'} kysely_migration${isHidden ? '_away' : ''}`,
      ),
    remove: () => place.remove(),
  };
}
