/** The loot of a thief: every file of a gateway's database, a dump of it and a backup, on either engine. */
import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { withDatabase } from '../database.ts';
import { onPostgres } from '../database-place.ts';
import { filesAt, type Haystack, pageHashes, withoutPageHeaders, withoutPages, written } from './haystacks.ts';

export interface Place {
  /** The gateway's DATA_DIR. */
  readonly folder: string;
  readonly databaseUrl: string;
}

/** The state before any card data was entered. */
export interface Before {
  /** The position of the server's log. */
  readonly log: bigint;
  /** Hashes of the pages of the server's files. */
  readonly pages: ReadonlySet<string>;
}

/** @param before is not searched: it cannot contain data entered later */
export async function evidence(place: Place, before: Before): Promise<Haystack[]> {
  const room = mkdtempSync(join(tmpdir(), 'turnpike-evidence-'));
  try {
    return onPostgres() ? await ofServer(place, room, before) : ofFile(place, room);
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}

/** Call before any card data is entered. */
export async function before({ databaseUrl }: Place): Promise<Before> {
  if (!onPostgres()) {
    return { log: 0n, pages: new Set() };
  }
  // The log is shared with other tests of the server, and recycling it would hide pages that a thief may have copied.
  await run(databaseUrl, "alter system set wal_keep_size = '4GB'");
  await run(databaseUrl, 'select pg_reload_conf()');
  await run(databaseUrl, 'checkpoint');
  const { base } = await foldersOf(databaseUrl);
  return { log: await logPosition(databaseUrl), pages: new Set(filesAt(base).flatMap(pageHashes)) };
}

async function logPosition(databaseUrl: string): Promise<bigint> {
  return BigInt(await one(databaseUrl, "select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text as one"));
}

async function foldersOf(databaseUrl: string): Promise<{ readonly at: string; readonly base: string }> {
  const at = await one(databaseUrl, "select current_setting('data_directory') as one");
  const oid = await one(databaseUrl, 'select oid::text as one from pg_database where datname = current_database()');
  return { at, base: join(at, 'base', oid) };
}

const PARTS = ['turnpike.db', 'turnpike.db-wal', 'turnpike.db-shm'];

function ofFile({ folder }: Place, room: string): Haystack[] {
  for (const name of PARTS.filter((part) => existsSync(join(folder, part)))) {
    copyFileSync(join(folder, name), join(room, `copied-${name}`));
  }
  withDatabase(folder, (db) => {
    db.exec(`vacuum into '${join(room, 'backup.db')}'`);
  });
  return [...filesAt(folder), ...filesAt(room)];
}

async function ofServer({ folder, databaseUrl }: Place, room: string, { log, pages }: Before): Promise<Haystack[]> {
  const { at, base } = await foldersOf(databaseUrl);
  const dump = join(at, `judge-dump-${process.pid}`);
  const dumped = await dumpInto(databaseUrl, dump);
  await run(databaseUrl, 'checkpoint');
  cpSync(base, join(room, 'backup'), { recursive: true });
  const until = await logPosition(databaseUrl);
  const own = filesAt(join(at, 'pg_wal')).flatMap((file) => written(file, log, until));
  return [
    ...filesAt(folder),
    ...filesAt(base).map((file) => withoutPages(file, pages)),
    ...filesAt(join(room, 'backup')).map((file) => withoutPages(file, pages)),
    ...own,
    ...own.map(withoutPageHeaders),
    ...dumped,
  ];
}

/** Like `pg_dump`: rows by COPY, bytes in hex. */
async function dumpInto(url: string, at: string): Promise<Haystack[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      // A partitioned table only has the rows of its partitions, which are tables of their own.
      "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
    );
    const dumps: Haystack[] = [];
    for (const { name } of rows) {
      const file = `${at}-${name}`;
      await client.query(`copy "${name}" to '${file}'`);
      dumps.push({ name: `dump of ${name}`, bytes: readFileSync(file) });
      rmSync(file);
    }
    return dumps;
  } finally {
    await client.end();
  }
}

async function run(url: string, query: string): Promise<readonly { one: string }[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<{ one: string }>(query)).rows;
  } finally {
    await client.end();
  }
}

async function one(url: string, query: string): Promise<string> {
  return (await run(url, query))[0]?.one ?? '';
}
