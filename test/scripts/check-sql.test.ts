import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { problemsOfSource, problemsOfStatement, statementsOf } from '../../scripts/check-sql.ts';
import { tablesOfAllMerchants } from '../../scripts/lib/sql/merchants.ts';
import { problemsOfPlaces } from '../../scripts/lib/sql/over-all-merchants.ts';
import { placeOf } from '../../scripts/lib/sql/places.ts';
import { migrations } from '../../src/adapters/store/schema/migrations/index.ts';

describe('a statement', () => {
  it.each([
    ['update session set id = convert_to(id)', 'updates rows by convert_to, which is not immutable'],
    ['UPDATE "session" SET "at" = Now()', 'updates rows by now, which is not immutable'],
    ['update a set b = random ()', 'updates rows by random, which is not immutable'],
    ['update a set at = current_timestamp', 'updates rows by current_timestamp, which is not immutable'],
    ['update a set b = cast(c as date)', 'updates rows by cast(c as date), which is not immutable'],
    ['update a set b = c::timestamptz::text', 'updates rows by c::timestamptz, which is not immutable'],
    ['with given as (select 1) update a set b = to_char(b)', 'updates rows by to_char, which is not immutable'],
    [
      'insert into a (b) values ($1) on conflict (b) do update set c = nextval(excluded.c)',
      'updates rows by nextval, which is not immutable',
    ],
    ['select a from other.payment_order', 'names the schema other'],
    ['select 1 from "a" inner join "Other" . "b" on true', 'names the schema "other"'],
    ['insert into other.a (b) values (1)', 'names the schema other'],
    ['create table "other"."a" (b int)', 'names the schema "other"'],
    ['create index a_b on other.a (b)', 'names the schema other'],
  ])('%s is refused', (text, problem) => {
    expect(problemsOfStatement(text)).toEqual([problem]);
  });

  it.each([
    "update a set b = coalesce($1, replace(b, 'now()', '')) where c in (select c from d)",
    'update "a" as o set "now" = v."at" from unnest($1::bigint[]) as v("at") where o.key = v."at"',
    'select now(), o.key from a as o join b on b.key = o.key',
    'insert into total (a, b) values ($1, $2) on conflict (a) do update set b = total.b + excluded.b',
    'update a set b = cast($1 as json)',
    'select nspname from pg_catalog.pg_namespace',
    "update a set b = 'from other.a'",
  ])('%s is taken', (text) => {
    expect(problemsOfStatement(text)).toEqual([]);
  });
});

describe('a module of the store', () => {
  const FILE = 'src/adapters/store/orders/orders.ts';

  it.each([
    ['await sql`select pg_advisory_lock(1)`', /^uses a lock, .+ \(pg_advisory_lock\), which only .+migration-dialect/],
    ["client.query('LISTEN changes')", /^uses a lock, a channel/],
    ["client.query('select pg_notify($1, $2)')", /^uses a lock, a channel/],
    ['sql`create temporary table a (b int)`', /^uses a lock, a channel or a table of the session/],
    ["client.query('set search_path to a')", /^names a schema, or sets the search path/],
    ["db.withSchema('a').selectFrom('b')", /^names a schema/],
    ['sql`create table a (b int) partition by list (b)`', /^has a definition of PostgreSQL's own \(partition by\)/],
    ['sql`create sequence a`', /^has a definition/],
    ['sql`create or replace function a() returns int`', /^has a definition/],
    ['sql`create index concurrently a on b (c)`', /^has a definition/],
    ['sql`text collate "C"`', /^has a definition .+ which only src\/adapters\/store\/schema\/postgres\/ may$/],
  ])('with %s is refused', (source, problem) => {
    const [first, ...more] = problemsOfSource(source, FILE);
    expect(first).toMatch(problem);
    expect(more).toEqual([]);
  });

  it('may mention such things in a comment, and use them where they are named', () => {
    expect(
      problemsOfSource('/** No pg_advisory_lock, no partition by. */\nlisten(notify); // search_path', FILE),
    ).toEqual([]);
    expect(problemsOfSource('sql`create schema a`', 'src/adapters/store/schema/postgres/ddl.ts')).toEqual([]);
    expect(problemsOfSource("'search_path'", 'src/adapters/store/engine/postgres/schema.ts')).toEqual([]);
  });
});

it('the statements of a migration are those that it sends', async () => {
  const sent = await statementsOf(async (db) => void (await sql`update a set b = now()`.execute(db)));
  expect(sent).toEqual(['update a set b = now()']);
  const ofSessions = await statementsOf(migrations('postgres')['0019_session_ids']!.up);
  expect(ofSessions.filter((text) => text.includes('sha256'))).toHaveLength(1);
});

describe('rows of all merchants', () => {
  it.each([
    ['select "key" from "payment_order" where "state" = $1', ['payment_order']],
    ['select "key" from "payment_order" where "key" > $1 order by "key" limit $2', ['payment_order']],
    ['select "key" from "session"', ['session']],
    ['update "reversal" set "owner" = $1 where "acquirer" = $2 and "due_at" <= $3', ['reversal']],
    ['delete from "session_alias" where "expires_at" <= $1', ['session_alias']],
    [
      'update "reversal" set "owner" = $1 where "key" in (select "key" from "reversal" where "due_at" <= $2 limit $3)',
      ['reversal'],
    ],
    ['select o.key from payment_order as o where o.merchant_key = $1 or o.state = $2', ['payment_order']],
    ['select o.key from payment_order as o where not o.merchant_key = $1', ['payment_order']],
    ['select o.key from payment_order as o where o.merchant_key <> $1', ['payment_order']],
    ['select o.key from payment_order as o where o.locked_by = o.key', ['payment_order']],
    ['select o.key from payment_order as o where case when o.key = $1 then 1 end is null', ['payment_order']],
    [
      'select t.key from payment_transaction as t left join payment_order as o on o.key = t.order_key and o.key = $1',
      ['payment_transaction'],
    ],
    [
      'select t.key from payment_transaction as t join payment_order as o on o.key = t.order_key',
      ['payment_transaction', 'payment_order'],
    ],
    ['select count(*) from (select key from token where card_hash = $1) as t', ['token']],
    ['with found as (select key from token) select key from found', ['token']],
    ['select key from token where key = $1 union all select key from token', ['token']],
    [
      'insert into order_change (order_key) select order_key from payment_transaction where key > $1',
      ['payment_transaction'],
    ],
  ])('are read or written by %s', (text, tables) => {
    expect(tablesOfAllMerchants(text)).toEqual(tables);
  });

  it.each([
    'select "key" from "payment_order" where "merchant_key" = $1 and "order_id" = $2',
    'select o.key from payment_order as o where (o.merchant_key = $1 and (o.state = $2 or o.state = $3))',
    'select o.key from payment_order as o where o.key = $1 or o.key = $2',
    "select key from token where key = any(cast(string_to_array($1, ',') as bigint[]))",
    'select key from token where key in ($1, $2)',
    'select key from token where +token.merchant_key = $1',
    'select "id" from "merchant" where "id" = $1',
    `select t.key, (select r.outcome from transaction_outcome as r where r.transaction_key = t.key) as outcome
     from payment_transaction as t inner join payment_order as o on o.key = t.order_key
     left join merchant as m on m.key = coalesce(o.merchant_key, 0) where t.key = $1`,
    `update token set fields = $1 where key = $2
     and not exists (select 1 from merchant_move as mm where mm.merchant_key = token.merchant_key)`,
    'update "token" as o set "fields" = v."fields" from unnest($1::bigint[]) as v("key") where o.key = v."key"',
    'delete from token as o using unnest($1::bigint[]) as v("key") where o.key = v."key" returning o.key as key',
    'insert into token (key) values ($1) on conflict (key) do update set fields = excluded.fields where token.key = $2',
    'with found as (select key from token where merchant_key = $1) select key from found',
    'select "key", "beats" from "gateway_process"',
    'update session set form = $1 where key in (select session_key from link_order where link_key = $2)',
  ])('are not read by %s', (text) => {
    expect(tablesOfAllMerchants(text)).toEqual([]);
  });

  const allowed = { 'workers claim': { 'risk/statements.ts': 'claimed forgotten' } };
  const found = ['claimed', 'forgotten'].map((name) => ({ place: `risk/statements.ts ${name}`, tables: ['token'] }));

  it('are for statements in the table alone', () => {
    expect(problemsOfPlaces(found, allowed)).toEqual([]);
    expect(problemsOfPlaces([...found, { place: 'risk/statements.ts shown', tables: ['token'] }], allowed)).toEqual([
      'risk/statements.ts shown: reads or writes token of all merchants.',
    ]);
  });

  it('are for no statement that the table lists in vain', () => {
    expect(problemsOfPlaces(found.slice(1), allowed)).toEqual([
      'risk/statements.ts claimed: is allowed to read or write rows of all merchants, and does not.',
    ]);
  });

  it('have the place of the definition that calls, and not of a function that makes statements', () => {
    const file = 'src/adapters/store/risk/statements.ts';
    const lines = readFileSync(file, 'utf8').split('\n');
    const line = lines.findIndex((text) => text.startsWith('export const forgetAttempts')) + 2;
    const frames = [`at insertion (${pathToFileURL('src/adapters/store/engine/insertion.ts')}:60:10)`];
    const definition = `at ${pathToFileURL(file)}:${line}:3`;
    const loader = 'at ModuleJob.run (node:internal/modules/esm/module_job:1:2)';
    expect(placeOf([...frames, definition, loader].join('\n'))).toBe('risk/statements.ts forgetAttempts');
  });
});
