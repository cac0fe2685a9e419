/** `orders`: the index by which orders are found. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '../adapters/store/index.ts';
import { ageSeconds } from '../core/index.ts';
import { type CommandCall, UsageError } from './command.ts';

const LOOK_EVERY_MS = 1_000;

/** Starts a build of the whole index. A running gateway makes it, or the next one that starts. */
export async function rebuildOrders({ store, args, usage, progress }: CommandCall): Promise<string> {
  const isWaiting = args[0] === '--wait';
  if (args.length > (isWaiting ? 1 : 0)) {
    throw new UsageError(usage);
  }
  await store.orderIndex.rebuild();
  if (!isWaiting) {
    return 'A gateway makes the index of orders again. Searches read the old one until it is done: turnpike orders status';
  }
  for (let build = await store.orderIndex.build(); build.isBuilding; build = await store.orderIndex.build()) {
    progress(`orders up to row ${build.cursor} are in the new index`);
    await pause(LOOK_EVERY_MS);
  }
  return 'The index of orders is made again.';
}

export async function showOrderIndex({ store, args, usage }: CommandCall): Promise<string> {
  if (args.length > 0) {
    throw new UsageError(usage);
  }
  return (await linesOf(store)).join('\n');
}

async function linesOf(store: Store): Promise<string[]> {
  const age = await store.orderIndex.age();
  const { isBuilding, cursor } = await store.orderIndex.build();
  return [
    age.isComplete ? 'complete\tyes' : 'complete\tno: searches find only orders of the first build so far',
    `age\tup to ${ageSeconds(age, Date.now())} s`,
    `build\t${isBuilding ? `under way, at row ${cursor}` : 'none'}`,
  ];
}
