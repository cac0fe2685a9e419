/**
 * A database of its own for one test, on the engine of the test run: a fresh copy of a migrated database, as a file or
 * on the run's PostgreSQL server.
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { inject } from 'vitest';
import { openStore } from '../../src/adapters/store/store.ts';
import { firstKeyOf } from '../../src/platform/store-ids.ts';
import { rowsIn, rowsOfFile, runOnFile } from './database.ts';
import { kept } from './kept.ts';
import { newPool } from './postgres-pool.ts';
import { newStoreIn, requireUntouched, schemaAt, urlAs } from './store-schemas.ts';

export type Row = Record<string, unknown>;

export interface DatabasePlace {
  /** For `DATABASE_URL`. */
  readonly url: string;
  /** @param values for the query's question marks */
  rows(query: string, ...values: readonly (string | number)[]): Promise<Row[]>;
  /** A write in place of another process's. */
  run(query: string, ...values: readonly (string | number | null)[]): Promise<void>;
  /** All stored bytes for a search; empty if the database is in files anyway. */
  dump(): Promise<Buffer>;
  remove(): Promise<void>;
}

/** The database that is copied for each test. */
export const TEMPLATE = 'turnpike_template';

/** Whether this run is for PostgreSQL. */
export const onPostgres = (): boolean => inject('postgresUrl') !== null;

let databases = 0;

export interface PlaceOptions {
  /** The folder of the SQLite file, if not one of its own. */
  readonly folder?: string;
  /** One connection serves all queries: the file is neither copied nor replaced before the place is removed. */
  readonly staysOpen?: boolean;
  /** The number of the store, if not 0. */
  readonly storeNumber?: number;
}

export async function newDatabase(options: PlaceOptions = {}): Promise<DatabasePlace> {
  const server = inject('postgresUrl');
  const place = await (server === null ? embedded(options) : copied(server));
  if (options.storeNumber !== undefined) {
    await place.run('update row_key set next = ?', firstKeyOf(options.storeNumber));
  }
  return place;
}

/** A migrated database without a number, for `store add`. */
export async function newUnnumberedDatabase(): Promise<DatabasePlace> {
  const place = await newDatabase();
  await place.run('delete from row_key');
  return place;
}

/** The SQLite file that is copied for each test: migrating takes six times as long as opening a copy. */
const templateFile = kept(async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'turnpike-template-')), 'turnpike.db');
  await (await openStore(`sqlite:${file}`, { owner: false })).close();
  return file;
});

async function embedded({ folder: given, staysOpen = false }: PlaceOptions): Promise<DatabasePlace> {
  const folder = given ?? mkdtempSync(join(tmpdir(), 'turnpike-database-'));
  const file = join(folder, 'turnpike.db');
  copyFileSync(await templateFile(), file);
  const look = staysOpen ? new Database(file) : undefined;
  return {
    url: `sqlite:${file}`,
    rows: async (query, ...values) => (look ? rowsIn(look, query, ...values) : rowsOfFile(file, query, ...values)),
    run: async (query, ...values) => runOnFile(file, query, ...values),
    dump: async () => Buffer.alloc(0),
    async remove() {
      look?.close();
      if (given === undefined) {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

async function copied(server: string): Promise<DatabasePlace> {
  databases += 1;
  const name = `turnpike_${process.pid}_${databases}_${Date.now()}`;
  if (inject('stores') === 'GIVEN') {
    const { url, remove } = await newStoreIn(server, name);
    return { ...placeAt(url), remove };
  }
  // The file copy strategy: the other one also writes every page to the server's log, which takes three times as long.
  await administrator(server).query(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  const urlOf = (database: string) => Object.assign(new URL(server), { pathname: database }).href;
  const remove = async () => void (await administrator(server).query(`drop database if exists ${name} with (force)`));
  if (inject('stores') === undefined) {
    return { ...placeAt(urlOf(name)), remove };
  }
  const schema = schemaAt(databases);
  return {
    ...placeAt(urlAs(urlOf(name), schema)),
    async remove() {
      await requireUntouched(urlOf(name), inject('storeRows'), schema);
      await remove();
    },
  };
}

/** The URL as an administrator of its database, where tests connect under the role of a store. */
export function administratorOf(url: string): string {
  if (inject('stores') === undefined) {
    return url;
  }
  const { username, password } = new URL(inject('postgresUrl') as string);
  return Object.assign(new URL(url), { username, password }).href;
}

function placeAt(url: string): Omit<DatabasePlace, 'remove'> {
  return {
    url,
    rows: (query, ...values) => asked(url, numbered(query), values),
    run: async (query, ...values) => void (await asked(url, numbered(query), values)),
    dump: () => dumped(url),
  };
}

/** A database of its own without any table, under an administrator: for tests of the database, not of a store in it. */
export async function newEmptyDatabase(): Promise<DatabasePlace> {
  const server = inject('postgresUrl') as string;
  databases += 1;
  const name = `turnpike_empty_${process.pid}_${databases}_${Date.now()}`;
  await administrator(server).query(`create database ${name} template template0`);
  return {
    ...placeAt(Object.assign(new URL(server), { pathname: name }).href),
    remove: async () => void (await administrator(server).query(`drop database if exists ${name} with (force)`)),
  };
}

let administrators: pg.Pool | undefined;

/** Connections that create and drop databases; pooled, since each new one costs the worker a password hash. */
function administrator(server: string): pg.Pool {
  administrators ??= newPool(server, { max: 2, allowExitOnIdle: true });
  return administrators;
}

async function dumped(url: string): Promise<Buffer> {
  const tables = await asked(url, 'select tablename from pg_tables where schemaname = current_schema()');
  const rows = await Promise.all(
    tables.map(({ tablename }) => asked(url, `select row_to_json(t)::text as row from ${tablename} as t`)),
  );
  return Buffer.from(
    rows
      .flat()
      .map(({ row }) => row)
      .join('\n'),
  );
}

/** Counts and keys as numbers, as SQLite returns them. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
};

async function asked(url: string, query: string, values: readonly (string | number | null)[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, types });
  await client.connect();
  try {
    return (await client.query<Row>(query, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Converts question marks to PostgreSQL's placeholders. */
function numbered(query: string): string {
  let at = 0;
  return query.replace(/\?/g, () => {
    at += 1;
    return `$${at}`;
  });
}
