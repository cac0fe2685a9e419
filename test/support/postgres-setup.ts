/**
 * One server for all test files of the project `postgres`, with a migrated database of which each test gets a copy.
 * Vitest's global set-up.
 */
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openStore } from '../../src/adapters/store/store.ts';
import { TEMPLATE } from './database-place.ts';
import { startPostgres } from './postgres-server.ts';
import { createStores, rowCounts } from './store-schemas.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of the server's own database, as an administrator; null if tests run on SQLite. */
    postgresUrl: string | null;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { TURNPIKE_STORES: stores, CITUS_URL: given } = process.env;
  if (stores && given) {
    project.provide('postgresUrl', given);
    project.provide('stores', 'GIVEN');
    return async () => undefined;
  }
  const server = await startPostgres();
  const admin = new pg.Client(server.urlOf('postgres'));
  await admin.connect();
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  if (stores) {
    await createStores(server.urlOf(TEMPLATE));
    project.provide('stores', 'TEMPLATE');
    project.provide('storeRows', await rowCounts(server.urlOf(TEMPLATE)));
  } else {
    await (await openStore(server.urlOf(TEMPLATE), { owner: false })).close();
  }
  project.provide('postgresUrl', server.urlOf('postgres'));
  return () => server.close();
}
