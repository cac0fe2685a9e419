/** Stores in schemas of one database: each has its own tables, migrations, keys, processes and audit trail. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { IMMUTABLE } from '../../../../../scripts/check-sql.ts';
import { lockOf, MigrationDialect } from '../../../../../src/adapters/store/engine/postgres/migration-dialect.ts';
import { HASH_OF_ID } from '../../../../../src/adapters/store/schema/migrations/0019-session-ids.ts';
import { migrations } from '../../../../../src/adapters/store/schema/migrations/index.ts';
import { type OpenOptions, openStore } from '../../../../../src/adapters/store/store.ts';
import { idHash } from '../../../../../src/platform/id-seal.ts';
import { type Rig, startRig } from '../../../../api/rest/rig.ts';
import { turnpike } from '../../../../cli/turnpike.ts';
import { CARD_SOURCE, newOrderId } from '../../../../support/merchant.ts';
import { newPool } from '../../../../support/postgres-pool.ts';
import { onEnd } from '../../rig.ts';

/** Quotes, capitals, a space, a backslash and letters of other alphabets. */
const QUOTED = `Läden "Süd" \\ '商店'`;
const PASSWORD = 'only-for-tests';
const ALL = Object.keys(migrations('postgres'));

const database = `turnpike_schemas_${randomBytes(4).toString('hex')}`;
const urlOf = (name = database, user?: string) => {
  const url = new URL(inject('postgresUrl') as string);
  url.pathname = `/${name}`;
  if (user !== undefined) {
    url.username = user;
    url.password = PASSWORD;
  }
  return url.href;
};

async function ask<Row extends pg.QueryResultRow>(url: string, query: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(query, values)).rows;
  } finally {
    await client.end();
  }
}

beforeAll(() => ask(urlOf('postgres'), `create database ${database}`));
afterAll(() => ask(urlOf('postgres'), `drop database ${database} with (force)`));

const inSchema = (databaseSchema: string, options: OpenOptions = {}, url = urlOf()) =>
  openStore({ databaseUrl: url, databaseSchema }, { owner: false, ...options });

/** A role that sees only its own schema, if it gets one, and has no right on the database or on `public`. */
async function newRole(schema?: string): Promise<string> {
  const role = `store_${randomBytes(4).toString('hex')}`;
  await ask(urlOf(), `create role ${role} login password '${PASSWORD}'`);
  await ask(urlOf(), `revoke all on database ${database} from public; revoke all on schema public from public`);
  await ask(urlOf(), `grant connect on database ${database} to ${role}`);
  if (schema !== undefined) {
    await ask(urlOf(), `create schema ${pg.escapeIdentifier(schema)} authorization ${role}`);
  }
  onEnd(async () => {
    await ask(urlOf(), `drop owned by ${role} cascade`);
    await ask(urlOf(), `drop role ${role}`);
  });
  return urlOf(database, role);
}

describe('a store in a schema', () => {
  it('creates the schema, whatever characters its name has, and migrates it beside another one', async () => {
    for (const schema of [QUOTED, 'other']) {
      const store = await inSchema(schema);
      expect(store.migrated).toEqual(ALL);
      await store.close();
      const again = await inSchema(schema, { schema: 'REQUIRE' });
      expect(again.migrated).toEqual([]);
      await again.close();
    }
    const found = await ask<{ schema: string; tables: string }>(
      urlOf(),
      `select schemaname as schema, count(*) as tables from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema') group by 1 order by 1`,
    );
    expect(found.map(({ schema }) => schema)).toEqual([QUOTED, 'other']);
    expect(new Set(found.map(({ tables }) => tables)).size).toBe(1);
  });

  it('needs no right on the database or on another schema, where its schema exists', async () => {
    const url = await newRole('narrow');
    const store = await inSchema('narrow', {}, url);
    expect(store.migrated).toEqual(ALL);
    await store.probe();
    await store.close();
    await expect(inSchema('broad', {}, url)).rejects.toThrow(
      /^DATABASE_SCHEMA="broad": the database has no such schema, and this role has no right to create it\.$/,
    );
  });

  it('is refused in one line for a schema that is absent or of another role', async () => {
    await expect(inSchema('absent', { schema: 'REQUIRE' })).rejects.toThrow(
      /^DATABASE_SCHEMA="absent": the database has no such schema\. Run: .+$/,
    );
    await newRole('private');
    const stranger = await newRole();
    await expect(inSchema('private', {}, stranger)).rejects.toThrow(
      /^DATABASE_SCHEMA="private": this role has no USAGE on the schema\.$/,
    );
  });

  it('may be named by the search path of its role instead of the setting', async () => {
    for (const schema of ['first by role', 'second by role']) {
      const url = await newRole(schema);
      const { username } = new URL(url);
      await ask(urlOf(), `alter role ${username} set search_path = ${pg.escapeIdentifier(schema)}`);
      const store = await openStore(url, { owner: false });
      expect(store.migrated).toEqual(ALL);
      await store.close();
    }
  });

  it('is migrated while another schema of the database is locked by its own migration', async () => {
    const schema = 'waits for nobody';
    const holder = new pg.Client(urlOf());
    await holder.connect();
    onEnd(() => holder.end());
    // A release without this setting takes the same lock for `public`.
    await holder.query(`select pg_advisory_lock(${lockOf('public')})`);
    const store = await inSchema(schema);
    expect(store.migrated).toEqual(ALL);
    await store.close();
    expect(lockOf(undefined)).toBe(lockOf('public'));
    expect(new Set(['public', schema, 'Public'].map(lockOf)).size).toBe(3);
  });
});

describe('two gateways in two schemas of a database', () => {
  it('take payments with their own keys, processes and audit trails, and no row of one is in the other', async () => {
    const [first, second] = (await Promise.all(
      ['gateway one', 'gateway two'].map((schema) =>
        startRig({ DATABASE_URL: urlOf(), DATABASE_SCHEMA: schema }, 1, 'info'),
      ),
    )) as [Rig, Rig];
    onEnd(() => Promise.all([first.close(), second.close()]));
    const orders = [newOrderId(), newOrderId()] as const;
    for (const [at, rig] of [first, second].entries()) {
      const paid = await rig.api('PUT', `/order/${orders[at]}/transaction/1`, {
        apiOperation: 'PAY',
        order: { amount: '10.00', currency: 'EUR' },
        sourceOfFunds: CARD_SOURCE,
      });
      expect([paid.status, paid.json.result]).toEqual([201, 'SUCCESS']);
      const other = await rig.api('GET', `/order/${orders[1 - at]}`);
      expect(other.status).toBe(400);
    }
    const rowsIn = (column: string, table: string) =>
      Promise.all(
        ['gateway one', 'gateway two'].map((schema) =>
          ask<{ id: string }>(urlOf(), `select ${column}::text as id from "${schema}".${table} order by 1`),
        ),
      );
    expect(await rowsIn('order_id', 'payment_order')).toEqual([[{ id: orders[0] }], [{ id: orders[1] }]]);
    for (const [column, table] of [
      ["encode(wrapped, 'hex')", 'data_key'],
      ['hash', 'audit_entry'],
    ] as const) {
      const [one = [], two = []] = await rowsIn(column, table);
      expect(one.length).toBeGreaterThan(0);
      expect(two.length).toBeGreaterThan(0);
      expect(one.filter(({ id }) => two.some((other) => other.id === id))).toEqual([]);
    }
    // Each believes to be the only process.
    expect((await rowsIn('key', 'gateway_process')).map(({ length }) => length)).toEqual([1, 1]);
    const tables = await ask(urlOf(), "select tablename from pg_tables where schemaname = 'public'");
    expect(tables).toEqual([]);
  });

  it('are migrated, restored, examined and dropped each without the other, by commands with the setting', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'turnpike-schema-'));
    onEnd(() => rmSync(folder, { recursive: true, force: true }));
    const run = (schema: string, ...args: string[]) =>
      turnpike(folder, args, { DATABASE_URL: urlOf(), DATABASE_SCHEMA: schema });
    expect((await run('kept', 'merchant', 'list')).err).toMatch(/^DATABASE_SCHEMA="kept": the database has no such/);
    for (const schema of ['kept', 'gone']) {
      expect(await run(schema, 'migrate')).toMatchObject({ code: 0, err: '' });
      const profile = join(folder, `${schema}.json`);
      writeFileSync(profile, JSON.stringify({ id: schema.toUpperCase(), name: schema }));
      expect(await run(schema, 'merchant', 'put', profile)).toMatchObject({ code: 0 });
    }
    expect((await run('kept', 'merchant', 'list')).out).not.toContain('GONE');
    expect(await run('gone', 'restored')).toMatchObject({ code: 0 });
    expect((await run('gone', 'doctor')).out).toContain('The store was restored');
    expect((await run('kept', 'doctor')).out).not.toContain('The store was restored');
    await ask(urlOf(), 'drop schema gone cascade');
    expect((await run('kept', 'merchant', 'list')).out).toContain('KEPT');
    expect((await run('kept', 'doctor')).out).toContain('PostgreSQL, schema "kept", answers');
    expect((await run('gone', 'doctor')).out).toContain('DATABASE_SCHEMA="gone": the database has no such schema');
  });
});

it('the functions that lint takes for immutable are so, whatever their arguments', async () => {
  const rows = await ask<{ name: string }>(
    urlOf(),
    "select distinct proname as name from pg_proc where proname = any($1) and provolatile = 'i'",
    [[...IMMUTABLE]],
  );
  expect(rows.map(({ name }) => name).sort()).toEqual([...IMMUTABLE].sort());
  const others = "select proname as name from pg_proc where proname = any($1) and provolatile <> 'i'";
  expect(await ask(urlOf(), others, [[...IMMUTABLE]])).toEqual([]);
});

it('a session’s id is hashed by the migration as by the gateway', async () => {
  const ids = ['SESSION0002776504187L4567890123E0', 'a\\b\\\\c\\000', 'é商\u0001', ''];
  const db = new Kysely<Record<string, { id: string }>>({
    dialect: new MigrationDialect({ pool: newPool(urlOf(), { max: 1 }) }),
  });
  onEnd(() => db.destroy());
  const { sql, parameters } = db.selectFrom('given').select(HASH_OF_ID.as('hashed')).compile();
  const rows = await ask<{ hashed: string }>(
    urlOf(),
    `with given as (select id, at from unnest($1::text[]) with ordinality as one (id, at) order by at) ${sql}`,
    [ids, ...parameters],
  );
  expect(rows.map(({ hashed }) => hashed)).toEqual(ids.map(idHash));
});
