/**
 * A store is closed in the directory and opened again, many times, while its merchant asks each gateway process: each
 * process follows each change. The report has the times from the commit in the directory to the first answer by it. An
 * open store answers once the process has opened it. `TURNPIKE_FAULT_CHANGES` sets the number of changes.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore, type Store } from '../../src/adapters/store/index.ts';
import { onPostgres } from '../support/database-place.ts';
import type { Merchant } from '../support/merchant.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { counting, percentile, report, rounds } from './report.ts';
import { loadedStores } from './stores.ts';

const CHANGES = rounds('CHANGES', 10);
const PROCESSES = onPostgres() ? 2 : 1;
const ASK_EVERY_MS = 10;
const CHANGE_MS_MAX = 60_000;

let stack: Stack;
let first: Store;
let merchants: readonly Merchant[];
let number: number;
beforeAll(async () => {
  stack = await startStack({ processes: PROCESSES });
  const [, second] = await loadedStores(stack, 2);
  merchants = second?.merchants ?? [];
  first = await openStore(stack.databaseUrl || `sqlite:${stack.storeFile}`, { owner: false, schema: 'REQUIRE' });
  number = (await first.directory.contents())?.stores.find(({ name }) => name === 'store-2')?.number ?? 0;
}, 3 * CHANGE_MS_MAX);
afterAll(async () => {
  await first.close();
  await stack.close();
});

/** @returns for each process the milliseconds until its answer has, or has not, the status of an absent store */
async function followed(isAbsent: boolean): Promise<number[]> {
  const since = performance.now();
  const follow = async (merchant: Merchant) => {
    while (((await merchant.order('none')).status === 503) !== isAbsent) {
      await pause(ASK_EVERY_MS);
    }
    return performance.now() - since;
  };
  return Promise.all(merchants.map(follow));
}

const timesOf = (times: readonly number[]) =>
  `${Math.round(percentile(times, 50))} ms in the median and ${Math.round(Math.max(...times))} ms at most`;

it(
  'each process follows each change of the directory',
  async () => {
    const closed: number[] = [];
    const opened: number[] = [];
    for (let change = 0; change < CHANGES; change += 1) {
      // The changes fall at any time between two reads of the directory.
      await pause((change * 1_000) / CHANGES);
      const isClosing = change % 2 === 0;
      const name = `closing ${change - (isClosing ? 0 : 1)}`;
      const { directory } = first;
      expect(await (isClosing ? directory.close(number, name) : directory.reopen(number, name))).toBe(true);
      (isClosing ? closed : opened).push(...(await followed(isClosing)));
    }
    report('Changed directory', [
      counting(CHANGES, 'change'),
      counting(PROCESSES, 'process', 'processes'),
      `a closed store was refused after ${timesOf(closed)}`,
      `an open one answered after ${timesOf(opened)}`,
    ]);
    expect(closed.length + opened.length).toBe(CHANGES * PROCESSES);
  },
  CHANGES * CHANGE_MS_MAX,
);
