/** A real PostgreSQL server in a folder and on a port of its own, which a test may stop and restart. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { baseBackup } from './base-backup.ts';
import { freePorts } from './ports.ts';
import { type Account, serverAccount, serverPrograms } from './postgres-binaries.ts';
import { signalTree } from './process-tree.ts';

const USER = 'postgres';
const PASSWORD = 'only-for-tests';
/** Tests open many small pools concurrently. */
const CONNECTIONS_MAX = 400;
/** PostgreSQL's default. */
const SEGMENT_MB = 16;
const START_MS_MAX = 30_000;
const START_POLL_MS = 25;
/** The length of its output in the error of a failed start. */
const SAID_CHARACTERS_MAX = 4_000;

export interface PostgresServer {
  /** `postgres://…/name`, as an administrator. */
  urlOf(database: string): string;
  start(): Promise<void>;
  /** Resolves when it answers. If it has ended by itself it is restarted, as by a service manager. */
  resume(): Promise<void>;
  /** Ends it at once with every connection, as in a crash: unflushed writes are lost. */
  crash(): Promise<void>;
  /** Sent to each of its processes: SIGSTOP suspends it, SIGCONT resumes it. */
  signal(signal: NodeJS.Signals): unknown;
  /** Stops it cleanly: a standby has all data then. */
  stop(): Promise<void>;
  /** While it is stopped: from its next start on it is a standby of the other. */
  follow(primary: PostgresServer): void;
  /** A base backup into this new folder while it takes writes, by PostgreSQL's low-level API. */
  backUp(to: string): Promise<void>;
  /** Stops it, replaces its folder by such a copy, and starts it. */
  restore(from: string): Promise<void>;
  /** For a standby, in libpq's syntax. */
  readonly connectionInfo: string;
  /** Its folder, and the account that it runs as. */
  readonly dataDir: string;
  readonly account: Account;
  readonly port: number;
  /** Stops it, and removes its folder. */
  close(): Promise<void>;
}

export interface PostgresOptions {
  /**
   * A folder on a disk, for tests of its flushes or its free space; otherwise the run's folder: in memory, if there is
   * room.
   */
  readonly onDisk?: string;
  /** A stopped server: this one begins as a copy of it, and is its standby. */
  readonly standbyOf?: PostgresServer;
  /** The folder of its programs, if they are not those of the tests' package. */
  readonly programs?: string;
  /** Settings of the server. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The size of its log segments, several of which it reserves: small ones for a small disk. */
  readonly segmentMb?: number;
}

export async function startPostgres({
  onDisk,
  standbyOf,
  segmentMb = SEGMENT_MB,
  programs: given,
  settings: more = {},
}: PostgresOptions = {}): Promise<PostgresServer> {
  const [port = 0] = await freePorts(1);
  const folder = mkdtempSync(join(onDisk ?? tmpdir(), 'turnpike-postgres-'));
  // The server's account must be able to enter its folder.
  chmodSync(folder, 0o755);
  const account = serverAccount();
  const programs = given ?? serverPrograms(account, folder);
  const dataDir = join(folder, 'data');
  if (standbyOf === undefined) {
    initialise(join(programs, 'initdb'), dataDir, join(folder, 'password'), account, segmentMb);
  } else {
    cpSync(standbyOf.dataDir, dataDir, { recursive: true });
    makeStandby(dataDir, standbyOf, account);
  }
  const urlOf = (database: string) => `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/${database}`;
  let child: ChildProcess | undefined;
  let said = '';

  const start = async () => {
    child = spawn(join(programs, 'postgres'), ['-D', dataDir, '-p', `${port}`, ...settings(more)], {
      ...account,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(-SAID_CHARACTERS_MAX);
    });
    await untilAnswering(urlOf('postgres'), child, () => said);
  };
  const resume = async () => {
    try {
      if (child !== undefined) {
        return await untilAnswering(urlOf('postgres'), child, () => said);
      }
    } catch (error) {
      if (child?.exitCode === null) {
        throw error;
      }
    }
    await start();
  };
  /** SIGINT is the server's fast shutdown, SIGQUIT its immediate one, which writes no more, as in a crash. */
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    const ending = child;
    child = undefined;
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) {
      return;
    }
    const gone = once(ending, 'exit');
    ending.kill(signal);
    await gone;
  };
  if (standbyOf === undefined) {
    await start();
  }
  return {
    urlOf,
    start,
    resume,
    dataDir,
    account,
    port,
    crash: () => end('SIGQUIT'),
    stop: () => end('SIGINT'),
    follow: (primary) => makeStandby(dataDir, primary, account),
    backUp: (to) => baseBackup(urlOf('postgres'), dataDir, to),
    async restore(from) {
      await end('SIGINT');
      rmSync(dataDir, { recursive: true });
      cpSync(from, dataDir, { recursive: true });
      giveTo(account, dataDir);
      await start();
    },
    connectionInfo: `host=127.0.0.1 port=${port} user=${USER} password=${PASSWORD}`,
    signal: (signal) => child?.pid && signalTree(child.pid, signal),
    async close() {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function makeStandby(dataDir: string, { connectionInfo }: PostgresServer, account: Account): void {
  writeFileSync(join(dataDir, 'standby.signal'), '');
  appendFileSync(join(dataDir, 'postgresql.auto.conf'), `\nprimary_conninfo = '${connectionInfo}'\n`);
  giveTo(account, dataDir);
}

/** The server's account must own the files, unlike root's copy. */
function giveTo({ uid, gid }: Account, dataDir: string): void {
  if (uid !== undefined && gid !== undefined) {
    for (const name of ['.', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })]) {
      chownSync(join(dataDir, name), uid, gid);
    }
  }
  chmodSync(dataDir, 0o700);
}

function settings(more: Readonly<Record<string, string>>): string[] {
  const given = { max_connections: CONNECTIONS_MAX, listen_addresses: '127.0.0.1', unix_socket_directories: '' };
  return Object.entries({ ...given, ...more }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function initialise(initdb: string, dataDir: string, passwordFile: string, account: Account, segmentMb: number): void {
  mkdirSync(dataDir, { mode: 0o700 });
  writeFileSync(passwordFile, PASSWORD);
  if (account.uid !== undefined && account.gid !== undefined) {
    for (const path of [dataDir, passwordFile]) {
      chownSync(path, account.uid, account.gid);
    }
  }
  const given = [
    '--auth=scram-sha-256',
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
    `--wal-segsize=${segmentMb}`,
  ];
  execFileSync(initdb, [`--pgdata=${dataDir}`, '--no-sync', ...given], { ...account, stdio: 'pipe' });
}

async function untilAnswering(url: string, child: ChildProcess, said: () => string): Promise<void> {
  for (let waited = 0; ; waited += START_POLL_MS) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      const ended = child.exitCode !== null;
      if (ended || waited >= START_MS_MAX) {
        throw new Error(`PostgreSQL did not start: ${said()}`, { cause: error });
      }
      await pause(START_POLL_MS);
    }
  }
}
