/**
 * F17. Two gateway processes behind one port are replaced one after another while shops pay over kept and over new
 * connections: no request fails. Then one of them is killed: the other one answers.
 */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { counted } from '../support/counted.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { bookByOrder } from './acquirer-book.ts';
import { type KeptConnections, keepPaying } from './kept-connections.ts';
import { counting, grouped, report, rounds } from './report.ts';

const RESTARTS = rounds('RESTARTS', 1);
const KEPT = 10;
const FRESH = 5;
const RESTART_MS_MAX = 120_000;

let stack: Stack;
let port: number;
beforeAll(async () => {
  stack = await startStack({ served: 2 });
  [{ port = 0 } = {}] = stack.gateways;
});
afterAll(() => stack.close());

interface LogLine {
  readonly msg: string;
  readonly pid: number;
  readonly child?: number;
}

const logged = (msg: string) =>
  stack.gateway
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as LogLine)
    .filter((line) => line.msg === msg);

const until = (seen: () => unknown) => vi.waitUntil(seen, { timeout: RESTART_MS_MAX, interval: 50 });

/** The processes in the metrics, which any of them answers for all. */
async function processesInMetrics(): Promise<number[]> {
  const page = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return [...page.matchAll(/^turnpike_process_info\{.*pid="(\d+)"/gm)].map(([, pid]) => Number(pid)).sort();
}

function failuresIn({ met }: KeptConnections): number {
  return [...met].reduce((sum, [what, count]) => sum + (what === '201' ? 0 : count), 0);
}

it(
  'replaces both processes without a failed request, and answers while one that was killed is replaced',
  async () => {
    await until(() => logged('gateway is listening').length === 2);
    const before = logged('gateway is listening').map(({ pid }) => pid);
    expect(await processesInMetrics()).toEqual(before.sort());
    await stack.acquirer.misbehave({ mode: 'DELAY', delayMs: 100 });

    const shops = keepPaying(port, KEPT, FRESH);
    for (let restart = 1; restart <= RESTARTS; restart += 1) {
      stack.gateway.signal('SIGHUP');
      await until(() => logged('all gateway processes were replaced').length === restart);
    }
    await shops.end();
    const after = logged('gateway is listening')
      .map(({ pid }) => pid)
      .slice(-2);
    expect(await processesInMetrics()).toEqual(after.sort());
    const book = bookByOrder(stack.ledgerFile);
    const states = shops.orders.map(
      (order) =>
        book
          .get(order)
          ?.map(({ state }) => state)
          .join() ?? 'none',
    );

    const [killed = 0] = after;
    const others = keepPaying(port, 0, FRESH);
    process.kill(killed, 'SIGKILL');
    await until(() => logged('gateway is listening').length === 2 * RESTARTS + 3);
    const failedByKill = failuresIn(others);
    await others.end();
    report('F17 processes behind one port', [
      counting(RESTARTS, 'restart'),
      '2 processes',
      `${KEPT} clients with kept connections, ${FRESH} with new ones`,
      `${grouped(shops.orders.length)} payments`,
      `${failuresIn(shops)} failed`,
      `${states.filter((state) => state !== 'APPROVED').length} orders without exactly one movement`,
      `after SIGKILL of one of them ${failedByKill} of ${grouped(others.orders.length)} payments failed`,
    ]);
    expect(Object.fromEntries(shops.met)).toEqual({ 201: shops.orders.length });
    expect(counted(states)).toEqual({ APPROVED: shops.orders.length });
    // Those that the killed process had.
    expect(failedByKill).toBeLessThanOrEqual(FRESH);
    expect(others.met.get('201')).toBeGreaterThan(0);
    expect(await stack.gateway.stop()).toBe(0);
  },
  (RESTARTS + 2) * RESTART_MS_MAX,
);
