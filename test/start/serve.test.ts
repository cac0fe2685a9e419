/**
 * `turnpike serve` with small programs in place of its gateway processes: a real supervisor, real processes, sockets
 * and signals. `test/faults/serve.test.ts` has real gateways.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readCall, ServeUsageError } from '../../src/start/serve/call.ts';
import { requireLogLines } from '../support/log-lines.ts';
import { freePorts } from '../support/ports.ts';

/** The supervisor and all of its modules. */
const PARTS = ['contract/durations.ts', 'platform', 'start'];
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Answers with its process id at every path, and leaves as a gateway does. Files beside it change its behaviour. */
const STAND_IN = `
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { Server } from 'node:net';
import { supervisorOf } from './platform/supervision.ts';
const supervisor = supervisorOf(process.env);
if (existsSync('refuses')) {
  process.stderr.write('ACQUIRER_URL is not set.\\n');
  process.exit(1);
}
let isClosing = false;
const server = createServer((request, response) => {
  if (isClosing) response.setHeader('connection', 'close');
  response.end(String(process.pid));
});
supervisor.onStop(() => {
  isClosing = true;
  // Without the idle connections, which the clients close after their next answer.
  Server.prototype.close.call(server, () => process.exit(0));
});
process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => undefined);
server.listen({ fd: supervisor.listener }, () => {
  supervisor.tell('LISTENING');
  if (!existsSync('unready')) supervisor.tell('READY');
});
`;

const SUPERVISOR = 'src/start/serve/main.ts';
/** Starts the supervisor, as the script between it and npm does. */
const LAUNCHER = `
require('node:child_process').spawn(process.execPath, ['${SUPERVISOR}', ...process.argv.slice(1)], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
`;

const ENV = { DATABASE_URL: 'postgres://payments@db.internal/turnpike', ADMIN_PORT: '', HOST: '127.0.0.1' };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-serve-'));
  for (const path of PARTS) {
    cpSync(join(ROOT, 'src', path), join(folder, 'src', path), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module","version":"1.2.3"}');
  writeFileSync(join(folder, 'src', 'server.ts'), STAND_IN);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A start takes seconds on a busy machine. */
const START_MS_MAX = 60_000;
const TEST_MS_MAX = 3 * START_MS_MAX;
/** The pause of a shop between two requests, so that it leaves the processor to the processes that start. */
const BETWEEN_MS = 5;

const until = (seen: () => unknown) => vi.waitUntil(seen, { timeout: START_MS_MAX, interval: 25 });

interface Served {
  readonly child: ChildProcess;
  readonly port: number;
  /** Resolves with the exit code, and the text on stderr. */
  readonly ended: Promise<{ readonly code: number | null; readonly err: string }>;
  /** The lines of the supervisor's log with this message. */
  logged(msg: string): Record<string, unknown>[];
}

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) {
    child.kill('SIGTERM');
  }
});

async function serve(
  args: readonly string[] = ['--processes', '2'],
  env: Readonly<Record<string, string>> = {},
  program: readonly string[] = [SUPERVISOR],
): Promise<Served> {
  const [port = 0] = await freePorts(1);
  const child = spawn(process.execPath, [...program, ...args], {
    cwd: folder,
    env: { ...process.env, ...ENV, PORT: `${port}`, ...env },
  });
  started.push(child);
  let out = '';
  child.stdout.on('data', (data) => {
    out += data;
  });
  const err = text(child.stderr);
  const ended = once(child, 'close').then(async ([code]) => ({ code, err: await err }));
  const logged = (msg: string) => {
    const lines = out.split('\n').slice(0, -1);
    requireLogLines(lines);
    return lines.map((line) => JSON.parse(line)).filter((line) => line.msg === msg);
  };
  return { child, port, ended, logged };
}

/** @returns the process id that answers */
function ask(port: number, agent: Agent | false = false): Promise<number> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, agent }, (response) =>
      text(response).then((pid) => resolve(Number(pid)), reject),
    ).on('error', reject);
  });
}

/** The processes that answer on new connections, once there are so many. */
async function answering(port: number, count = 2): Promise<number[]> {
  const seen = new Set<number>();
  await until(async () => {
    seen.add(await ask(port).catch(() => 0));
    seen.delete(0);
    return seen.size === count;
  });
  return [...seen];
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('with two processes', { timeout: TEST_MS_MAX }, () => {
  it('replaces both without a failed request, on new and on kept connections, and stops with all of them', async () => {
    const { child, port, logged, ended } = await serve();
    const before = await answering(port);
    let isOver = false;
    let requests = 0;
    const shop = async (agent: Agent | false) => {
      while (!isOver) {
        await ask(port, agent);
        requests += 1;
        await pause(BETWEEN_MS);
      }
    };
    const agents = Array.from({ length: 4 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    const shops = Promise.all([...agents, false as const, false as const].map(shop));
    child.kill('SIGHUP');
    await until(() => logged('all gateway processes were replaced').length === 1);
    isOver = true;
    await shops;
    const after = await answering(port);
    expect(requests).toBeGreaterThan(100);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
    expect(before.filter(isAlive)).toEqual([]);
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: 0, err: '' });
    expect(after.filter(isAlive)).toEqual([]);
  });

  it('keeps both if a new one does not start, and says why in one line', async () => {
    const { child, port, logged } = await serve();
    const before = await answering(port);
    writeFileSync(join(folder, 'refuses'), '');
    try {
      child.kill('SIGHUP');
      await until(() => logged('a new gateway process is not ready: the others go on').length === 1);
    } finally {
      rmSync(join(folder, 'refuses'));
    }
    expect(logged('a new gateway process is not ready: the others go on')).toMatchObject([
      { level: 50, reason: 'ACQUIRER_URL is not set.' },
    ]);
    expect(new Set(await answering(port))).toEqual(new Set(before));
  });

  it('answers while one that was killed is replaced', async () => {
    const { port, logged } = await serve();
    const [killed = 0, other] = await answering(port);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await until(async () => {
      const pid = await ask(port, agent);
      return pid === other || void agent.destroy();
    });
    process.kill(killed, 'SIGKILL');
    await until(() => logged('a gateway process ended and is replaced').length === 1);
    expect(await ask(port, agent)).toBe(other);
    expect(logged('a gateway process ended and is replaced')).toMatchObject([{ child: killed, reason: 'SIGKILL' }]);
    expect(await answering(port)).not.toContain(killed);
  });

  it('leaves no process behind if it is killed', async () => {
    const { child, port } = await serve();
    const pids = await answering(port);
    child.kill('SIGKILL');
    await until(() => pids.filter(isAlive).length === 0);
  });

  it('stops with all of them if the process that started it is killed', async () => {
    const { child, port, logged, ended } = await serve(['--processes', '2'], {}, ['--eval', LAUNCHER, '--']);
    const pids = await answering(port);
    child.kill('SIGKILL');
    // The supervisor has the same standard output.
    await ended;
    expect(logged('stopping all gateway processes')).toMatchObject([{ signal: 'disconnect' }]);
    expect(pids.filter(isAlive)).toEqual([]);
  });
});

it('ends with the sentence of the first process, if that does not start', async () => {
  writeFileSync(join(folder, 'refuses'), '');
  try {
    const { ended } = await serve();
    expect(await ended).toEqual({ code: 1, err: 'ACQUIRER_URL is not set.\n' });
  } finally {
    rmSync(join(folder, 'refuses'));
  }
});

it('names the setting if its port is in use', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  try {
    const { ended } = await serve(['--processes', '2'], { PORT: `${port}` });
    const err = `127.0.0.1:${port} is in use by another process: set PORT to another one.\n`;
    expect(await ended).toEqual({ code: 1, err });
  } finally {
    server.close();
  }
});

it('refuses several processes with SQLite in one line, which says how to go on', async () => {
  const { ended } = await serve(['--processes', '2'], { DATABASE_URL: '' });
  const line =
    /^--processes 2 cannot be used with SQLite.*: set DATABASE_URL to a PostgreSQL database, or .*--processes 1\.\n$/;
  expect(await ended).toEqual({ code: 1, err: expect.stringMatching(line) });
});

it.each([
  [[], ServeUsageError],
  [['--processes'], ServeUsageError],
  [['--processes', '0'], ServeUsageError],
  [['--processes', '65'], ServeUsageError],
  [['--processes', '2', '3'], ServeUsageError],
])('refuses the call %j', (args, error) => {
  expect(() => readCall(args, ENV)).toThrow(error);
});

it.each([
  [['--processes=3'], {}, { processes: 3, main: { host: '127.0.0.1', port: 8080, setting: 'PORT' }, admin: undefined }],
  [
    ['--processes', '1'],
    { DATABASE_URL: 'sqlite:x.db', HOST: '10.0.0.1', PORT: '443', ADMIN_PORT: '9090' },
    {
      processes: 1,
      main: { host: '10.0.0.1', port: 443, setting: 'PORT' },
      admin: { host: '10.0.0.1', port: 9090, setting: 'ADMIN_PORT' },
    },
  ],
])('reads the call %j with the settings %j', (args, env, call) => {
  expect(readCall(args, { ...ENV, ...env })).toMatchObject(call);
});
