/** The age of the index includes changes that other processes have not stored. */
import { expect, it, vi } from 'vitest';
import { newDatabase } from '../../../support/database-place.ts';
import { onEnd, opened } from '../rig.ts';
import { ended, storeIntent } from '../stored-transactions.ts';
import { workerOf } from './history.ts';

/** Keys of other processes. */
const [ALIVE, DEAD] = [900_001, 900_002];
const FEED = 'insert into order_index_feed (process_key, mark, behind_since, saved_at) values (?, 1, ?, ?)';

async function started() {
  const place = await newDatabase();
  onEnd(() => place.remove());
  const store = await opened(place.url);
  await workerOf(store).run();
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now);
  onEnd(() => clock.mockRestore());
  return { place, store, now, clock };
}

it('is that of the oldest change of this process', async () => {
  const { store, now, clock } = await started();
  expect(await store.orderIndex.age()).toEqual({ behindSince: null, isComplete: true });
  const intent = await storeIntent(store, 'ORDER-1');
  clock.mockReturnValue(now + 3_000);
  await ended(store, intent, { gatewayCode: 'APPROVED' });
  expect((await store.orderIndex.age()).behindSince).toBe(now);
  await workerOf(store).run();
  expect((await store.orderIndex.age()).behindSince).toBeNull();
});

it('is 28 s with another process that may have died, unless that one is behind for longer', async () => {
  const { place, store, now } = await started();
  await place.run('insert into gateway_process (key, beats, started_at) values (?, 1, ?)', ALIVE, now);
  await place.run(FEED, ALIVE, null, now - 9_000);
  expect((await store.orderIndex.age()).behindSince).toBe(now - 28_000);
  await place.run('update order_index_feed set behind_since = ? where process_key = ?', now - 60_000, ALIVE);
  expect((await store.orderIndex.age()).behindSince).toBe(now - 60_000);
});

it('begins 10 s before a dead process last stored its progress, until its orders are read', async () => {
  const { place, store, now } = await started();
  await place.run(FEED, DEAD, null, now - 30_000);
  expect((await store.orderIndex.age()).behindSince).toBe(now - 40_000);
  await workerOf(store).run();
  expect((await store.orderIndex.age()).behindSince).toBeNull();
});

it('includes changes of the first seconds of a process, and of one that joined again', async () => {
  const { place, store, now, clock } = await started();
  const stored = async () =>
    (await place.rows('select behind_since as since from order_index_feed')).map(({ since }) => Number(since));
  await storeIntent(store, 'ORDER-1');
  clock.mockReturnValue(now + 6_000);
  await store.orderFeed.saveProgress(0);
  expect(await stored()).toEqual([now]);
  await place.run('delete from gateway_process');
  await place.run('delete from order_index_feed');
  await store.processes.heartbeat();
  await store.orderFeed.saveProgress(1);
  expect(await stored()).toEqual([now]);
});

it('is stored again each minute by a process without changes', async () => {
  const { place, store, clock } = await started();
  const savedAt = async () => Number((await place.rows('select saved_at from order_index_feed'))[0]?.saved_at);
  const first = await savedAt();
  clock.mockReturnValue(first + 59_999);
  await store.orderFeed.saveProgress(1);
  expect(await savedAt()).toBe(first);
  clock.mockReturnValue(first + 60_000);
  await store.orderFeed.saveProgress(2);
  expect(await savedAt()).toBe(first + 60_000);
});
