/**
 * The supervisor of `turnpike serve`, or the script between it and npm, is killed while shops pay: its gateway
 * processes complete their payments and end, and the port is free.
 */
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';
import { counted } from '../support/counted.ts';
import { onPostgres } from '../support/database-place.ts';
import { createService } from '../support/service.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { bookByOrder } from './acquirer-book.ts';
import { keepPaying } from './kept-connections.ts';
import { counting, report } from './report.ts';

const PROCESSES = onPostgres() ? 2 : 1;
const CLIENTS = 5;
const PAYMENTS = 20;
const END_MS_MAX = 60_000;
const TEST_MS_MAX = 6 * END_MS_MAX;

const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

let stack: Stack;
let pids: readonly number[] = [];
afterEach(async () => {
  for (const pid of pids.filter(isAlive)) {
    process.kill(pid, 'SIGKILL');
  }
  await stack.close();
});

interface LogLine {
  readonly msg: string;
  readonly pid: number;
}

/** @returns the ids of the processes that wrote the message */
function pidsOf(output: string, msg: string): number[] {
  const lines = output.split('\n').filter((line) => line.startsWith('{') && line.endsWith('}'));
  return lines.map((line) => JSON.parse(line) as LogLine).flatMap((line) => (line.msg === msg ? [line.pid] : []));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const until = (seen: () => unknown) => vi.waitUntil(seen, { timeout: END_MS_MAX, interval: 25 });

it.each([
  ['the supervisor', 'src/start/serve/main.ts'],
  ['the script between it and npm', 'scripts/run.mjs'],
])(
  'no process is left when %s is killed, and each payment is made once',
  { timeout: TEST_MS_MAX },
  async (what, script) => {
    stack = await startStack();
    const [{ port = 0 } = {}] = stack.gateways;
    await stack.gateway.stop();
    const args = ['--processes', `${PROCESSES}`];
    const served = createService({
      script: pathOf(script),
      args: script.startsWith('scripts/') ? ['src/start/serve/main.ts', ...args] : args,
      env: { ...stack.settings, DATA_DIR: stack.dataDir },
      readyUrl: `http://127.0.0.1:${port}/readyz`,
    });
    await served.start();
    await until(() => pidsOf(served.output(), 'gateway is listening').length === PROCESSES);
    pids = ['starting gateway processes', 'gateway is listening'].flatMap((msg) => pidsOf(served.output(), msg));
    expect(pids).toHaveLength(1 + PROCESSES);
    await stack.acquirer.misbehave({ mode: 'DELAY', delayMs: 100 });
    const shops = keepPaying(port, CLIENTS);
    await until(() => shops.orders.length >= PAYMENTS);

    const killedAt = performance.now();
    served.signal('SIGKILL');
    await until(() => !pids.some(isAlive));
    const tookMs = performance.now() - killedAt;
    await shops.end();
    const paid = shops.met.get('201') ?? 0;
    const movements = [...bookByOrder(stack.ledgerFile).values()].map((ofOrder) =>
      ofOrder.map(({ state }) => state).join(),
    );
    report('Killed supervisor', [
      what,
      counting(PROCESSES, 'process', 'processes'),
      `no process after ${Math.round(tookMs)} ms`,
      `${paid} payments answered`,
    ]);
    expect(counted(movements)).toEqual({ APPROVED: movements.length });
    expect(movements.length).toBeGreaterThanOrEqual(paid);
    // The port is free for the next one.
    await stack.gateway.start();
  },
);
