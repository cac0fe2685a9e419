/**
 * The last seconds of a copy: requests wait, what is under way ends, the last rows are copied, and all are compared.
 */
import { adoptKeys } from '../../adapters/vault/index.ts';
import { type Copy, copiesOf } from './copying.ts';
import type { KnownRows } from './known-rows.ts';
import { underWay } from './lease.ts';
import { HELD_BACK_MS, type MoveParts, type Own, SETTLED_MS } from './move-parts.ts';

const CLOSED_PASSES_MAX = 5;
const CLOSINGS_MAX = 5;
const CLOSE_AGAIN_MS = 5_000;
const POLL_MS = 50;
/** A move that was cut off after the change of the directory goes on as long as it can. */
const LATE_PASS_MS_MAX = 60_000;

/**
 * Closes the merchant, compares the last rows, and changes the directory.
 *
 * @returns the time of the closing
 * @throws Error with one line
 */
export async function closeAndSwitch(parts: MoveParts, own: Own, copy: Copy): Promise<number> {
  const { from, to, directory, monotonic, pause, progress } = parts;
  for (let tries = 1; ; tries += 1) {
    const closedAt = monotonic();
    let problem: string | undefined;
    try {
      await close(parts, own);
      problem = await settle(parts, own, copy, closedAt);
      if (problem === undefined) {
        if (!(await directory.move(own.merchantId, from.number, to.number))) {
          throw new Error(`The directory does not have ${own.merchantId} in the store ${from.name} any more.`);
        }
        return closedAt;
      }
    } catch (error) {
      await reopen(parts, own);
      throw error;
    }
    await reopen(parts, own);
    progress(`the merchant is open again: ${problem}`);
    if (tries === CLOSINGS_MAX) {
      throw new Error(`${problem}. Nothing was moved; call again to go on, or with --cancel.`);
    }
    await pause(CLOSE_AGAIN_MS);
  }
}

/** Lets each process hold new requests back, and closes the merchant. @throws Error if another command has the move */
async function close({ from, now, pause, progress }: MoveParts, own: Own): Promise<void> {
  const { moves } = from.store;
  if (!(await moves.advance(own, 'OPEN', 'CLOSING', now()))) {
    throw new Error(underWay(own));
  }
  await pause(HELD_BACK_MS);
  if (!(await moves.advance(own, 'CLOSING', 'CLOSED', now()))) {
    throw new Error(underWay(own));
  }
  progress('the merchant is closed');
}

/** Lets the merchant pay here again, if it was closed. */
export async function reopen({ from, now }: MoveParts, own: Own): Promise<void> {
  await from.store.moves.advance(own, 'CLOSED', 'OPEN', now());
  await from.store.moves.advance(own, 'CLOSING', 'OPEN', now());
}

/**
 * Lets what is under way end, and copies the last rows until a pass finds no difference.
 *
 * @returns a sentence if the merchant must be opened again before that
 */
async function settle(
  { from, waitMsMax, monotonic, pause }: MoveParts,
  { merchantKey }: Own,
  copy: Copy,
  closedAt: number,
): Promise<string | undefined> {
  const isLate = () => monotonic() - closedAt > waitMsMax;
  await pause(SETTLED_MS);
  for (let order = await from.store.moves.orderUnderWay(merchantKey); order !== undefined; ) {
    if (isLate()) {
      return `The order ${order} is under way`;
    }
    await pause(POLL_MS);
    order = await from.store.moves.orderUnderWay(merchantKey);
  }
  for (let passes = 0; passes < CLOSED_PASSES_MAX; passes += 1) {
    if ((await copy()).differences === 0) {
      return undefined;
    }
    if (isLate()) {
      return 'The rows could not be compared in time';
    }
  }
  return 'Rows change though the merchant is closed';
}

/**
 * The last pass again, for a move that was cut off after the change of the directory. The merchant is closed in both
 * stores until then.
 */
export async function passAfterSwitch(parts: MoveParts, own: Own, known: KnownRows): Promise<void> {
  const { from, to, keks, monotonic, now } = parts;
  await from.store.moves.advance(own, 'OPEN', 'CLOSED', now());
  const { ids } = await adoptKeys(keks, from.store.dataKeys, to.store.dataKeys, now());
  const { full } = copiesOf(parts, own, known, ids);
  const problem = await settle({ ...parts, waitMsMax: LATE_PASS_MS_MAX }, own, full, monotonic());
  if (problem !== undefined) {
    throw new Error(`${problem}. The merchant's requests wait: call again.`);
  }
}
