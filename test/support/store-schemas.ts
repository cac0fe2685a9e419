/**
 * Stores in schemas, for `npm run test:stores`: each test gets one of three schemas of its database, under a role that
 * sees only that one. With `CITUS_URL` each test gets a new schema of that database instead.
 */
import pg from 'pg';
import { openStore } from '../../src/adapters/store/store.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** TEMPLATE: each database has three schemas. GIVEN: the schemas are created in a given database. */
    stores: 'TEMPLATE' | 'GIVEN' | undefined;
    /** The numbers of rows in the template's schemas. */
    storeRows: RowCounts;
  }
}

const SCHEMAS = ['store_one', 'store "Zwei"', 'store_three'] as const;
const PASSWORD = 'only-for-tests';

/** The connection's URL as the role of a schema. */
export function urlAs(url: string, role: string): string {
  return Object.assign(new URL(url), { username: encodeURIComponent(role), password: PASSWORD }).href;
}

/** @param at a counter @returns the schema, and its role, of the same name */
export function schemaAt(at: number): string {
  return SCHEMAS[at % SCHEMAS.length] as string;
}

async function asked(url: string, ...queries: readonly string[]): Promise<{ readonly [name: string]: string }[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    let rows: { readonly [name: string]: string }[] = [];
    for (const query of queries) {
      ({ rows } = await client.query(query));
    }
    return rows;
  } finally {
    await client.end();
  }
}

/** A role without rights on the database or on `public`, with a schema that its search path names. */
async function createStore(url: string, name: string): Promise<void> {
  const quoted = pg.escapeIdentifier(name);
  await asked(
    url,
    // Citus then distributes the schema; other servers ignore the setting.
    'set citus.enable_schema_based_sharding = on',
    `create role ${quoted} login password '${PASSWORD}'`,
    `alter role ${quoted} set search_path = ${quoted}`,
    `create schema ${quoted} authorization ${quoted}`,
  );
  await (await openStore(urlAs(url, name), { owner: false })).close();
}

/** Gives an empty database its three stores. */
export async function createStores(url: string): Promise<void> {
  await asked(url, 'revoke all on schema public from public');
  for (const name of SCHEMAS) {
    await createStore(url, name);
  }
}

/** A new store in a given database. @returns its URL, and a function that removes it */
export async function newStoreIn(url: string, name: string): Promise<{ url: string; remove(): Promise<void> }> {
  await createStore(url, name);
  const quoted = pg.escapeIdentifier(name);
  return {
    url: urlAs(url, name),
    remove: async () => void (await asked(url, `drop schema ${quoted} cascade`, `drop role ${quoted}`)),
  };
}

/**
 * @param before the numbers of rows of each schema before the test
 * @throws Error if a schema of the database other than the test's has other numbers of rows
 */
export async function requireUntouched(url: string, before: RowCounts, schema: string): Promise<void> {
  for (const [other, counts] of Object.entries(await rowCounts(url))) {
    if (other !== schema && counts !== before[other]) {
      throw new Error(`A test in the schema ${schema} wrote rows of ${other}: ${before[other]} became ${counts}.`);
    }
  }
}

/** The numbers of rows of each table, for each schema. */
export type RowCounts = Readonly<Record<string, string>>;

export async function rowCounts(url: string): Promise<RowCounts> {
  const tables = await asked(
    url,
    `select schemaname as schema, format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in (${SCHEMAS.map((name) => pg.escapeLiteral(name)).join(', ')}) order by 2`,
  );
  const columns = SCHEMAS.map((schema) => {
    const counts = tables.filter((one) => one.schema === schema).map(({ name }) => `(select count(*) from ${name})`);
    return `concat_ws(' ', ${counts.join(', ')}) as ${pg.escapeIdentifier(schema)}`;
  });
  const [counts] = await asked(url, `select ${columns.join(', ')}`);
  return counts ?? {};
}
