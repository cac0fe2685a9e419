/**
 * A database of its own for one test, on the engine that the test run is for: a fresh copy of a migrated database, as a
 * file or on the run's PostgreSQL server.
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { inject } from 'vitest';
import { openStore } from '../../src/adapters/store/store.ts';
import { rowsIn, rowsOfFile, runOnFile } from './database.ts';
import { kept } from './kept.ts';

export type Row = Record<string, unknown>;

export interface DatabasePlace {
  /** As `DATABASE_URL` takes it. */
  readonly url: string;
  /** @param values for the query's question marks */
  rows(query: string, ...values: readonly (string | number)[]): Promise<Row[]>;
  /** What another process would have done. */
  run(query: string, ...values: readonly (string | number | null)[]): Promise<void>;
  /** All that is stored, as bytes to search; nothing where it lies in files anyway. */
  dump(): Promise<Buffer>;
  remove(): Promise<void>;
}

/** The database that every test's own is a copy of. */
export const TEMPLATE = 'turnpike_template';

/** Whether this run is for the scaled-out engine. */
export const onPostgres = (): boolean => inject('postgresUrl') !== null;

let databases = 0;

export interface PlaceOptions {
  /** Where the embedded engine's file is to be, if not in a folder of its own. */
  readonly folder?: string;
  /** One connection serves all looks: nobody copies or replaces the file before the place is removed. */
  readonly staysOpen?: boolean;
}

export async function newDatabase(options: PlaceOptions = {}): Promise<DatabasePlace> {
  const server = inject('postgresUrl');
  return server === null ? embedded(options) : copied(server);
}

/**
 * The embedded engine's file that every test's own is a copy of: migrating takes six times as long as opening a copy.
 */
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
  // File by file: the other way writes every page to the server's log as well, which takes three times as long.
  await administrator(server).query(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  const url = Object.assign(new URL(server), { pathname: name }).href;
  return {
    url,
    rows: (query, ...values) => asked(url, numbered(query), values),
    run: async (query, ...values) => void (await asked(url, numbered(query), values)),
    dump: () => dumped(url),
    remove: async () => void (await administrator(server).query(`drop database if exists ${name} with (force)`)),
  };
}

let administrators: pg.Pool | undefined;

/** Connections that make and drop databases: each new one costs the worker the hashing of a password. */
function administrator(server: string): pg.Pool {
  // The server may end while a worker's are idle.
  administrators ??= new pg.Pool({ connectionString: server, max: 2, allowExitOnIdle: true }).on(
    'error',
    () => undefined,
  );
  return administrators;
}

async function dumped(url: string): Promise<Buffer> {
  const tables = await asked(url, "select tablename from pg_tables where schemaname = 'public'");
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

/** Counts and keys as numbers, as the embedded engine gives them. */
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

/** Question marks as PostgreSQL writes them. */
function numbered(query: string): string {
  let at = 0;
  return query.replace(/\?/g, () => {
    at += 1;
    return `$${at}`;
  });
}
