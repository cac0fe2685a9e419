import { expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/contract/durations.ts';
import type { WatchedStore } from '../../../src/core/ports/index.ts';
import { StoreWatch } from '../../../src/core/workers/store-watch.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';

function watched(isFurther = false) {
  const log = memoryLog();
  const health: { -readonly [member in keyof WatchedStore['health']]: WatchedStore['health'][member] } = {
    condition: 'WRITABLE',
    cause: undefined,
    reason: undefined,
  };
  const world = { now: 0, probes: 0, hasRoom: true };
  const store: WatchedStore = {
    health,
    async probe() {
      world.probes += 1;
      if (!world.hasRoom) {
        throw new Error('no room');
      }
      Object.assign(health, { condition: 'WRITABLE', cause: undefined });
    },
  };
  const watch = new StoreWatch(store, log, isFurther, () => world.now);
  return { log, health, world, watch, logged: () => log.lines.map(({ level, message }) => `${level}: ${message}`) };
}

it('the watch writes nothing to a healthy store', async () => {
  const { watch, world, logged } = watched();
  await watch.check();
  expect(world.probes).toBe(0);
  expect(logged()).toEqual([]);
});

it('the watch probes a store that could not be written until it can, and reports the beginning and the end', async () => {
  const { watch, world, health, logged, log } = watched();
  Object.assign(health, { condition: 'NOT_WRITABLE', cause: 'SQLITE_FULL', reason: 'The disk is full.' });
  world.hasRoom = false;
  await watch.check();
  await watch.check();
  expect(world.probes).toBe(2);
  expect(logged()).toEqual(['error: the store cannot be written: not ready until it can']);
  expect(log.lines[0]?.about).toEqual({ cause: 'SQLITE_FULL', reason: 'The disk is full.' });
  world.hasRoom = true;
  await watch.check();
  expect(logged().slice(1)).toEqual(['info: the store can be written again']);
});

it('a reason that a later write shows is reported once', async () => {
  const { watch, world, health, log } = watched();
  Object.assign(health, { condition: 'NOT_WRITABLE', cause: '57P01' });
  world.hasRoom = false;
  await watch.check();
  Object.assign(health, { cause: '25006', reason: 'The database takes no writes.' });
  await watch.check();
  await watch.check();
  expect(log.lines.map(({ about }) => about)).toEqual([
    { cause: '57P01', reason: undefined },
    { cause: '25006', reason: 'The database takes no writes.' },
  ]);
});

it('a further store that cannot be written refuses its merchants, and the process stays ready', async () => {
  const { watch, world, health, logged } = watched(true);
  Object.assign(health, { condition: 'NOT_WRITABLE', cause: 'SQLITE_FULL' });
  world.hasRoom = false;
  await watch.check();
  expect(logged()).toEqual(['error: the store cannot be written: its merchants get 503 until it can']);
});

it('a corrupt store causes an alert at once and each hour, and is not probed any more', async () => {
  const { watch, world, health, log } = watched();
  Object.assign(health, { condition: 'CORRUPT', cause: 'SQLITE_CORRUPT' });
  await watch.check();
  world.now += HOUR_MS - 1;
  await watch.check();
  expect(log.lines).toEqual([
    {
      level: 'error',
      about: { alert: 'STORE_CORRUPT', cause: 'SQLITE_CORRUPT' },
      message: expect.stringContaining('alerts/store-corrupt.md'),
    },
  ]);
  world.now += 1;
  await watch.check();
  expect(log.lines).toHaveLength(2);
  expect(world.probes).toBe(0);
});
