/** The sandbox as a process of its own, on unused ports, in a temporary folder. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const SANDBOX = fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url));
const START_MS_MAX = 60_000;
const STOP_MS_MAX = 10_000;
const POLL_MS = 25;

/** Sandbox speeds, by which delays are divided: ten seconds become ten milliseconds, or about a quarter of an hour. */
const SPEEDS = { AT_ONCE: '1000', NOT_BY_ITSELF: '0.01' } as const;

export interface SandboxOptions {
  /** When delayed results arrive. NOT_BY_ITSELF: only after a control call. */
  readonly later: keyof typeof SPEEDS;
  /** The port of the sandbox's banks. Absent: they are not served. */
  readonly banksPort?: number;
}

export interface SandboxProcess {
  readonly origin: string;
  /** The folder of its ledgers and secrets. */
  readonly folder: string;
  close(): Promise<void>;
}

/** @throws Error with the last output on stderr if it does not start */
export async function startSandbox(options: SandboxOptions): Promise<SandboxProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-simulator-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const port = await freePort();
    const child = forkSandbox(folder, port, options);
    const origin = `http://127.0.0.1:${port}`;
    await ready(child, origin);
    return { origin, folder, close: () => stopProcess(child).then(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

function forkSandbox(folder: string, port: number, { later, banksPort }: SandboxOptions): ChildProcess {
  return fork(SANDBOX, [], {
    // The channel closes when this process ends, and the sandbox's process then ends too.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
    env: {
      ...process.env,
      DATA_DIR: folder,
      SANDBOX_PORT: String(port),
      SANDBOX_BANKS_PORT: banksPort === undefined ? '' : String(banksPort),
      SANDBOX_SMTP_PORT: '',
      SANDBOX_SPEED: SPEEDS[later],
      SANDBOX_API_PASSWORD: '',
      PROVIDERS: '',
      PUBLIC_ORIGIN: '',
      PORT: '',
      ACQUIRER_URL: 'iso8583://127.0.0.1:0',
      LOG_LEVEL: 'error',
    },
  });
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function ready(child: ChildProcess, origin: string): Promise<void> {
  let last = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    last = chunk.toString().trim() || last;
  });
  const until = performance.now() + START_MS_MAX;
  while (child.exitCode === null && performance.now() < until) {
    const response = await fetch(origin).catch(() => undefined);
    if (response?.ok) {
      await response.body?.cancel();
      return;
    }
    await pause(POLL_MS);
  }
  await stopProcess(child);
  throw new Error(`The sandbox did not start. ${last}`);
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX);
  await gone;
  clearTimeout(timer);
}
