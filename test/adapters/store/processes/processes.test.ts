/** Processes on one database: which are alive, which are dead, and which take over their work. */
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../../../src/adapters/store/store.ts';
import { onPostgres } from '../../../support/database-place.ts';
import { newUrl, onEnd } from '../rig.ts';
import { ended, NOW, storeIntent } from '../stored-transactions.ts';

async function beside(url: string, owner = true): Promise<Store> {
  const store = await openStore(url, { owner });
  onEnd(() => store.close());
  return store;
}

describe('a process', () => {
  it('registers when it opens the store, sends heartbeats, and is removed when it closes', async () => {
    const url = await newUrl();
    const watcher = await beside(url, false);
    const store = await openStore(url);
    const { key } = store.processes;
    expect(await watcher.processes.others()).toEqual([{ key, heartbeats: 0 }]);
    expect(await store.processes.heartbeat()).toBe(true);
    expect(await watcher.processes.others()).toEqual([{ key, heartbeats: 1 }]);
    expect(await store.processes.others()).toEqual([]);
    await store.close();
    expect(await watcher.processes.others()).toEqual([]);
  });

  it('is not registered where a tool opens the store beside it', async () => {
    const url = await newUrl();
    const tool = await beside(url, false);
    expect(await (await beside(url)).processes.others()).toEqual([]);
    expect(tool.processes.key).toBe(0);
  });

  it('that was evicted while alive registers again under another key', async () => {
    const url = await newUrl();
    const [store, watcher] = [await beside(url), await beside(url, false)];
    const [peer] = await watcher.processes.others();
    expect(await watcher.processes.evict(peer!)).toBe(true);
    expect(await watcher.processes.others()).toEqual([]);
    expect(await store.processes.heartbeat()).toBe(false);
    expect(store.processes.key).not.toBe(peer?.key);
    expect(await watcher.processes.others()).toEqual([{ key: store.processes.key, heartbeats: 0 }]);
  });

  it('with a heartbeat since it was checked is not evicted', async () => {
    const url = await newUrl();
    const [store, watcher] = [await beside(url), await beside(url, false)];
    const [peer] = await watcher.processes.others();
    await store.processes.heartbeat();
    expect(await watcher.processes.evict(peer!)).toBe(false);
    expect(await store.processes.heartbeat()).toBe(true);
  });
});

describe('silence', () => {
  it('is counted in rounds from the first reading of a heartbeat on, by any process', async () => {
    const url = await newUrl();
    const store = await beside(url);
    const [one, another] = [await beside(url, false), await beside(url, false)];
    const silence = async ({ processes }: Store) => {
      const { round, peers } = await processes.look();
      return [round, ...peers.map(({ silentRounds }) => silentRounds)];
    };
    await store.processes.heartbeat();
    await one.processes.endRound(0);
    expect(await silence(one)).toEqual([1, 0]);
    await one.processes.endRound(1);
    await one.processes.endRound(2);
    expect(await silence(another)).toEqual([3, 2]);
    await store.processes.heartbeat();
    expect(await silence(another)).toEqual([3, 0]);
    expect(await silence(one)).toEqual([3, 0]);
  });

  it('grows by one round, for any number of concurrent checks', async () => {
    const url = await newUrl();
    const [store, watcher] = [await beside(url), await beside(url, false)];
    await watcher.processes.look();
    await Promise.all(Array.from({ length: 5 }, () => watcher.processes.endRound(0)));
    expect(await watcher.processes.look()).toEqual({
      round: 1,
      peers: [{ key: store.processes.key, heartbeats: 0, silentRounds: 1, host: hostname(), pid: process.pid }],
    });
  });
});

it.runIf(!onPostgres())('the owner of the file is alone: any registered process has died', async () => {
  const url = await newUrl();
  const watcher = await beside(url, false);
  const first = await openStore(url);
  // As after a kill: its row stays, its lock on the file is gone.
  first.processes.leave = async () => undefined;
  await first.close();
  expect(await watcher.processes.others()).toHaveLength(1);
  const second = await beside(url);
  expect(await watcher.processes.others()).toEqual([{ key: second.processes.key, heartbeats: 0 }]);
});

it.runIf(onPostgres())('several processes live beside each other', async () => {
  const url = await newUrl();
  const stores = await Promise.all(Array.from({ length: 4 }, () => beside(url)));
  const keys = stores.map(({ processes }) => processes.key);
  expect(new Set(keys).size).toBe(4);
  const others = await stores[0]!.processes.others();
  expect(others.map(({ key }) => key).sort()).toEqual(keys.slice(1).sort());
});

it.runIf(onPostgres())(
  'a row that waits for its next time has no owner: the first process to poll then claims it',
  async () => {
    const url = await newUrl();
    const [store, other] = [await beside(url), await beside(url)];
    const intent = await storeIntent(store, 'A');
    const reversal = await ended(store, intent, { gatewayCode: 'UNKNOWN', followUpAt: NOW, reversed: true });
    const { key } = intent.transaction;
    const soon = NOW + 10;
    const taken = async (by: Store, now: number) => [
      (await by.orders.dueFollowUps('default', now, 10)).length,
      (await by.orders.dueReversals('default', now, 10)).length,
    ];

    expect(await taken(store, soon)).toEqual([1, 1]);
    expect(await taken(other, soon)).toEqual([0, 0]);
    await store.orders.followUpQueried(key, 1, NOW + 100);
    await store.orders.reversalTried(reversal, 1, NOW + 100);
    expect(await taken(other, NOW + 99)).toEqual([0, 0]);
    expect(await taken(other, NOW + 100)).toEqual([1, 1]);
    expect(await taken(store, NOW + 100)).toEqual([0, 0]);
  },
);
