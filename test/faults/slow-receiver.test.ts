/**
 * F12. One merchant's server accepts connections and never answers, with ten thousand notifications queued; ninety-nine
 * others receive theirs without delay. `TURNPIKE_FAULT_QUEUED=10000` runs the full number.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { NotificationDispatcher } from '../../src/adapters/notifications/dispatcher.ts';
import { HttpSender } from '../../src/adapters/notifications/http-sender.ts';
import { SigningKeys } from '../../src/adapters/notifications/signing-keys.ts';
import { memoryLog } from '../adapters/acquirers/fixtures.ts';
import { notifier } from '../adapters/notifications/rig.ts';
import { opened } from '../adapters/store/rig.ts';
import { openSealer } from '../core/world.ts';
import { startReceiver } from '../support/receiver.ts';
import { counting, grouped, percentile, report, rounds } from './report.ts';

const QUEUED = rounds('QUEUED', 2_000);
const HEALTHY = 99;
const ORDERS_EACH = 5;
const AT_ONCE = 250;
const DELAY_MS_MAX = 5_000;
const SPREAD_MS = 60;

it('a receiver that hangs with thousands waiting does not delay other receivers’ notifications', async () => {
  const store = await opened();
  const [hanging, healthy] = [await startReceiver(), await startReceiver()];
  onTestFinished(() => Promise.all([hanging.close(), healthy.close()]).then(() => undefined));
  hanging.answer = () => undefined;
  const queued = Array.from({ length: QUEUED }, (_, index) => `waits-${index}`);
  for (let from = 0; from < QUEUED; from += AT_ONCE) {
    await Promise.all(
      queued
        .slice(from, from + AT_ONCE)
        .map((id) => notifier(store, id, `${hanging.origin}/hook`, Date.now(), 'HANGS')),
    );
  }

  const clock = { now: () => Date.now() };
  const httpSender = new HttpSender({ loopbackPorts: { has: () => true } });
  const sender = new NotificationDispatcher({
    outbox: store.notifications,
    httpSender,
    keys: new SigningKeys({ keys: store.notifications, sealer: openSealer, clock }),
    secret: async () => undefined,
    supportCode: () => 'K3DQ-9XF2',
    clock,
    isAlive: () => true,
    chance: Math.random,
    log: memoryLog(),
  });
  sender.start();
  await sender.poll();
  await expect.poll(() => hanging.notified.length).toBeGreaterThan(0);

  const storedAt = new Map<string, number>();
  for (let round = 0; round < ORDERS_EACH; round += 1) {
    for (let shop = 0; shop < HEALTHY; shop += 1) {
      const id = `paid-${shop}-${round}`;
      const { receiver } = await notifier(store, id, `${healthy.origin}/hook`, Date.now(), `SHOP-${shop}`);
      storedAt.set(id, Date.now());
      sender.feed(receiver);
    }
    await pause(SPREAD_MS);
  }
  await expect.poll(() => healthy.notified.length, { timeout: 60_000 }).toBe(HEALTHY * ORDERS_EACH);
  const delays = healthy.notified.map(({ rawBody, at }) => at - storedAt.get(JSON.parse(rawBody).order)!);
  const p99 = percentile(delays, 99);
  report('F12 a receiver that hangs', [
    `${grouped(QUEUED)} waiting for it`,
    `${hanging.notified.length} tried meanwhile`,
    counting(HEALTHY, 'other merchant'),
    `${delays.length} notifications of theirs, delivered after ${Math.round(percentile(delays, 50))} ms, p99 ${Math.round(p99)} ms`,
  ]);
  expect(p99).toBeLessThan(DELAY_MS_MAX);
  await hanging.close();
  await sender.close();
  httpSender.close();
}, 180_000);
