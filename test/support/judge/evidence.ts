/** What a thief takes along: every file of a gateway's database, a dump of it and a backup, on either engine. */
import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { withDatabase } from '../database.ts';
import { onPostgres } from '../database-place.ts';
import { filesAt, type Haystack, withoutPageHeaders } from './haystacks.ts';

export interface Place {
  /** The gateway's DATA_DIR. */
  readonly folder: string;
  readonly databaseUrl: string;
}

/** @param since as `logPosition` has told it: a server's log before that is not this gateway's */
export async function evidence(place: Place, since: string): Promise<Haystack[]> {
  const room = mkdtempSync(join(tmpdir(), 'turnpike-evidence-'));
  try {
    return onPostgres() ? await ofServer(place, room, since) : ofFile(place, room);
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}

/** Before anything is typed. */
export async function logPosition({ databaseUrl }: Place): Promise<string> {
  return onPostgres() ? one(databaseUrl, 'select pg_walfile_name(pg_current_wal_insert_lsn()) as one') : '';
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

async function ofServer({ folder, databaseUrl }: Place, room: string, since: string): Promise<Haystack[]> {
  const at = await one(databaseUrl, "select current_setting('data_directory') as one");
  const oid = await one(databaseUrl, 'select oid::text as one from pg_database where datname = current_database()');
  const dump = join(at, `judge-dump-${process.pid}`);
  const dumped = await dumpInto(databaseUrl, dump);
  await run(databaseUrl, 'checkpoint');
  const base = join(at, 'base', oid);
  cpSync(base, join(room, 'backup'), { recursive: true });
  const log = filesAt(join(at, 'pg_wal')).filter(({ name }) => /^[0-9A-F]{24}$/.test(basename(name)));
  const until = await logPosition({ folder, databaseUrl });
  const own = log.filter(({ name }) => basename(name) >= since && basename(name) <= until);
  return [
    ...filesAt(folder),
    ...filesAt(base),
    ...filesAt(join(room, 'backup')),
    ...own,
    ...own.map(withoutPageHeaders),
    ...dumped,
  ];
}

/** As `pg_dump` writes rows: by COPY, bytes in hex. */
async function dumpInto(url: string, at: string): Promise<Haystack[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1",
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
