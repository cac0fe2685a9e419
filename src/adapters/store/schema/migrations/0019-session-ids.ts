/**
 * A session's id is a password, so the column `id` now stores its hash. Records that named a session by its id now name
 * it by its key, or store the id encrypted under another id. Security codes encrypted under a data key are deleted;
 * they would have expired within fifteen minutes.
 */
import { sql } from 'kysely';
import { idHash, sealUnderId } from '../../../../platform/id-seal.ts';
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, types: ColumnTypes): Promise<void> {
  const { integer } = types;
  await db.schema
    .createTable('session_alias')
    .addColumn('id_hash', 'text', (c) => c.primaryKey())
    .addColumn('session_key', integer, (c) => c.notNull())
    .addColumn('expires_at', integer, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('session_alias_end').on('session_alias').column('expires_at').execute();
  await db.schema
    .alterTable('session')
    .addColumn('key_of_id', integer, (c) => c.notNull().defaultTo(1))
    .execute();
  await dropCodes(db);
  await homesByKey(db);
  await linksByKey(db);
  await shopPagesWithoutId(db);
  await (types.bytes === 'bytea' ? hashInPlace(db) : hashRows(db));
}

async function dropCodes(db: AnyDatabase): Promise<void> {
  await db
    .updateTable('session')
    .set({ sealed_sensitive: null, sensitive_until: null })
    .where('sealed_sensitive', 'is not', null)
    .execute();
}

const DONE_PATH = '/checkout/done/';

/** Rewrites the return URLs of browser payments. */
async function homesByKey(db: AnyDatabase): Promise<void> {
  const id = sql`substr(home, ${sql.lit(DONE_PATH.length + 1)})`;
  const key = sql`coalesce((select cast(s.key as text) from session s where s.id = ${id}), '0')`;
  await db
    .updateTable('browser_payment')
    .set({ home: sql`${sql.lit(DONE_PATH)} || ${key}` })
    .where('home', 'like', `${DONE_PATH}SESSION%`)
    .execute();
}

interface Row {
  readonly key: number | string;
  readonly id: string;
  readonly checkout: string;
}

/** Rewrites the references between a payment link and the sessions behind it. */
async function linksByKey(db: AnyDatabase): Promise<void> {
  const rows: Row[] = await db
    .selectFrom('session')
    .select(['key', 'id', 'checkout'])
    .where((eb) => eb.or([eb('checkout', 'like', '%"behind":%'), eb('checkout', 'like', '%"current":"%')]))
    .execute();
  for (const { key, id, checkout } of rows) {
    const { behind, current, ...more } = JSON.parse(checkout);
    const linkKey = behind && (await keyOf(db, behind.link));
    const changed = {
      ...more,
      ...(current !== undefined && { current: sealUnderId(id, current, 'current') }),
      ...(behind !== undefined && { behind: { ...behind, link: sealUnderId(id, behind.link, 'link'), linkKey } }),
    };
    await db
      .updateTable('session')
      .set({ checkout: JSON.stringify(changed) })
      .where('key', '=', key)
      .execute();
  }
}

/** @returns the session's key; 0, which no session has, if the session does not exist any more */
async function keyOf(db: AnyDatabase, id: string): Promise<number> {
  const found = await db.selectFrom('session').select('key').where('id', '=', id).executeTakeFirst();
  return Number(found?.key ?? 0);
}

/** Replaces the id by a placeholder in the URLs of shop pages. */
async function shopPagesWithoutId(db: AnyDatabase): Promise<void> {
  await db
    .updateTable('session')
    .set({ checkout: sql`replace(checkout, id, '{session.id}')` })
    .where('checkout', 'like', '%"shopPage":%')
    .execute();
}

/**
 * The hash of a session's id, in PostgreSQL. Its functions are immutable, because Citus refuses others in an update.
 * `decode` reads backslashes as escapes, so those of the id are doubled.
 */
export const HASH_OF_ID = sql<string>`encode(sha256(decode('turnpike session id\\000' || replace(id, '\\', '\\\\'), 'escape')), 'hex')`;

async function hashInPlace(db: AnyDatabase): Promise<void> {
  await db.updateTable('session').set({ id: HASH_OF_ID }).execute();
}

const ROWS_AT_ONCE = 1_000;

/** Hashes the ids in JavaScript, because SQLite has no hash function. */
async function hashRows(db: AnyDatabase): Promise<void> {
  for (let last = 0, found = ROWS_AT_ONCE; found === ROWS_AT_ONCE; ) {
    const rows: readonly Pick<Row, 'id' | 'key'>[] = await db
      .selectFrom('session')
      .select(['key', 'id'])
      .where('key', '>', last)
      .orderBy('key')
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const { key, id } of rows) {
      await db
        .updateTable('session')
        .set({ id: idHash(id) })
        .where('key', '=', key)
        .execute();
      last = Number(key);
    }
    found = rows.length;
  }
}
