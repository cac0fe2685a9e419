/** The sandbox as a process of its own, on ports that nobody else has. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const SANDBOX = fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url));
/** What takes ten seconds at its providers takes ten milliseconds. */
const SPEED = '1000';
const START_MS_MAX = 60_000;
const STOP_MS_MAX = 10_000;
const POLL_MS = 25;

export interface SandboxProcess {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * @param folder its ledgers and secrets
 * @throws Error with what it said last, where it does not start
 */
export async function startSandbox(folder: string): Promise<SandboxProcess> {
  const port = await freePort();
  const child = fork(SANDBOX, [], {
    // It ends with this process: the channel closes then.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
    env: {
      ...process.env,
      DATA_DIR: folder,
      SANDBOX_PORT: String(port),
      SANDBOX_SMTP_PORT: '',
      SANDBOX_SPEED: SPEED,
      SANDBOX_API_PASSWORD: '',
      PUBLIC_ORIGIN: '',
      PORT: '',
      ACQUIRER_URL: 'iso8583://127.0.0.1:0',
      LOG_LEVEL: 'error',
    },
  });
  const origin = `http://127.0.0.1:${port}`;
  await ready(child, origin);
  return { origin, close: () => ended(child) };
}

async function freePort(): Promise<number> {
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
  await ended(child);
  throw new Error(`The sandbox did not start. ${last}`);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX);
  await gone;
  clearTimeout(timer);
}
