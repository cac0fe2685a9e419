/**
 * Delivery of notifications: at least once, in order for each order, with retries, and not to an address that is gone.
 */
import { describe, expect, it } from 'vitest';
import type { NotificationDispatcher } from '../../../src/adapters/notifications/dispatcher.ts';
import { PAUSE_MS_MIN, TRIES_MAX } from '../../../src/adapters/notifications/notification-records.ts';
import { PAUSES_MS } from '../../../src/adapters/notifications/retry-schedule.ts';
import { signature } from '../../../src/adapters/notifications/signature.ts';
import { addSigningKey, signingKeys } from '../../../src/adapters/notifications/signing-keys.ts';
import type { Store } from '../../../src/adapters/store/store.ts';
import { HOUR_MS } from '../../../src/contract/durations.ts';
import { openSealer } from '../../core/world.ts';
import { opened } from '../store/rig.ts';
import { NOW } from '../store/stored-transactions.ts';
import { HOOK, newWorld, nextDue, notifier, receipt, senderOn } from './rig.ts';

describe('a notification', () => {
  it('is delivered once where it is accepted, with its id, its attempt and its signature', async () => {
    const store = await opened();
    const world = newWorld();
    const { round, sender } = senderOn(store, world);
    const { keys } = await notifier(store, 'A');
    await round();
    await round();
    expect(world.arrivals).toHaveLength(1);
    const [{ headers, body, url } = world.arrivals[0]!] = world.arrivals;
    const seconds = Math.floor(NOW / 1_000);
    const [merchant] = await store.merchants.list();
    const signing = { keys: store.notifications, sealer: openSealer, clock: { now: () => NOW } };
    const [key = ''] = await signingKeys(signing, merchant!.key);
    expect([url, body]).toEqual([HOOK, '{"order":"A","sequence":1}']);
    expect(headers).toEqual({
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': 'Turnpike',
      'webhook-id': `ntf_${keys[0]}`,
      'webhook-timestamp': `${seconds}`,
      'webhook-signature': signature([key], `ntf_${keys[0]}`, seconds, body),
      'X-Notification-Id': `ntf_${keys[0]}`,
      'X-Notification-Attempt': '1',
      'X-Notification-Support-Code': expect.stringMatching(/^code of \d+$/),
    });
    expect(await store.notifications.find(keys[0]!)).toMatchObject({
      state: 'DELIVERED',
      deliveredAt: NOW,
      dueAt: null,
    });
    expect(await store.notifications.tries(keys[0]!)).toEqual([
      { number: 1, at: NOW, durationMs: 5, status: 200, failure: null, answer: 'noted' },
    ]);
    expect(await store.notifications.receivers()).toEqual([]);
    expect(sender.counts).toEqual({ DELIVERED: 1, FAILED: 0, GIVEN_UP: 0, SWITCHED_OFF: 0 });
  });

  it('carries the profile’s secret over https, and to this machine over http', async () => {
    const store = await opened();
    const world = newWorld();
    const { round } = senderOn(store, world);
    await notifier(store, 'A');
    await notifier(store, 'B', 'http://127.0.0.1:9/hook');
    const profile = { id: 'SHOP', name: 'Shop', notification: { url: HOOK, secret: 'between us' } };
    await store.merchants.put(profile, NOW, openSealer.seal);
    expect((await store.merchants.find('SHOP'))?.profile.notification?.secret).toMatch(/^sealed:/);
    await round();
    const secrets = world.arrivals.map(({ url, headers }) => [url.slice(0, 5), headers['X-Notification-Secret']]);
    expect(secrets.sort()).toEqual([
      ['http:', 'between us'],
      ['https', 'between us'],
    ]);
  });

  it('that failed is logged in detail, and shown to the merchant without it', async () => {
    const store = await opened();
    const detail = 'ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:22';
    const world = newWorld(() => ({ ...receipt(500), status: null, failure: 'The connection was refused.', detail }));
    const { round, log } = senderOn(store, world);
    const { keys } = await notifier(store, 'A');
    await round();
    const line = log.lines.find(({ message }) => message === 'a notification was not delivered');
    expect(line?.about).toMatchObject({ failure: 'The connection was refused.', detail });
    expect(JSON.stringify(await store.notifications.tries(keys[0] as number))).not.toContain('ECONNREFUSED');
  });

  it('is tried ten times over three days, on schedule, with one id, and then dropped', async () => {
    const store = await opened();
    const world = newWorld(() => receipt(500));
    const { round, sender, log } = senderOn(store, world);
    const { keys } = await notifier(store, 'A');
    const [{ receiver } = { receiver: '' }] = await store.receiverAlarms.receivers();
    const alarm = { receiver, merchantKey: 1, url: HOOK, notificationKey: keys[0]!, since: NOW };
    await store.receiverAlarms.raiseAlarm(alarm, NOW);
    for (let due = await nextDue(store); due !== undefined; due = await nextDue(store)) {
      world.now = Math.max(world.now, due);
      await round();
    }
    const times = world.arrivals.map(({ at }) => at - NOW);
    expect(times.slice(1).map((time, before) => time - times[before]!)).toEqual([...PAUSES_MS]);
    expect(times.at(-1)! / HOUR_MS).toBeCloseTo(75.6, 1);
    expect(world.arrivals.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(new Set(world.arrivals.map(({ id, body }) => id + body)).size).toBe(1);
    expect(await store.notifications.find(keys[0]!)).toMatchObject({ state: 'GIVEN_UP', deliveredAt: null });
    expect(await store.notifications.tries(keys[0]!)).toHaveLength(TRIES_MAX);
    expect(sender.counts).toMatchObject({ FAILED: 10, GIVEN_UP: 1 });
    expect(await store.receiverAlarms.openAlarms()).toMatchObject([{ ...alarm, givenUp: 1 }]);
    expect(log.lines.map(({ message }) => message)).toEqual(['a notification is given up']);
  });

  it('is not retried before its receiver’s Retry-After, and neither is another notification to that receiver', async () => {
    const store = await opened();
    const world = newWorld(() => receipt(429, { retryAfterMs: HOUR_MS }));
    const { round } = senderOn(store, world);
    await notifier(store, 'A');
    await round();
    await notifier(store, 'B');
    world.now += HOUR_MS - 1;
    await round();
    expect(world.arrivals).toHaveLength(1);
    world.says = () => receipt(200);
    world.now += 1;
    await round();
    expect(world.arrivals.map(({ body }) => body.slice(10, 11)).sort()).toEqual(['A', 'A', 'B']);
  });

  it('is retried no sooner than a minute later, for any Retry-After', async () => {
    const store = await opened();
    const world = newWorld(() => receipt(503, { retryAfterMs: 1_000 }));
    const { round } = senderOn(store, world, () => 0);
    await notifier(store, 'A');
    await round();
    world.now += PAUSE_MS_MIN - 1;
    await round();
    expect(world.arrivals).toHaveLength(1);
    world.now += 1;
    await round();
    expect(world.arrivals).toHaveLength(2);
  });
});

describe('a notification with room in memory when it was stored', () => {
  const taken = (store: Store, sender: NotificationDispatcher, order: string) =>
    notifier(store, order, HOOK, NOW, 'SHOP', sender.reserve('1 https://shop.example'));

  it('is sent once from memory, and by no other process meanwhile', async () => {
    const store = await opened();
    const world = newWorld();
    const { sender, round } = senderOn(store, world);
    const { keys, receiver, orderKey } = await taken(store, sender, 'A');
    await round();
    expect(world.arrivals).toEqual([]);
    const [merchant] = await store.merchants.list();
    sender.dispatch({
      ...{ key: keys[0]!, sequence: 1, version: 100, url: HOOK, receiver, body: '{"order":"A","sequence":1}' },
      ...{ claimedUntil: NOW + PAUSE_MS_MIN, orderKey, merchantKey: merchant!.key },
    });
    await sender.idle();
    expect(world.arrivals.map(({ attempt }) => attempt)).toEqual([1]);
    expect(await store.notifications.find(keys[0]!)).toMatchObject({ state: 'DELIVERED' });
    expect(await store.notifications.receivers()).toEqual([]);
  });

  it('is sent a minute later where the process died before it could', async () => {
    const store = await opened();
    const world = newWorld();
    const { sender } = senderOn(store, world);
    await taken(store, sender, 'A');
    const { round } = senderOn(store, world);
    world.now += PAUSE_MS_MIN - 1;
    await round();
    expect(world.arrivals).toEqual([]);
    world.now += 1;
    await round();
    expect(world.arrivals.map(({ attempt }) => attempt)).toEqual([2]);
  });

  it('waits while its order has another one under way, for any state of the order in memory', async () => {
    const store = await opened();
    const world = newWorld(() => receipt(500));
    const { sender, round } = senderOn(store, world);
    const { enqueue } = await notifier(store, 'A');
    await round();
    await enqueue(HOOK, sender.reserve('1 https://shop.example'));
    world.now += PAUSE_MS_MIN;
    world.says = () => receipt(200);
    await round();
    expect(world.arrivals.map(({ body }) => JSON.parse(body).sequence)).toEqual([1, 1, 2]);
    expect(await store.notifications.receivers()).toEqual([]);
  });

  it('releases its room where it was not stored', async () => {
    const store = await opened();
    const { sender } = senderOn(store, newWorld());
    const reserve = () => Array.from({ length: 20 }, () => sender.reserve('1 https://shop.example'));
    const dues = reserve().filter((due) => due !== undefined);
    expect(dues).toHaveLength(16);
    for (const claimedUntil of dues) {
      sender.discard({
        key: 1,
        sequence: 1,
        version: 100,
        url: HOOK,
        receiver: '1 https://shop.example',
        body: '',
        claimedUntil,
      });
    }
    expect(reserve().filter((due) => due !== undefined)).toHaveLength(16);
  });
});

describe('a notification that is held for its payer', () => {
  const HELD_MS = 2_000;
  const HEAD_START_MS = 1_000;

  it('is sent at the end of its hold, by another process where the first one was killed', async () => {
    const store = await opened();
    const world = newWorld();
    const { keys } = await notifier(store, 'A', HOOK, NOW, 'SHOP', undefined, NOW + HELD_MS);
    const { round } = senderOn(store, world);
    world.now += HELD_MS - 1;
    await round();
    expect(world.arrivals).toEqual([]);
    world.now += 1;
    await round();
    await round();
    expect(world.arrivals.map(({ attempt }) => attempt)).toEqual([1]);
    expect(await store.notifications.find(keys[0]!)).toMatchObject({ state: 'DELIVERED' });
  });

  it('is sent a second after any process has redirected the payer, and no later than its hold', async () => {
    const store = await opened();
    const world = newWorld();
    const { round, sender } = senderOn(store, world);
    const { orderKey } = await notifier(store, 'A', HOOK, NOW, 'SHOP', undefined, NOW + HELD_MS);
    world.now += 100;
    sender.shortenHold(orderKey);
    await sender.idle();
    expect(await nextDue(store)).toBe(NOW + 100 + HEAD_START_MS);
    world.now += HELD_MS - 200;
    await round();
    expect(world.arrivals).toHaveLength(1);
    const late = await notifier(store, 'B', HOOK, NOW, 'SHOP', undefined, NOW + HELD_MS);
    sender.shortenHold(late.orderKey);
    await sender.idle();
    expect(await nextDue(store)).toBe(NOW + HELD_MS);
  });

  it('is held behind an earlier one of its order as well', async () => {
    const store = await opened();
    const world = newWorld();
    const { round, sender } = senderOn(store, world);
    const { enqueue, orderKey } = await notifier(store, 'A');
    await enqueue(HOOK, undefined, NOW + HELD_MS);
    await round();
    await round();
    expect(world.arrivals.map(({ body }) => JSON.parse(body).sequence)).toEqual([1]);
    expect(await nextDue(store)).toBe(NOW + HELD_MS);
    sender.shortenHold(orderKey);
    await sender.idle();
    world.now += HEAD_START_MS;
    await round();
    expect(world.arrivals.map(({ body }) => JSON.parse(body).sequence)).toEqual([1, 2]);
  });

  it('that has failed is not retried sooner because its payer was redirected', async () => {
    const store = await opened();
    const world = newWorld(() => receipt(503));
    const { round, sender } = senderOn(store, world);
    const { orderKey } = await notifier(store, 'A', HOOK, NOW, 'SHOP', undefined, NOW);
    await round();
    sender.shortenHold(orderKey);
    await sender.idle();
    expect(await nextDue(store)).toBe(NOW + PAUSE_MS_MIN);
  });
});

describe('the notifications of one order', () => {
  it('are sent in sequence, one at a time, each after the one before is accepted', async () => {
    const store = await opened();
    let isAway = true;
    const world = newWorld(() => receipt(isAway ? 503 : 200));
    const { round } = senderOn(store, world);
    const { enqueue } = await notifier(store, 'A');
    await round();
    await enqueue();
    await enqueue('https://elsewhere.example/hook');
    await round();
    expect(world.arrivals).toHaveLength(1);
    isAway = false;
    world.now += PAUSE_MS_MIN;
    await round();
    expect(world.arrivals.map(({ body }) => JSON.parse(body).sequence)).toEqual([1, 1, 2, 3]);
    expect(world.arrivals.at(-1)?.url).toBe('https://elsewhere.example/hook');
    expect(await store.notifications.receivers()).toEqual([]);
  });

  it('that are stored during a delivery wait for its end, and are sent then', async () => {
    const store = await opened();
    const held = Promise.withResolvers<void>();
    const world = newWorld(async () => {
      await held.promise;
      return receipt(200);
    });
    const { sender } = senderOn(store, world);
    const { enqueue } = await notifier(store, 'A');
    await sender.poll();
    await expect.poll(() => world.arrivals.length).toBe(1);
    await enqueue();
    await sender.poll();
    expect(world.arrivals).toHaveLength(1);
    held.resolve();
    await sender.idle();
    expect(world.arrivals.map(({ body }) => JSON.parse(body).sequence)).toEqual([1, 2]);
    expect(await store.notifications.receivers()).toEqual([]);
  });

  it('delay no other order', async () => {
    const store = await opened();
    const world = newWorld(({ body }) => receipt(body.includes('"A"') ? 500 : 200));
    const { round } = senderOn(store, world);
    for (const order of ['A', 'B', 'C']) {
      await notifier(store, order);
    }
    await round();
    expect(world.arrivals.map(({ body }) => JSON.parse(body).order).sort()).toEqual(['A', 'B', 'C']);
    expect(await store.notifications.receivers()).toHaveLength(1);
  });
});

describe('an address that is gone', () => {
  it('gets no more notifications under any query string, while other addresses do', async () => {
    const store = await opened();
    const world = newWorld(({ url }) => receipt(url.startsWith(HOOK) ? 410 : 200));
    const { round } = senderOn(store, world);
    const { keys } = await notifier(store, 'A', `${HOOK}?order=A`);
    await round();
    const { keys: later } = await notifier(store, 'B', `${HOOK}?order=B`);
    await notifier(store, 'C', 'https://shop.example/other');
    await round();
    expect(world.arrivals.map(({ url }) => url)).toEqual([`${HOOK}?order=A`, 'https://shop.example/other']);
    for (const key of [keys[0]!, later[0]!]) {
      expect(await store.notifications.find(key)).toMatchObject({ state: 'SWITCHED_OFF' });
    }
    expect(await store.notifications.receivers()).toEqual([]);
  });

  it('is used again once it accepts a requested redelivery', async () => {
    const store = await opened();
    const world = newWorld(() => receipt(410));
    const { round } = senderOn(store, world);
    const { keys } = await notifier(store, 'A');
    await round();
    world.says = () => receipt(200);
    world.now += HOUR_MS;
    await store.notifications.resend(keys[0]!, world.now);
    await round();
    await notifier(store, 'B');
    await round();
    expect(world.arrivals.map(({ body }) => JSON.parse(body).order)).toEqual(['A', 'A', 'B']);
    expect(await store.notifications.find(keys[0]!)).toMatchObject({ state: 'DELIVERED' });
  });
});

describe('a requested redelivery', () => {
  it('sends a delivered notification once more, unchanged', async () => {
    const store = await opened();
    const world = newWorld();
    const { round } = senderOn(store, world);
    const { keys } = await notifier(store, 'A');
    await round();
    world.now += PAUSE_MS_MIN;
    expect(await store.notifications.resend(keys[0]!, world.now)).toBeDefined();
    await round();
    expect(world.arrivals.map(({ id, body }) => id + body)).toEqual(
      Array(2).fill(`ntf_${keys[0]}{"order":"A","sequence":1}`),
    );
    expect(await store.notifications.tries(keys[0]!)).toHaveLength(2);
  });

  it('waits for a minute after the last attempt', async () => {
    const store = await opened();
    const world = newWorld();
    const { round } = senderOn(store, world);
    const { keys } = await notifier(store, 'A');
    await round();
    world.now += 1_000;
    await store.notifications.resend(keys[0]!, world.now);
    await round();
    expect(world.arrivals).toHaveLength(1);
    world.now = NOW + PAUSE_MS_MIN;
    await round();
    expect(world.arrivals).toHaveLength(2);
  });

  it('of one that waits for a late retry sends it now, and restarts its schedule', async () => {
    const store = await opened();
    const world = newWorld(() => receipt(500));
    const { round } = senderOn(store, world);
    const { keys } = await notifier(store, 'A');
    for (let tries = 0; tries < 5; tries += 1) {
      world.now = (await nextDue(store)) ?? 0;
      await round();
    }
    world.now += PAUSE_MS_MIN;
    await store.notifications.resend(keys[0]!, world.now);
    await round();
    expect(world.arrivals.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 1]);
    expect(await nextDue(store)).toBe(world.now + PAUSES_MS[0]);
  });

  it('keeps the order: an earlier notification that still waits is sent first', async () => {
    const store = await opened();
    const world = newWorld(() => receipt(200));
    const { round } = senderOn(store, world);
    const { keys, enqueue } = await notifier(store, 'A');
    await round();
    world.says = () => receipt(500);
    await enqueue();
    await enqueue();
    await round();
    world.now += PAUSE_MS_MIN;
    world.says = () => receipt(200);
    await store.notifications.resend(keys[0]!, world.now);
    await round();
    expect(world.arrivals.map(({ body }) => JSON.parse(body).sequence)).toEqual([1, 2, 1, 2, 3]);
  });

  it('does not make another notification of its order be sent within a minute of that one’s last attempt', async () => {
    const store = await opened();
    const world = newWorld(() => receipt(200));
    const { round } = senderOn(store, world);
    const { keys, enqueue } = await notifier(store, 'A');
    await round();
    world.now += 2 * PAUSE_MS_MIN;
    world.says = () => receipt(500);
    await enqueue();
    await round();
    world.now += 10_000;
    world.says = () => receipt(200);
    await store.notifications.resend(keys[0]!, world.now);
    await round();
    const sequences = () => world.arrivals.map(({ body, attempt }) => `${JSON.parse(body).sequence} ${attempt}`);
    expect(sequences()).toEqual(['1 1', '2 1', '1 1']);
    world.now += PAUSE_MS_MIN - 10_000;
    await round();
    expect(sequences()).toEqual(['1 1', '2 1', '1 1', '2 2']);
  });

  it('during a delivery makes no second one at the same time', async () => {
    const store = await opened();
    const held = Promise.withResolvers<void>();
    const world = newWorld(async () => {
      await held.promise;
      return receipt(200);
    });
    const { sender } = senderOn(store, world);
    const { keys } = await notifier(store, 'A');
    await sender.poll();
    await expect.poll(() => world.arrivals.length).toBe(1);
    await store.notifications.resend(keys[0]!, world.now);
    await sender.poll();
    held.resolve();
    await sender.idle();
    expect(world.arrivals).toHaveLength(1);
    expect(await store.notifications.find(keys[0]!)).toMatchObject({ state: 'DELIVERED' });
    expect(await store.notifications.receivers()).toEqual([]);
  });

  it('of an unknown notification is reported as unknown', async () => {
    const store = await opened();
    expect(await store.notifications.resend(4_711, NOW)).toBeUndefined();
  });
});

describe('a receiver that is silent', () => {
  it('gets one try at a time, and more again when it answers', async () => {
    const store = await opened();
    const world = newWorld();
    const { sender } = senderOn(store, world);
    let [most, now] = [0, 0];
    const counted = (status: number | null) => async () => {
      now += 1;
      most = Math.max(most, now);
      await Promise.resolve();
      now -= 1;
      return receipt(status);
    };
    world.says = counted(null);
    for (let order = 0; order < 40; order += 1) {
      await notifier(store, `${order}`);
    }
    await sender.poll();
    await sender.idle();
    expect(world.arrivals).toHaveLength(40);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(16);
    most = 0;
    world.now += 2 * PAUSE_MS_MIN;
    await sender.poll();
    await sender.idle();
    expect(most).toBe(1);
    most = 0;
    world.says = counted(200);
    world.now += 10 * PAUSE_MS_MIN;
    await sender.poll();
    await sender.idle();
    expect(most).toBeGreaterThan(1);
    expect(await store.notifications.receivers()).toEqual([]);
  });
});

describe('signing keys', () => {
  it('are two during a replacement, the newest first, until the old one expires', async () => {
    const store = await opened();
    const merchant = await store.merchants.put({ id: 'SHOP', name: 'Shop' }, NOW);
    let now = NOW;
    const parts = { keys: store.notifications, sealer: openSealer, clock: { now: () => now } };
    const [first = ''] = await signingKeys(parts, merchant.key);
    expect(await signingKeys(parts, merchant.key)).toEqual([first]);
    const second = 'whsec_c2Vjb25kIGtleSBvZiB0aGlydHktdHdvIGJ5dGVz';
    expect(await addSigningKey(parts, merchant.key, 2, second)).toBe(true);
    expect(await addSigningKey(parts, merchant.key, 2, first)).toBe(false);
    await store.notifications.retireSigningKeys(merchant.key, 1, NOW + HOUR_MS);
    expect(await signingKeys(parts, merchant.key)).toEqual([second, first]);
    now += HOUR_MS;
    expect(await signingKeys(parts, merchant.key)).toEqual([second]);
  });
});
