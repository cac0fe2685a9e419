/**
 * The HTTP listener under attack: password guesses, idle connections and floods of refused requests from one address,
 * with the latency of honest payments before, during and after. Latencies are reported; success is required.
 */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { counted } from '../support/counted.ts';
import { MERCHANT_PATH } from '../support/merchant.ts';
import { type Stack, startStack } from '../support/stack.ts';
import type { AttackOrder, AttackResult } from './attack-thread.ts';
import { holdSockets, send } from './attackers.ts';
import { payFor } from './honest-payments.ts';
import { grouped, percentile, report, rounds } from './report.ts';

const SECONDS = rounds('DOOR_SECONDS', 2);
const SOCKETS = rounds('DOOR_SOCKETS', 2_000);
const NEW_CONNECTIONS = 100;
/** The rate that a single attacking host sends without effort. */
const REFUSALS_PER_SECOND = 1_000;
const FLOOD_CONNECTIONS = 20;
const RUN_MS_MAX = 300_000;
/** The address of the honest clients, different from the attackers'. */
const ELSEWHERE = '127.0.0.2';
/** Linux counts a process's time in hundredths of a second. */
const MS_PER_TICK = 10;

let stack: Stack;
let port: number;
beforeAll(async () => {
  stack = await startStack();
  ({ port } = stack.gateways[0]!);
  // A process compiles its code during the first payments.
  await payFor(SECONDS * 1_000, port);
});
afterAll(() => stack.close());

const figures = (ms: readonly number[]) =>
  `p50 ${percentile(ms, 50).toFixed(1)} ms, p99 ${percentile(ms, 99).toFixed(1)} ms of ${grouped(ms.length)}`;

interface Attack {
  stop(): Promise<AttackResult>;
}

/** Runs on a thread of its own. */
function attacked(order: Omit<AttackOrder, 'port'>): Attack {
  const worker = new Worker(new URL('./attack-thread.ts', import.meta.url), { workerData: { port, ...order } });
  return {
    async stop() {
      worker.postMessage('stop');
      const [result] = (await once(worker, 'message')) as [AttackResult];
      await worker.terminate();
      return result;
    },
  };
}

/** The gateway's processor time while `work` runs, in percent; undefined if the system does not report it. */
async function processorShare(work: () => Promise<unknown>): Promise<string> {
  const ticks = () => {
    const file = `/proc/${stack.gateway.pid()}/stat`;
    const fields = existsSync(file) ? readFileSync(file, 'utf8').split(') ')[1]!.split(' ') : [];
    return Number(fields[11]) + Number(fields[12]);
  };
  const [before, since] = [ticks(), performance.now()];
  await work();
  return `${((((ticks() - before) * MS_PER_TICK) / (performance.now() - since)) * 100).toFixed(0)} %`;
}

/** @param begin the attack @param from the address of the honest clients */
async function measured(
  what: string,
  begin: () => Promise<Attack> | Attack,
  from?: string,
): Promise<AttackResult['met']> {
  const honest = () => payFor(SECONDS * 1_000, port, from);
  const before = await honest();
  const attack = await begin();
  const during = await honest();
  const alone = await processorShare(() => pause(SECONDS * 1_000));
  const { met, perSecond } = await attack.stop();
  const after = await honest();
  report(`the door, ${what}`, [
    `before ${figures(before.ms)}`,
    `during ${figures(during.ms)}`,
    `after ${figures(after.ms)}`,
    `${grouped(Math.round(perSecond))} answers a second to the attack, which alone take ${alone} of a processor`,
    `load ${loadavg()[0]!.toFixed(1)}`,
  ]);
  for (const { met: answers } of [before, during, after]) {
    expect(Object.keys(counted(answers))).toEqual(['201']);
  }
  return met;
}

const REFUSED = ['401', '403', '503'];

describe('guessing', () => {
  it.each([4, 20, 50])(
    'at ever new merchants on %i connections stops no payment',
    async (connections) => {
      const met = await measured(`guessing at ever new merchants on ${connections} connections`, () =>
        attacked({ connections, guessAt: 'ANYONE' }),
      );
      expect([...met.keys()].filter((outcome) => !REFUSED.includes(outcome))).toEqual([]);
    },
    RUN_MS_MAX,
  );

  it(
    'at one merchant on 50 connections stops no payment of it, from the same address and right after a start',
    async () => {
      await stack.gateway.kill();
      await stack.gateway.start();
      const met = await measured('guessing at one merchant on 50 connections', () =>
        attacked({ connections: 50, guessAt: 'TESTSHOP' }),
      );
      expect([...met.keys()].filter((outcome) => !REFUSED.includes(outcome))).toEqual([]);
    },
    RUN_MS_MAX,
  );
});

it(
  'thousands of idle connections of one address do not keep other addresses out',
  async () => {
    const outcomes: string[] = [];
    await measured(
      `${grouped(SOCKETS)} resting connections`,
      async () => {
        const since = performance.now();
        const sockets = await holdSockets(port, SOCKETS);
        const perSecond = SOCKETS / ((performance.now() - since) / 1_000);
        for (let tries = 0; tries < NEW_CONNECTIONS; tries += 1) {
          outcomes.push(await send({ port, method: 'GET', path: '/readyz', headers: {}, localAddress: ELSEWHERE }));
        }
        return {
          stop: async () => {
            for (const socket of sockets) {
              socket.destroy();
            }
            return { met: new Map(), perSecond };
          },
        };
      },
      ELSEWHERE,
    );
    expect(counted(outcomes)).toEqual({ '200': NEW_CONNECTIONS });
  },
  RUN_MS_MAX,
);

describe('a flood of refusals', () => {
  it.each<[string, string, Record<string, string>, readonly string[]]>([
    ['another host', '/docs', { host: 'evil.example' }, ['421']],
    ['a malformed host', '/docs', { host: 'localhost:8080@evil.example' }, ['421']],
    ['a page that there is not', '/nowhere', {}, ['404']],
    ['no credentials', `${MERCHANT_PATH}/order/x`, {}, ['401']],
    ['searches of the reference', '/docs/search?q=order', {}, ['200', '503']],
  ])(
    'for %s stops no payment',
    async (what, path, headers, statuses) => {
      const met = await measured(`up to ${grouped(REFUSALS_PER_SECOND)} refusals a second for ${what}`, () =>
        attacked({ connections: FLOOD_CONNECTIONS, path, headers, perSecond: REFUSALS_PER_SECOND }),
      );
      expect([...met.keys()].filter((outcome) => !statuses.includes(outcome))).toEqual([]);
    },
    RUN_MS_MAX,
  );
});
