/**
 * F11. A receiver is down for a day of simulated time, and the sending process dies twenty times meanwhile, at moments
 * drawn from a seed: between tries, before the receiver gets one, and after it got one that is not stored yet. Every
 * notification arrives, under one id, in the order of its order, on schedule.
 */
import { expect, it } from 'vitest';
import { PAUSES_MS } from '../../../src/adapters/notifications/retry-schedule.ts';
import { openStore, type Store } from '../../../src/adapters/store/store.ts';
import { HOUR_MS } from '../../../src/contract/durations.ts';
import { counting, report } from '../../faults/report.ts';
import { seededRandom } from '../../support/random.ts';
import { newUrl, onEnd } from '../store/rig.ts';
import { NOW } from '../store/stored-transactions.ts';
import { HOOK, newWorld, nextDue, notifier, receipt, senderOn } from './rig.ts';

const OUTAGE_MS = 24 * HOUR_MS;
const KILLS = 20;
const ORDERS = 12;
const PER_ORDER = 3;
/** Relative to the schedule. */
const JITTER_MAX = 0.2;

const ORDER_EVERY_MS = 1.5 * HOUR_MS;
const ROUNDS_A_KILL = 3;

const random = seededRandom(process.env.TURNPIKE_FAULT_SEED);
const chance = () => random.between(0, 1_000) / 1_000;

/** Dies as by a kill: its row stays, and its claims too. */
async function died(store: Store): Promise<void> {
  store.processes.leave = async () => undefined;
  await store.close().catch(() => undefined);
}

it('a receiver that is down for a day misses no notification, for any number of deaths of the sender', async () => {
  const url = await newUrl();
  const world = newWorld(() => receipt(world.now < NOW + OUTAGE_MS ? 500 : 200));
  const seen: { id: string; at: number; order: string; sequence: number; ok: boolean }[] = [];
  let dyingAt = Number.POSITIVE_INFINITY;
  const hear = world.says;
  world.says = (arrival) => {
    const { order, sequence } = JSON.parse(arrival.body);
    seen.push({ id: arrival.id, at: arrival.at, order, sequence, ok: world.now >= NOW + OUTAGE_MS });
    // The process that would store the result is dead.
    return seen.length >= dyingAt ? new Promise<never>(() => undefined) : hear(arrival);
  };

  let store = await openStore(url);
  onEnd(() => store.close());
  let kills = 0;
  let orders = 0;
  let { sender } = senderOn(store, world, chance);
  for (let round = 0; ; round += 1) {
    const orderAt = orders < ORDERS ? NOW + orders * ORDER_EVERY_MS : Number.POSITIVE_INFINITY;
    const next = Math.min(orderAt, (await nextDue(store)) ?? Number.POSITIVE_INFINITY);
    if (next === Number.POSITIVE_INFINITY) {
      break;
    }
    world.now = Math.max(world.now, next);
    if (next === orderAt) {
      const { enqueue } = await notifier(store, `${orders}`, HOOK, world.now);
      for (let more = 1; more < PER_ORDER; more += 1) {
        await enqueue();
      }
      orders += 1;
    }
    if (kills < KILLS && round % ROUNDS_A_KILL === 0) {
      kills += 1;
      // During the tries of this round, or after them.
      dyingAt = seen.length + random.between(1, 4);
      await sender.poll();
      await Promise.race([sender.idle(), new Promise((resolve) => setTimeout(resolve, 100))]);
      await died(store);
      store = await openStore(url);
      for (const peer of await store.processes.others()) {
        await store.processes.evict(peer);
      }
      ({ sender } = senderOn(store, world, chance));
      dyingAt = Number.POSITIVE_INFINITY;
    }
    await sender.poll();
    await sender.idle();
  }

  const byId = Map.groupBy(seen, ({ id }) => id);
  const delivered = [...byId.values()].filter((tries) => tries.some(({ ok }) => ok));
  const pauses = [...byId.values()].flatMap((tries) =>
    tries.slice(1).map(({ at }, before) => (at - tries[before]!.at) / PAUSES_MS[before]!),
  );
  const off = pauses.filter((ratio) => Math.abs(ratio - 1) > JITTER_MAX);
  const firstSuccesses = seen.filter(({ ok }) => ok);
  report('F11 receiver down for a day', [
    counting(ORDERS * PER_ORDER, 'notification'),
    `seed ${random.seed}`,
    counting(kills, 'kill'),
    `${delivered.length} delivered`,
    `${seen.length} tries`,
    `${off.length} of ${pauses.length} pauses off the schedule by more than 20 %`,
  ]);
  expect(kills).toBe(KILLS);
  expect(delivered).toHaveLength(ORDERS * PER_ORDER);
  expect(off).toEqual([]);
  for (const [order, tries] of Map.groupBy(firstSuccesses, (one) => one.order)) {
    const sequences = tries.map(({ sequence }) => sequence);
    expect([order, sequences]).toEqual([order, sequences.toSorted()]);
  }
  expect((await store.notifications.newest(100)).every(({ state }) => state === 'DELIVERED')).toBe(true);
});
