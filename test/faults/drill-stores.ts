/**
 * The ways of a restore drill to keep a second copy of the store, and to go on from it: each loses everything after its
 * mark. They use the operator's own tools.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { liveBackup } from '../support/live-backup.ts';
import { serverAccount } from '../support/postgres-binaries.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { startPatroniCluster } from './patroni-cluster.ts';

const run = promisify(execFile);

/** The store of a drill. */
export interface DrillStore {
  /** For `DATABASE_URL`; absent: the file of the stack. */
  readonly databaseUrl?: string;
  /** Begins to copy continuously, if the tool does. @param storeFile the file of the stack */
  begin?(storeFile: string): Promise<void>;
  /** Everything after it is lost. */
  mark(storeFile: string): Promise<void>;
  /** True if gateways run during `restore`: they notice by themselves that commits are lost, and end. */
  readonly isLive?: boolean;
  /** While the gateways are stopped, except if `isLive`. */
  restore(storeFile: string): Promise<void>;
  close(): Promise<void>;
}

/** The tools, by the name of each. */
const DRILL_STORES: Readonly<Record<string, () => Promise<DrillStore>>> = {
  'vacuum-into': async () => copied(undefined),
  'base-backup': async () => copied(await startPostgres()),
  litestream,
  pg_dump: dumped,
  pgbackrest,
  standby,
  patroni,
};

/** @throws Error if there is no such tool, or if its programs are missing */
export async function openDrillStore(tool: string): Promise<DrillStore> {
  const open = DRILL_STORES[tool];
  if (open === undefined) {
    throw new Error(`TURNPIKE_FAULT_DRILL_TOOL is ${tool}, and none of ${Object.keys(DRILL_STORES).join(', ')}.`);
  }
  return open();
}

/** A copy at the mark: a file, or the server's folder. */
function copied(server: PostgresServer | undefined): DrillStore {
  let backup: Awaited<ReturnType<typeof liveBackup>> | undefined;
  return {
    databaseUrl: server?.urlOf('postgres'),
    async mark(storeFile) {
      backup = await liveBackup(server, storeFile);
    },
    restore: async () => backup?.restore(),
    async close() {
      backup?.remove();
      await server?.close();
    },
  };
}

/** How often Litestream copies: its default is a second, so that what it has not copied at a kill is lost too. */
const LITESTREAM_MS = 1_000;

async function litestream(): Promise<DrillStore> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-litestream-'));
  const program = process.env.LITESTREAM_PATH || 'litestream';
  const replica = `file://${join(folder, 'replica')}`;
  let child: ChildProcess | undefined;
  return {
    async begin(storeFile) {
      child = spawn(program, ['replicate', storeFile, replica], { stdio: 'ignore' });
      child.on('error', (error) => process.stdout.write(`${program}: ${error.message}\n`));
      await until(async () => existsSync(join(folder, 'replica')));
      await pause(2 * LITESTREAM_MS);
    },
    async mark() {
      const gone = child && once(child, 'exit');
      child?.kill('SIGKILL');
      await gone;
    },
    async restore(storeFile) {
      moveAway(storeFile, folder);
      await run(program, ['restore', '-o', storeFile, replica]);
    },
    async close() {
      child?.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function moveAway(storeFile: string, folder: string): void {
  // Litestream keeps its own state beside the file, which belongs to the lost one.
  const state = join(dirname(storeFile), `.${basename(storeFile)}-litestream`);
  for (const [index, file] of [storeFile, `${storeFile}-wal`, `${storeFile}-shm`, state].entries()) {
    if (existsSync(file)) {
      renameSync(file, join(folder, `away-${index}`));
    }
  }
}

/** The folder of the system's server and its tools, which need a server of their own version. */
function systemPrograms(): string {
  const folder = process.env.POSTGRES_PROGRAMS;
  if (folder === undefined || folder === '') {
    throw new Error('POSTGRES_PROGRAMS names no folder with PostgreSQL and its tools: npm run drill finds one.');
  }
  return folder;
}

async function dumped(): Promise<DrillStore> {
  const programs = systemPrograms();
  const server = await startPostgres({ programs });
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-dump-'));
  const dump = join(folder, 'turnpike.dump');
  await ask(server.urlOf('postgres'), 'create database turnpike');
  return {
    databaseUrl: server.urlOf('turnpike'),
    mark: async () =>
      void (await run(join(programs, 'pg_dump'), ['--format=custom', `--file=${dump}`, server.urlOf('turnpike')])),
    async restore() {
      await ask(server.urlOf('postgres'), 'alter database turnpike rename to before');
      await ask(server.urlOf('postgres'), 'create database turnpike');
      await run(join(programs, 'pg_restore'), ['--exit-on-error', `--dbname=${server.urlOf('turnpike')}`, dump]);
    },
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A point in time: a full backup before the drill, and the archived log until the mark. */
async function pgbackrest(): Promise<DrillStore> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-pgbackrest-'));
  const config = join(folder, 'pgbackrest.conf');
  const call = (...args: readonly string[]) => ['pgbackrest', `--config=${config}`, '--stanza=turnpike', ...args];
  const { uid, gid } = serverAccount();
  const own = (...names: readonly string[]) => {
    for (const name of names) {
      if (uid !== undefined && gid !== undefined) {
        chownSync(join(folder, name), uid, gid);
      }
    }
  };
  const folders = ['repository', 'log', 'lock', 'spool'];
  for (const name of folders) {
    mkdirSync(join(folder, name));
  }
  own('', ...folders);
  const server = await startPostgres({
    programs: systemPrograms(),
    settings: {
      archive_mode: 'on',
      archive_command: `${call('archive-push').join(' ')} %p`,
      unix_socket_directories: folder,
      wal_level: 'replica',
    },
  });
  const { account, dataDir, port } = server;
  const password = new URL(server.urlOf('postgres')).password;
  const command = async (...args: readonly string[]) => {
    const [program = '', ...rest] = call(...args);
    await run(program, rest, { ...account, env: { ...process.env, PGPASSWORD: password }, cwd: folder });
  };
  writeFileSync(
    config,
    `[global]\nrepo1-path=${folder}/repository\nlog-path=${folder}/log\nlock-path=${folder}/lock\n` +
      `spool-path=${folder}/spool\nstart-fast=y\n[turnpike]\npg1-path=${dataDir}\npg1-port=${port}\n` +
      `pg1-socket-path=${folder}\npg1-user=postgres\n`,
  );
  own('pgbackrest.conf');
  await command('stanza-create');
  let target = '';
  return {
    databaseUrl: server.urlOf('postgres'),
    begin: () => command('--type=full', 'backup'),
    async mark() {
      target = (await ask(server.urlOf('postgres'), 'select clock_timestamp()::text as value'))[0]?.value ?? '';
    },
    async restore() {
      // The rest of the log is in the archive, as with archive_timeout.
      await ask(server.urlOf('postgres'), 'select pg_switch_wal()::text as value');
      await server.stop();
      rmSync(dataDir, { recursive: true });
      mkdirSync(dataDir, { mode: 0o700 });
      if (uid !== undefined && gid !== undefined) {
        chownSync(dataDir, uid, gid);
      }
      await command('restore', '--type=time', `--target=${target}`, '--target-action=promote');
      await server.start();
      await until(async () => (await ask(server.urlOf('postgres'), RECOVERS))[0]?.value === 'false');
    },
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const RECOVERS = 'select pg_is_in_recovery()::text as value';

/** A standby without `synchronous_standby_names`, which ended before its primary, and is promoted. */
async function standby(): Promise<DrillStore> {
  const first = await startPostgres();
  await first.stop();
  const second = await startPostgres({ standbyOf: first });
  await first.start();
  await second.start();
  const both = new URL(first.urlOf('postgres'));
  return {
    databaseUrl: both.href.replace(both.host, `${both.host},127.0.0.1:${second.port}`),
    isLive: true,
    mark: () => second.crash(),
    async restore() {
      await first.crash();
      await second.start();
      await ask(second.urlOf('postgres'), 'select pg_promote(true, 30)::text as value');
    },
    close: async () => void (await Promise.all([first.close(), second.close()])),
  };
}

/**
 * An asynchronous cluster of Patroni. Its standbys are cut off, so that they lack what follows. Then the leader dies
 * and is cut off too, since its machine still has data to send, and they return.
 */
async function patroni(): Promise<DrillStore> {
  const cluster = await startPatroniCluster({
    synchronous_mode: false,
    synchronous_mode_strict: false,
    maximum_lag_on_failover: LAG_BYTES_MAX,
  });
  const leader = await cluster.leader();
  const standbys = cluster.servers.filter((one) => one !== leader);
  return {
    databaseUrl: cluster.urls.hosts,
    isLive: true,
    async mark() {
      for (const { machine } of standbys) {
        machine.cut();
      }
    },
    async restore() {
      leader.machine.kill();
      leader.machine.cut();
      for (const { machine } of standbys) {
        machine.mend();
      }
      await cluster.untilLeaderIsNot(leader);
    },
    close: () => cluster.close(),
  };
}

/** With Patroni's default, a standby that lags by a mebibyte would not be promoted. */
const LAG_BYTES_MAX = 2 ** 30;

async function ask(url: string, query: string): Promise<readonly { readonly value: string }[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<{ value: string }>(query)).rows;
  } finally {
    await client.end();
  }
}

const POLL_MS = 50;
const POLLS_MAX = 600;

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let polls = 0; polls < POLLS_MAX; polls += 1) {
    if (await isSo()) {
      return;
    }
    await pause(POLL_MS);
  }
  throw new Error('The tool of the backup did not get ready.');
}
