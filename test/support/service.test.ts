import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { freePorts } from './ports.ts';
import { createService } from './service.ts';

const pathOf = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

it.each([
  ['SIGKILL', 'runs'],
  ['SIGTERM', 'runs'],
  ['SIGKILL', 'is stopped'],
] as const)('a service ends with its starter, which %s ended, while the service %s', async (signal, state) => {
  const [port] = await freePorts(1);
  const starter = spawn(process.execPath, [pathOf('starter.ts')], { env: { ...process.env, PORT: `${port}` } });
  onTestFinished(() => void starter.kill('SIGKILL'));
  const [text] = (await once(starter.stdout, 'data')) as [Buffer];
  const pid = Number(text.toString());
  onTestFinished(() => end(pid));
  expect(await accepts(port)).toBe(true);
  if (state === 'is stopped') {
    process.kill(pid, 'SIGSTOP');
  }
  starter.kill(signal);
  await expect.poll(() => accepts(port), { timeout: 20_000 }).toBe(false);
});

it('a service keeps its process id and its signal handling', async () => {
  const [port] = await freePorts(1);
  const service = createService({
    script: pathOf('stubborn-service.ts'),
    env: { PORT: `${port}` },
    readyUrl: `http://127.0.0.1:${port}/`,
  });
  onTestFinished(() => service.kill());
  await service.start();
  service.signal('SIGTERM');
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  process.kill(service.pid(), 'SIGKILL');
  await service.ended();
  expect(await accepts(port)).toBe(false);
});

it('a service that is never ready is ended when its start times out, so that the next start has its port', async () => {
  const [port, silent] = await freePorts(2);
  const service = createService({
    script: pathOf('stubborn-service.ts'),
    env: { PORT: `${port}` },
    readyUrl: `http://127.0.0.1:${silent}/`,
    startMsMax: 2_000,
  });
  onTestFinished(() => service.kill());
  await expect(service.start()).rejects.toThrow('is not ready after 2000 ms');
  expect(await accepts(port)).toBe(false);
});

/** Also true if the listening process is stopped: the system accepts for it. */
async function accepts(port: number | undefined): Promise<boolean> {
  const socket = connect(Number(port), '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended, as it should.
  }
}
