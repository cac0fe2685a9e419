/** The places where orders whose entries must be made again are found. */
import type { ChangedOrders, ChangeSource } from '../../../core/ports/index.ts';
import { type Engine, write } from '../engine/engine.ts';
import type { KeyRange, OrderChanges } from '../transactions/order-changes.ts';
import * as statements from './feed-statements.ts';

export interface SourceDependencies {
  readonly engine: Engine;
  readonly changes: OrderChanges;
  readonly process: { readonly key: number };
}

const NONE = async () => undefined;

/** Orders that this process changed in the two commits of an operation. */
export function changedHere({ changes }: SourceDependencies): ChangeSource {
  return {
    async next(limit) {
      const orderKeys = changes.take(limit);
      return orderKeys.length === 0
        ? undefined
        : { orderKeys, done: async () => changes.release(), failed: () => changes.putBack() };
    },
  };
}

/** The same, where there were too many for the memory. */
export function missedHere({ engine, changes }: SourceDependencies): ChangeSource {
  return {
    async next(limit) {
      const range = changes.takeMissed();
      if (range === undefined) {
        return undefined;
      }
      try {
        const { orderKeys, left } = await ordersInRange(engine, range, limit);
        return { orderKeys, done: async () => changes.release(left), failed: () => changes.putBack() };
      } catch (error) {
        changes.putBack();
        throw error;
      }
    },
  };
}

/** Orders that were noted in the store. */
export function notedOrders({ engine, process }: SourceDependencies): ChangeSource {
  return {
    async next(limit) {
      const now = Date.now();
      // Most times none is due, which a read finds without a commit.
      const due = await engine.read(statements.firstDueChange, { now, one: 1 });
      const rows =
        due.length === 0 ? [] : await engine.claim(statements.claimChanges, { owner: process.key, now, limit });
      if (rows.length === 0) {
        return undefined;
      }
      const writes = rows.map((row) =>
        write(statements.deleteChange, { key: Number(row.order_key), changes: Number(row.changes) }),
      );
      return {
        orderKeys: rows.map((row) => Number(row.order_key)),
        done: async () => void (await engine.commit({ writes })),
        failed: () => undefined,
      };
    },
  };
}

/** Orders of which a dead process may have changed the entry last. */
export function ordersOfDead({ engine, process }: SourceDependencies): ChangeSource {
  return {
    async next(limit) {
      const dead = await engine.read(statements.firstDeadFeed, { one: 1 });
      const [feed] =
        dead.length === 0 ? [] : await engine.claim(statements.claimDeadFeed, { owner: process.key, limit: 1 });
      if (feed === undefined) {
        return undefined;
      }
      const key = Number(feed.process_key);
      const range = { from: Number(feed.mark), to: Number(feed.until_key) };
      const { orderKeys, left } = await ordersInRange(engine, range, limit);
      const progress =
        left === undefined ? write(statements.endFeed, { key }) : write(statements.moveFeed, { key, mark: left.from });
      return {
        orderKeys,
        done: async () => void (await engine.commit({ writes: [progress] })),
        failed: () => undefined,
      };
    },
  };
}

/** All orders, for a build of the index. */
export function ordersToBuild({ engine, process }: SourceDependencies): ChangeSource {
  return {
    async next(limit) {
      const [build] = await engine.read(statements.readBuild, {});
      if (build == null || build.building === null) {
        return dropOldCounts(engine, Number(build?.served ?? 0));
      }
      const building = Number(build.building);
      // Until every process writes for this build, an entry that is new may lack its mark.
      if ((await engine.read(statements.unreadyProcess, { building, one: 1 })).length > 0) {
        return undefined;
      }
      const owner = process.key;
      const [claimed] = await engine.claim(statements.claimBuild, { owner });
      if (claimed === undefined || Number(claimed.building) !== building) {
        return undefined;
      }
      const rows = await engine.read(statements.ordersAfter, { after: Number(claimed.cursor), limit });
      const last = rows.at(-1);
      // A batch that is not full is the last one: every process writes the orders of afterwards for this build.
      const progress =
        last === undefined || rows.length < limit
          ? write(statements.finishBuild, { building, none: null, zero: 0, owner })
          : write(statements.moveBuild, { building, cursor: Number(last.key), owner });
      return {
        orderKeys: rows.map(({ key }) => Number(key)),
        done: async () => void (await engine.commit({ writes: [progress] })),
        failed: () => undefined,
      };
    },
  };
}

/** Removes the counts of earlier builds, a merchant's day at a time. */
async function dropOldCounts(engine: Engine, served: number): Promise<ChangedOrders | undefined> {
  const [old] = await engine.read(statements.firstOldCount, { served, one: 1 });
  if (old === undefined) {
    return undefined;
  }
  const day = { generation: Number(old.generation), merchantKey: Number(old.merchant_key), day: old.day };
  await engine.commit({ writes: [write(statements.removeCounts, day)] });
  return { orderKeys: [], done: NONE, failed: () => undefined };
}

/** @returns the orders of the first transactions and authentications in the range, and the rest of the range */
async function ordersInRange(
  engine: Engine,
  { from, to }: KeyRange,
  limit: number,
): Promise<{ readonly orderKeys: readonly number[]; readonly left?: KeyRange | undefined }> {
  const page = { from, to, limit };
  const pages = await Promise.all([
    engine.read(statements.transactionsInRange, page),
    engine.read(statements.authenticationsInRange, page),
  ]);
  // Beyond the end of a full page, rows may be missing.
  const ends = pages.flatMap((rows) => (rows.length === limit ? [Number(rows.at(-1)?.key)] : []));
  const end = Math.min(to, ...ends);
  const found = pages.flat().filter(({ key }) => Number(key) <= end);
  return {
    orderKeys: [...new Set(found.map((row) => Number(row.order_key)))],
    left: end < to ? { from: end + 1, to } : undefined,
  };
}
