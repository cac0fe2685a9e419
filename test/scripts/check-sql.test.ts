import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { problemsOfSource, problemsOfStatement, statementsOf } from '../../scripts/check-sql.ts';
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
