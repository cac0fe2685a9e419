/**
 * Closes a store for a new address or its end, so that no process writes to its database from then on.
 *
 *   1  the directory has the store closed: each process ends what is in flight there, and closes it
 *   2  no process is on the database; one that hangs is evicted, and its transactions are ended by the database
 *   3  the database records the closing: a process with an older directory does not serve it
 *
 * Repeating the call completes a closing that was cut off.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '../../adapters/store/index.ts';
import { EVICTED_MS_MAX } from '../../core/index.ts';
import type { StoreRow } from '../../core/ports/index.ts';
import { readBuild } from '../../platform/build.ts';

/** The time for which a process may end what is in flight. */
const CLOSED_MS_MAX = 60_000;
const LOOK_EVERY_MS = 100;

export interface ClosingParts {
  /** The store that has the directory. */
  readonly first: Store;
  readonly row: StoreRow;
  /** The store at the address of the row. */
  readonly store: Store;
  readonly closedMsMax?: number;
}

/**
 * @returns the name of the closing
 * @throws Error with one line for the operator; then the store is open as before, unless it was closed before the call
 */
export async function closeStore(parts: ClosingParts): Promise<string> {
  const { first, row, store } = parts;
  const wasClosed = row.closing !== null;
  await refuseMoves(parts);
  await refuseOtherBuilds(parts);
  const closing = row.closing ?? randomUUID();
  if (!(wasClosed || (await first.directory.close(row.number, closing)))) {
    throw new Error(`Another command has just closed the store ${row.name}. Call again.`);
  }
  try {
    await leftByAll(parts);
    await store.installation.close(closing);
    // A process that opened the database between the two steps above finds the record, and leaves.
    await leftByAll(parts);
    return closing;
  } catch (error) {
    if (!wasClosed) {
      await reopenStore(parts, closing);
    }
    throw error;
  }
}

export async function reopenStore({ first, row, store }: ClosingParts, closing: string): Promise<void> {
  await store.installation.reopen();
  await first.directory.reopen(row.number, closing);
}

async function refuseMoves({ row, store }: ClosingParts): Promise<void> {
  const move = (await store.moves.all()).find(({ step }) => step !== 'GONE');
  if (move !== undefined) {
    throw new Error(`The merchant ${move.merchantId} is moving to or from the store ${row.name}: end that first.`);
  }
}

/** An older gateway does not know that a store is closed. */
async function refuseOtherBuilds({ first, row, store }: ClosingParts): Promise<void> {
  const build = readBuild().id;
  const holders = [...(await first.dataKeys.holders()), ...(await store.dataKeys.holders())];
  const other = holders.find((holder) => holder.build !== build);
  if (other !== undefined) {
    throw new Error(
      `A gateway runs ${other.build ?? 'an older build'}, and this command is ${build}: end the upgrade first, ` +
        `or stop that gateway. The store ${row.name} is as before.`,
    );
  }
}

/** Waits until no process is on the database. */
async function leftByAll({ row, store, closedMsMax = CLOSED_MS_MAX }: ClosingParts): Promise<void> {
  const until = performance.now() + closedMsMax;
  const seen = new Map<number, { readonly heartbeats: number; readonly at: number }>();
  for (;;) {
    const peers = await store.processes.others();
    if (peers.length === 0) {
      return;
    }
    const now = performance.now();
    for (const peer of peers) {
      const before = seen.get(peer.key);
      if (before?.heartbeats !== peer.heartbeats) {
        seen.set(peer.key, { heartbeats: peer.heartbeats, at: now });
      } else if (now - before.at > EVICTED_MS_MAX) {
        await store.processes.evict(peer);
      }
    }
    if (now > until) {
      throw new Error(
        `The process ${peers[0]?.key} is still on the store ${row.name} (see: turnpike keys status --store ` +
          `${row.name}). It does not follow the directory: stop it, and call again.`,
      );
    }
    await pause(LOOK_EVERY_MS);
  }
}
