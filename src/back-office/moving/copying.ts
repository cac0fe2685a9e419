/** The passes of a copy while the merchant pays, and the commits of rows. */
import { addChanges, type ChangedRows, type RowChanges, type StoredMove } from '../../adapters/store/index.ts';
import { adoptKeys } from '../../adapters/vault/index.ts';
import { type ChangedPass, changedPass } from './changed-pass.ts';
import { type CopyOptions, copyPass, type Pass } from './copy.ts';
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
export type Copy = (isPaced?: boolean) => Promise<Pick<Pass, 'differences'>>;

interface Copies {
  /** Compares all rows. */
  readonly full: Copy;
  /** Compares the rows that have changed since the pass before it, and those that it wrote. */
  readonly changed: Copy;
}

/** @param ids of the keys of hashes in the other store */
export function copiesOf(parts: MoveParts, own: Own, known: KnownRows, ids: ReadonlyMap<number, number>): Copies {
  const { from, to, progress } = parts;
  const { moves } = from.store;
  const optionsOf = (isPaced: boolean): CopyOptions & { readonly known: KnownRows } => ({
    from: sideOf(from, own, parts, ids),
    to: sideOf(to, own, parts),
    write: isPaced ? pacedWrite(parts, to, own, 'ARRIVING') : (changes) => write(to, own, 'ARRIVING', changes),
    onRows: (rows) => progress(`rows compared: ${rows}`),
    known,
  });
  const full: Copy = (isPaced = false) => copyPass(optionsOf(isPaced));
  let written: ChangedRows = new Map();
  const changed: Copy = async (isPaced = false) => {
    const before = written;
    written = new Map();
    let differences = 0;
    // While the merchant pays, a pass takes as many commits as are listed at its beginning: others follow for the next.
    let left = isPaced ? await moves.listedCommits(own) : Number.POSITIVE_INFINITY;
    for (let isMore = true; isMore; ) {
      const taken = await moves.takeChanges(own);
      if (!(await moves.listsChanges(own))) {
        // The command slept for so long that the store has ended the list.
        known.reset();
        return full(isPaced);
      }
      for (const [table, names] of before) {
        addChanges(taken.rows, table, names);
      }
      before.clear();
      const pass: ChangedPass = await changedPass(optionsOf(isPaced), taken.rows);
      differences += pass.differences;
      for (const [table, names] of pass.written) {
        addChanges(written, table, names);
      }
      left -= taken.commits;
      isMore = taken.isMore && left > 0;
    }
    return { differences };
  };
  return { full, changed };
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
  const { full, changed } = copiesOf({ ...parts, pause: timed }, own, known, ids);
  const counted = async (copy: Copy) => {
    const began = monotonic();
    pausedMs = 0;
    const { differences } = await copy(true);
    const ms = Math.round(monotonic() - began - pausedMs);
    progress(`rows copied: ${differences}, in ${ms} ms`);
    return { differences, ms };
  };
  await counted(full);
  // By now each transaction that began before the store listed its changes has ended.
  await pause(Math.max(0, FOLLOWED_MS - (monotonic() - announcedAt)));
  // This pass reads again what the first one has written.
  known.reset();
  await counted(full);
  let last = await counted(changed);
  for (let passes = 1; passes < OPEN_PASSES_MAX && last.differences > FEW_DIFFERENCES; passes += 1) {
    last = await counted(changed);
  }
  refuseLongWait(parts, last.ms);
  return changed;
}

/**
 * Passes over changed rows are part of the wait, so a merchant with very many changes needs the operator's consent to a
 * longer one.
 *
 * @param passMs the duration of the last pass, without its pauses
 */
function refuseLongWait({ waitMsMax }: MoveParts, passMs: number): void {
  const ms = HELD_BACK_MS + SETTLED_MS + 2 * passMs;
  if (ms > waitMsMax) {
    throw new Error(
      `The merchant's requests would wait for about ${Math.ceil(ms / 1_000)} s, and not ${waitMsMax / 1_000} s: ` +
        `its last rows are copied while they wait. Allow it with --wait ${Math.ceil((1.5 * ms) / 1_000)}.`,
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
