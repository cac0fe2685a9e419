/**
 * F17. Two processes behind a balancer are restarted in turn while fifty shops pay over persistent connections: no
 * request fails.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { counted } from '../support/counted.ts';
import { freePorts } from '../support/ports.ts';
import { type GatewayProcess, type Stack, startStack } from '../support/stack.ts';
import { bookByOrder } from './acquirer-book.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { keepPaying } from './kept-connections.ts';
import { counting, grouped, report, rounds } from './report.ts';

const RESTARTS = rounds('RESTARTS', 3);
const CLIENTS = 50;
const DRAIN_MS_MAX = 30_000;
const RESTART_MS_MAX = 60_000;

let stack: Stack;
let balancer: Balancer;
let port: number;
beforeAll(async () => {
  [port = 0] = await freePorts(1);
  stack = await startStack({ processes: 2, balancerPort: port });
  balancer = await startBalancer(
    port,
    stack.gateways.map((gateway) => gateway.port),
  );
});
afterAll(async () => {
  await balancer.close();
  await stack.close();
});

it(
  'a rolling restart resets no connection, answers no 5xx and loses no payment',
  async () => {
    await stack.merchant.introduce();
    // The latency of a real acquirer: at any moment most shops wait for it.
    await stack.acquirer.misbehave({ mode: 'DELAY', delayMs: 100 });
    const shops = keepPaying(port, CLIENTS);
    const drainedMs: number[] = [];
    const exits: (number | null)[] = [];
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      const { service } = stack.gateways[restart % 2] as GatewayProcess;
      const since = performance.now();
      exits.push(await service.stop());
      drainedMs.push(performance.now() - since);
      await service.start();
    }
    await shops.end();
    const book = bookByOrder(stack.ledgerFile);
    const states = shops.orders.map(
      (order) =>
        book
          .get(order)
          ?.map(({ state }) => state)
          .join() ?? 'none',
    );
    const [fives, broken] = [/^5/, /^[^0-9]/].map((pattern) =>
      [...shops.met].reduce((sum, [what, count]) => sum + (pattern.test(what) ? count : 0), 0),
    );
    report('F17 rolling restarts', [
      counting(RESTARTS, 'SIGTERM'),
      '2 processes',
      `${CLIENTS} clients with kept connections`,
      `${grouped(shops.orders.length)} payments`,
      `${broken} connections reset or refused`,
      `${fives} answers of 5xx`,
      `drained after ${Math.round(Math.max(...drainedMs))} ms at most`,
      `${states.filter((state) => state !== 'APPROVED').length} orders without exactly one movement`,
    ]);
    expect(Object.fromEntries(shops.met)).toEqual({ 201: shops.orders.length });
    expect(counted(states)).toEqual({ APPROVED: shops.orders.length });
    expect(Math.max(...drainedMs)).toBeLessThan(DRAIN_MS_MAX);
    expect(new Set(exits)).toEqual(new Set([0]));
  },
  (RESTARTS + 1) * RESTART_MS_MAX,
);
