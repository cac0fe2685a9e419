/**
 * A database of its own for one test, on the engine that the test run is for: a file that does not exist yet, or a fresh copy of a migrated
 * database on the run's PostgreSQL server.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { rowsOfFile } from './database.ts';

export type Row = Record<string, unknown>;

export interface DatabasePlace {
  /** As `DATABASE_URL` takes it. */
  readonly url: string;
  /** @param values for the query's question marks */
  rows(query: string, ...values: readonly (string | number)[]): Promise<Row[]>;
  remove(): Promise<void>;
}

/** The database that every test's own is a copy of. */
export const TEMPLATE = 'turnpike_template';

/** Whether this run is for the scaled-out engine. */
export const onPostgres = (): boolean => inject('postgresUrl') !== null;

let databases = 0;

export async function newDatabase(): Promise<DatabasePlace> {
  const server = inject('postgresUrl');
  return server === null ? embedded() : copied(server);
}

function embedded(): DatabasePlace {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-database-'));
  const file = join(folder, 'turnpike.db');
  return {
    url: `sqlite:${file}`,
    rows: async (query, ...values) => rowsOfFile(file, query, ...values),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function copied(server: string): Promise<DatabasePlace> {
  databases += 1;
  const name = `turnpike_${process.pid}_${databases}_${Date.now()}`;
  await asked(server, `create database ${name} template ${TEMPLATE}`);
  const url = Object.assign(new URL(server), { pathname: name }).href;
  return {
    url,
    rows: (query, ...values) => asked(url, numbered(query), values),
    remove: async () => void (await asked(server, `drop database if exists ${name} with (force)`)),
  };
}

async function asked(url: string, query: string, values: readonly (string | number)[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
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
