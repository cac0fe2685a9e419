/** The passes of a copy while the merchant pays, and the commits of rows. */
import type { RowChanges, StoredMove } from '../../adapters/store/index.ts';
import { adoptKeys } from '../../adapters/vault/index.ts';
import { copyPass, type Pass } from './copy.ts';
import type { KnownRows } from './known-rows.ts';
import { underWay } from './lease.ts';
import {
  FOLLOWED_MS,
  HELD_BACK_MS,
  type MoveParts,
  type Own,
  SETTLED_MS,
  type StoreOfMove,
  sideOf,
} from './move-parts.ts';

/** Changes below this number are left for the time in which the merchant is closed. */
const FEW_DIFFERENCES = 200;
const OPEN_PASSES_MAX = 5;
/** Running gateways load new keys within two seconds. */
const KEYS_LOADED_MS = 5_000;

/** @param isPaced whether a commit is followed by a pause of its length, so that a busy store gets more time */
export type Copy = (isPaced?: boolean) => Promise<Pass>;

/** @param ids of the keys of hashes in the other store */
export function copyOf(parts: MoveParts, own: Own, known: KnownRows, ids: ReadonlyMap<number, number>): Copy {
  const { from, to, progress } = parts;
  return (isPaced = false) =>
    copyPass({
      from: sideOf(from, own, parts, ids),
      to: sideOf(to, own, parts),
      write: isPaced ? pacedWrite(parts, to, own, 'ARRIVING') : (changes) => write(to, own, 'ARRIVING', changes),
      onRows: (rows) => progress(`rows compared: ${rows}`),
      known,
    });
}

/** Copies the rows while the merchant pays. @returns the function for further passes */
export async function openPasses(parts: MoveParts, own: Own, known: KnownRows): Promise<Copy> {
  const { from, to, directory, keks, now, monotonic, pause, progress } = parts;
  const announcedAt = monotonic();
  await directory.wake(from.number);
  await directory.wake(to.number);
  const { ids, isNew } = await adoptKeys(keks, from.store.dataKeys, to.store.dataKeys, now());
  await Promise.all([to.vault.refresh(), isNew ? pause(KEYS_LOADED_MS) : undefined]);
  let pausedMs = 0;
  const timed = async (ms: number) => {
    const began = monotonic();
    await pause(ms);
    pausedMs += monotonic() - began;
  };
  const copy = copyOf({ ...parts, pause: timed }, own, known, ids);
  const counted = async () => {
    const began = monotonic();
    pausedMs = 0;
    const { differences } = await copy(true);
    const ms = Math.round(monotonic() - began - pausedMs);
    progress(`rows copied: ${differences}, in ${ms} ms`);
    return { differences, ms };
  };
  let last = await counted();
  await pause(Math.max(0, FOLLOWED_MS - (monotonic() - announcedAt)));
  for (let passes = 1, before = Number.POSITIVE_INFINITY; passes < OPEN_PASSES_MAX; passes += 1) {
    before = last.differences;
    last = await counted();
    if (last.differences <= FEW_DIFFERENCES || last.differences >= before) {
      break;
    }
  }
  refuseLongWait(parts, last.ms);
  return copy;
}

/**
 * A pass over all rows is part of the wait, so a large merchant needs the operator's consent to a longer one.
 *
 * @param passMs the duration of the last pass, without its pauses
 */
function refuseLongWait({ waitMsMax }: MoveParts, passMs: number): void {
  const ms = HELD_BACK_MS + SETTLED_MS + 2 * passMs;
  if (ms > waitMsMax) {
    throw new Error(
      `The merchant's requests would wait for about ${Math.ceil(ms / 1_000)} s, and not ${waitMsMax / 1_000} s: ` +
        `its rows are compared while they wait. Allow it with --wait ${Math.ceil((1.5 * ms) / 1_000)}.`,
    );
  }
}

export function pacedWrite(
  { monotonic, pause }: MoveParts,
  store: StoreOfMove,
  own: Own,
  step: StoredMove['step'],
): (changes: readonly RowChanges[]) => Promise<void> {
  return async (changes) => {
    const began = monotonic();
    await write(store, own, step, changes);
    await pause(monotonic() - began);
  };
}

/** @throws Error if another command has the move, or it has left the step */
async function write(
  { store }: StoreOfMove,
  own: Own,
  step: StoredMove['step'],
  changes: readonly RowChanges[],
): Promise<void> {
  const { moves } = store;
  if (!(await moves.rowsOf(own.merchantKey).change(moves.guard(own, step), changes))) {
    throw new Error(underWay(own));
  }
}
