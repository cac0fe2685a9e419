/**
 * C7. Four gateway processes on one database. One at a time is stopped for longer than its lease, with requests under
 * way: when it continues it has been evicted, and does no damage.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HEARTBEAT_INTERVAL_MS, MISSED_HEARTBEATS_MAX } from '../../src/core/workers/heartbeat.ts';
import { newOrderId } from '../support/merchant.ts';
import { seededRandom } from '../support/random.ts';
import { type GatewayProcess, type Stack, startStack } from '../support/stack.ts';
import { bookByOrder } from './acquirer-book.ts';
import { startLoad } from './load.ts';
import { GROUNDS, orderOn, pairsOf, race } from './races.ts';
import { counting, report, rounds } from './report.ts';
import { BODIES } from './scripts.ts';
import { judge, NO_FLAWS } from './verdict.ts';

const PROCESSES = 4;
const PAUSES = rounds('PAUSES', 1);
/** Two polls longer than the others wait. */
const PAUSE_MS = (MISSED_HEARTBEATS_MAX + 3) * HEARTBEAT_INTERVAL_MS;
const CLIENTS = 20;
/** Orders that the stopped process has locked. */
const HELD = 10;
/** With this delay a message's answer comes when the process that sent it runs again. */
const SLOW_ACQUIRER_MS = 5_000;
const CAPTURES = 20;
const PAUSE_ROUND_MS_MAX = 180_000;

const random = seededRandom(process.env.TURNPIKE_FAULT_SEED);

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ processes: PROCESSES });
  await Promise.all(stack.gateways.map(({ merchant }) => merchant.introduce()));
});
afterAll(async () => {
  await stack.close();
});

it(
  'a process that stands still for longer than its lease does not undo the work of others',
  async () => {
    const { acquirer, gateways, ledgerFile } = stack;
    const load = startLoad(
      gateways.map(({ merchant }) => merchant),
      { clients: CLIENTS, random },
    );
    const taken: string[] = [];
    let buried = 0;
    let races = 0;
    for (let round = 0; round < PAUSES; round += 1) {
      await load.more(CLIENTS * 5);
      const stopped = gateways[round % PROCESSES] as GatewayProcess;
      const others = gateways.filter((one) => one !== stopped);
      const [another] = others as [GatewayProcess];
      // It stops with these payments at the acquirer, and with a part of the load under way.
      await acquirer.misbehave({ mode: 'DELAY', delayMs: SLOW_ACQUIRER_MS });
      const orders = Array.from({ length: HELD }, newOrderId);
      const held = orders.map((order) => stopped.merchant.pay(order, '1'));
      await acquirer.ledgerOnce((ledger) => {
        const arrived = new Set(ledger.map(({ order }) => order));
        return orders.every((order) => arrived.has(order));
      });
      stopped.service.signal('SIGSTOP');
      await acquirer.misbehave({ mode: 'NONE' });
      const woken = pause(PAUSE_MS).then(() => stopped.service.signal('SIGCONT'));
      const racing = raceUntil(woken, others);
      const second = await Promise.all(orders.map((order) => paidAt(another, order)));
      await woken;
      races += await racing;
      const first = await Promise.all(held);
      taken.push(
        ...orders.filter(
          (_, index) => first[index]?.body.response?.gatewayCode !== 'TIMED_OUT' || second[index] !== 'SUCCESS',
        ),
      );
      buried += others.filter(({ service }) => service.output().includes('has no heartbeat')).length > 0 ? 1 : 0;
      const reversed = await acquirer.ledgerOnce((ledger) =>
        orders.every((order) => ledger.some((entry) => entry.order === order && entry.state === 'REVERSED')),
      );
      const book = Map.groupBy(reversed, ({ order }) => order);
      taken.push(
        ...orders.filter(
          (order) =>
            book
              .get(order)
              ?.map(({ state }) => state)
              .join() !== 'REVERSED,APPROVED',
        ),
      );
    }
    await load.end();
    const { flaws, facts } = await judge(load.attempts, stack);
    const twice = [...bookByOrder(ledgerFile).values()].filter(
      (rows) => rows.filter(({ kind, state }) => kind === 'CAPTURE' && state === 'APPROVED').length > 1,
    );
    report('C7 processes stopped for longer than their lease', [
      `${counting(PAUSES, 'pause')} of ${PAUSE_MS / 1_000} s`,
      `${PROCESSES} processes`,
      `seed ${random.seed}`,
      `${buried} taken for dead`,
      `${PAUSES * HELD} orders held and paid by another`,
      `${taken.length} of them with another end`,
      `${counting(races, 'race')} meanwhile`,
      ...facts,
      `${twice.length} authorizations captured twice`,
    ]);
    expect(taken).toEqual([]);
    expect(twice).toEqual([]);
    expect(buried).toBe(PAUSES);
    expect(flaws).toEqual(NO_FLAWS);
  },
  (PAUSES + 1) * PAUSE_ROUND_MS_MAX,
);

/** Pays the order under another id as soon as it is unlocked. @returns the result */
async function paidAt({ merchant }: GatewayProcess, order: string): Promise<string | undefined> {
  for (;;) {
    const { body } = await merchant.pay(order, '2');
    if (body.response?.gatewayCode !== 'LOCK_FAILURE') {
      return body.result;
    }
    await pause(HEARTBEAT_INTERVAL_MS / 4);
  }
}

/**
 * C4 and C5 at the running processes.
 * @returns the number of races
 * @throws if fifty captures make more or less than one
 */
async function raceUntil(over: Promise<void>, processes: readonly GatewayProcess[]): Promise<number> {
  const merchants = processes.map(({ merchant }) => merchant);
  let isOver = false;
  void over.then(() => {
    isOver = true;
  });
  const pairs = GROUNDS.flatMap((ground) => pairsOf(ground).map((pair) => ({ ground, pair })));
  let count = 0;
  while (!isOver) {
    const order = await orderOn(GROUNDS[0]!, merchants[0]!);
    const captures = Array.from({ length: CAPTURES }, (_, index) =>
      merchants[index % merchants.length]!.call('PUT', `/order/${order}/transaction/c${index}`, BODIES.CAPTURE),
    );
    const made = (await Promise.all(captures)).filter(({ body }) => body.result === 'SUCCESS').length;
    if (made !== 1) {
      throw new Error(`${made} of ${CAPTURES} captures at once were made on order ${order}.`);
    }
    const { ground, pair } = pairs[count % pairs.length]!;
    await race(ground, pair, merchants, random.between(0, CAPTURES));
    count += 2;
  }
  return count;
}
