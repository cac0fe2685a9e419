/** When a further store opens, sleeps and wakes, by a clock of the test. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import pino, { type Logger } from 'pino';
import { expect, it } from 'vitest';
import { ServedStore } from '../../src/compose/stores/served-store.ts';
import { type StoreGateway, StoreRefused } from '../../src/compose/stores/store-gateway.ts';

const TIMES = { idleMs: 300_000, askedEveryMs: 60_000, sleptMsMax: 21_600_000 };

/** A store whose answer to the question for work is given by the test. */
function served() {
  const state = {
    now: 1_000,
    hasWork: async () => false,
    opened: 0,
    closed: 0,
    isAway: false,
    end: (): void => undefined,
  };
  const gateway = {
    parts: { hasWork: () => state.hasWork() },
    handle: () => undefined,
    close: async () => {
      state.closed += 1;
    },
  } as unknown as StoreGateway;
  const store = new ServedStore({
    name: 'two',
    log: pino({ enabled: false }),
    now: () => state.now,
    times: TIMES,
    async open(end) {
      if (state.isAway) {
        throw new Error('away');
      }
      state.opened += 1;
      state.end = end;
      return gateway;
    },
  });
  return { state, store };
}

const request = (store: ServedStore) =>
  store.pass({} as IncomingMessage, { closed: true } as ServerResponse, () => undefined);

it('a store that is opened without a request sleeps as soon as it has no work', async () => {
  const { state, store } = served();
  state.hasWork = async () => true;
  await store.look();
  await store.sleepIfIdle();
  expect(store.state.state).toBe('open');
  state.hasWork = async () => false;
  // It is asked once a minute.
  await store.sleepIfIdle();
  expect(store.state.state).toBe('open');
  state.now += TIMES.askedEveryMs;
  await store.sleepIfIdle();
  expect([store.state.state, state.closed]).toEqual(['asleep', 1]);
});

it('a store with a request stays open for minutes after it', async () => {
  const { state, store } = served();
  await store.opened();
  state.now += TIMES.idleMs - 1;
  await store.sleepIfIdle();
  request(store);
  state.now += TIMES.idleMs - 1;
  await store.sleepIfIdle();
  expect(store.state.state).toBe('open');
  state.now += 1;
  await store.sleepIfIdle();
  expect(store.state.state).toBe('asleep');
});

it('a sleeping store is due after six hours, and at once if it is woken while it is asked', async () => {
  const { state, store } = served();
  await store.look();
  await store.sleepIfIdle();
  expect(store.isDue).toBe(false);
  state.now += TIMES.sleptMsMax;
  expect(store.isDue).toBe(true);

  await store.look();
  state.hasWork = async () => {
    store.wake();
    return false;
  };
  await store.sleepIfIdle();
  expect([store.state.state, store.isDue]).toEqual(['asleep', true]);
});

it('a request during the question keeps the store open', async () => {
  const { state, store } = served();
  await store.look();
  state.hasWork = async () => {
    request(store);
    return false;
  };
  await store.sleepIfIdle();
  expect(store.state.state).toBe('open');
});

it('a store that a backup has replaced is opened again, to find out', async () => {
  const { state, store } = served();
  await store.look();
  await store.sleepIfIdle();
  await store.opened();
  state.end();
  await store.close();
  expect([store.state.state, store.isDue, state.opened]).toEqual(['asleep', true, 2]);
});

it('a store that is refused has its reason, and a line when that begins and each hour', async () => {
  let now = 0;
  const lines: string[] = [];
  const store = new ServedStore({
    name: 'two',
    log: { error: (_fields: object, msg: string) => void lines.push(msg) } as unknown as Logger,
    now: () => now,
    times: TIMES,
    open: () => Promise.reject(new StoreRefused('OTHER_NUMBER', 'It is another one.')),
  });
  const tried = async (afterMs: number) => {
    now += afterMs;
    await expect(store.opened()).rejects.toThrow('It is another one.');
  };
  await tried(1_000);
  await tried(60_000);
  expect(store.state).toEqual({ state: 'refused', reason: 'OTHER_NUMBER' });
  expect(lines).toEqual(['the store is refused: it is not served']);
  await tried(3_600_000);
  expect(lines).toHaveLength(2);
});

it('a sleeping store that a request cannot open is tried again a second later', async () => {
  const { state, store } = served();
  await store.look();
  await store.sleepIfIdle();
  state.isAway = true;
  await expect(store.opened()).rejects.toThrow('away');
  expect([store.state.state, store.isDue]).toEqual(['away', false]);
  state.now += 1_000;
  expect(store.isDue).toBe(true);
});

it('a store that the directory closes refuses new requests at once, while one in progress ends', async () => {
  const { state, store } = served();
  await store.opened();
  let endRequest = (): void => undefined;
  const inProgress = {
    closed: false,
    once: (_event: string, ended: () => void) => {
      endRequest = ended;
    },
  };
  store.pass({} as IncomingMessage, inProgress as unknown as ServerResponse, () => undefined);
  store.setClosed(true);
  // It begins to close in a later turn.
  await new Promise(setImmediate);
  const refused = Promise.withResolvers<void>();
  store.pass({} as IncomingMessage, { closed: true } as ServerResponse, refused.resolve);
  await refused.promise;
  expect(state.closed).toBe(0);
  endRequest();
  await expect.poll(() => [store.state.reason, state.closed]).toEqual(['CLOSED', 1]);
});
