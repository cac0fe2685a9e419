/**
 * The steps of a move, each of which can be cut off and done again:
 *
 * 1. Both stores record the move, and one command has it (`lease.ts`).
 * 2. The other store gets the keys by which the merchant's hashes and signed addresses are verified.
 * 3. The rows are copied while the merchant pays, until few are left (`copy.ts`).
 * 4. Each process holds the merchant's new requests back. Then the store of origin closes the merchant: it refuses
 *    requests that were not held, and no worker acts for it. Requests and deliveries under way end. The last rows are
 *    copied, and a pass without a difference has verified all.
 * 5. The directory has the merchant in the other store, by one commit. Until then a move can be cancelled.
 * 6. The other store serves the merchant, and each process passes on the requests that it has held. The index there
 *    gets the orders.
 * 7. The store of origin removes the rows, unless one has changed since the last comparison, and keeps a row that
 *    forwards addresses of payers.
 */
import { closeAndSwitch, passAfterSwitch, reopen } from './closing.ts';
import { removeRows, rowsChangedSince } from './copy.ts';
import { openPasses, pacedWrite } from './copying.ts';
import { KnownRows } from './known-rows.ts';
import { beat, underWay } from './lease.ts';
import { begin, FOLLOWED_MS, type MoveParts, type Own, sideOf } from './move-parts.ts';

export interface MoveReport {
  /** The number of rows that were moved; 0 if an earlier call has moved them. */
  readonly rows: number;
  /** The time for which the merchant's new requests waited. */
  readonly closedMs: number;
  /** Sealed texts that the store of origin could not open either. */
  readonly unreadable: readonly string[];
}

/**
 * Moves the merchant, or goes on with a move that was cut off.
 *
 * @throws Error with one line for the operator; the merchant then pays where the directory has it
 */
export async function moveMerchant(parts: MoveParts, merchantId: string): Promise<MoveReport> {
  const { from, to, directory, monotonic } = parts;
  const own = await begin(parts, merchantId);
  const stop = beat(
    [from, to].map(({ store }) => store.moves),
    own,
  );
  try {
    let closedAt: number | undefined;
    const known = new KnownRows();
    if ((await directory.storeOf(merchantId)) !== to.number) {
      await reopen(parts, own);
      closedAt = await closeAndSwitch(parts, own, await openPasses(parts, own, known));
    } else if (own.step === 'ARRIVING') {
      await passAfterSwitch(parts, own, known);
    }
    if (known.isComplete) {
      await serve(parts, own, known);
    }
    const closedMs = closedAt === undefined ? 0 : monotonic() - closedAt;
    await indexOrders(parts, own);
    await removeFromOrigin(parts, own, known);
    await to.store.moves.end(own);
    return { rows: known.rows, closedMs, unreadable: [...known.unreadable] };
  } finally {
    await stop();
  }
}

/**
 * Ends a move before the directory has the merchant in the other store, and removes the rows there.
 *
 * @throws Error with one line for the operator, if the directory has it there already
 */
export async function cancelMove(parts: MoveParts, merchantId: string): Promise<void> {
  const { from, to, directory } = parts;
  const own = await begin(parts, merchantId);
  const stop = beat(
    [from, to].map(({ store }) => store.moves),
    own,
  );
  try {
    if ((await directory.storeOf(merchantId)) === to.number) {
      throw new Error(`${merchantId} is in the store ${to.name} already: end the move, and move it back.`);
    }
    await reopen(parts, own);
    await removeRows(sideOf(to, own, parts), { write: pacedWrite(parts, to, own, 'ARRIVING') });
    await to.store.moves.removeFromIndex(own.merchantKey);
    await to.store.moves.end(own);
    await from.store.moves.end(own);
  } finally {
    await stop();
  }
}

async function serve({ to, now, progress }: MoveParts, own: Own, known: KnownRows): Promise<void> {
  if (!(await to.store.moves.serve(own, known.lowestKey, now()))) {
    throw new Error(underWay(own));
  }
  progress(`the store ${to.name} serves the merchant`);
}

async function indexOrders({ to, directory, now }: MoveParts, own: Own): Promise<void> {
  await to.store.moves.indexAll(own.merchantKey, now());
  await directory.wake(to.number);
}

async function removeFromOrigin(parts: MoveParts, own: Own, known: KnownRows): Promise<void> {
  const { from, now, pause, progress } = parts;
  await pause(FOLLOWED_MS);
  await refuseChanged(parts, own, known);
  await from.store.moves.advance(own, 'CLOSED', 'GONE', now());
  await removeRows(sideOf(from, own, parts), { write: pacedWrite(parts, from, own, 'GONE') });
  await from.store.moves.removeFromIndex(own.merchantKey);
  await from.store.moves.advance(own, 'GONE', 'GONE', now());
  progress(`the store ${from.name} has removed the rows`);
}

/**
 * A process that hung may have changed rows after the last comparison, which would be lost with them. A call that was
 * cut off after the change of the directory cannot tell.
 */
async function refuseChanged({ from, to }: MoveParts, own: Own, known: KnownRows): Promise<void> {
  const changed = known.isComplete ? await rowsChangedSince(known, from.store.moves.rowsOf(own.merchantKey)) : [];
  if (changed.length > 0) {
    throw new Error(
      `${own.merchantId} is in the store ${to.name}, but rows in the store ${from.name} changed after they were ` +
        `compared: ${changed.slice(0, SHOWN_MAX).join(', ')}${changed.length > SHOWN_MAX ? ', …' : ''}. ` +
        'They are kept. Look at them, and call again: that removes them.',
    );
  }
}

/** Rows that are named in an error. */
const SHOWN_MAX = 10;
