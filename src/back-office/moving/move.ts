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
 * 7. The store of origin removes the rows, and keeps a row that forwards addresses of payers.
 */
import type { RowChanges, StoredMove } from '../../adapters/store/index.ts';
import { adoptKeys } from '../../adapters/vault/index.ts';
import { copyPass, type Pass, removeRows } from './copy.ts';
import { beat, underWay } from './lease.ts';
import { begin, type MoveParts, type Own, type StoreOfMove, sideOf } from './move-parts.ts';

export interface MoveReport {
  /** The number of rows that were compared in the last pass. */
  readonly rows: number;
  /** The time for which the merchant's new requests waited. */
  readonly closedMs: number;
  /** Sealed texts that the store of origin could not open either. */
  readonly unreadable: readonly string[];
}

/** Changes below this number are left for the time in which the merchant is closed. */
const FEW_DIFFERENCES = 200;
const OPEN_PASSES_MAX = 5;
const CLOSED_PASSES_MAX = 5;
const CLOSINGS_MAX = 5;
const CLOSE_AGAIN_MS = 5_000;
const POLL_MS = 50;
/**
 * The shortest time between the closing and the last pass: processes know a merchant for a second, and PostgreSQL ends
 * the transaction of a hanging process after two. A transaction that begins after the closing is refused by its guard.
 */
const SETTLED_MS = 2_100;
/** Each process reads a change of the directory within a second, and the moves of both stores after it. */
const FOLLOWED_MS = 3_000;
/** Processes that know of the move read its step every 250 ms, and hold new requests back from then on. */
const HELD_BACK_MS = 500;
/** A move that was cut off after the change of the directory goes on as long as it can. */
const LATE_PASS_MS_MAX = 60_000;
/** Running gateways load new keys within two seconds. */
const KEYS_LOADED_MS = 5_000;

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
    let pass: Pass | undefined;
    if ((await directory.storeOf(merchantId)) !== to.number) {
      await reopen(parts, own);
      ({ pass, closedAt } = await closeAndSwitch(parts, own, await openPasses(parts, own)));
    } else if (own.step === 'ARRIVING') {
      pass = await passAfterSwitch(parts, own);
    }
    await serve(parts, own, pass);
    const closedMs = closedAt === undefined ? 0 : monotonic() - closedAt;
    await indexOrders(parts, own);
    await removeFromOrigin(parts, own);
    await to.store.moves.end(own);
    const rows = pass === undefined ? 0 : [...pass.tables.values()].reduce((sum, table) => sum + table.rows, 0);
    return { rows, closedMs, unreadable: [...(pass?.unreadable ?? [])] };
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

/** @param isPaced whether a commit is followed by a pause of its length, so that a busy store gets more time */
type Copy = (isPaced?: boolean) => Promise<Pass>;

/** @param ids of the keys of hashes in the other store */
function copyOf(parts: MoveParts, own: Own, ids: ReadonlyMap<number, number>): Copy {
  const { from, to, progress } = parts;
  return (isPaced = false) =>
    copyPass({
      from: sideOf(from, own, parts, ids),
      to: sideOf(to, own, parts),
      write: isPaced ? pacedWrite(parts, to, own, 'ARRIVING') : (changes) => write(to, own, 'ARRIVING', changes),
      onRows: (rows) => progress(`rows compared: ${rows}`),
    });
}

/** Copies the rows while the merchant pays. @returns the function for further passes */
async function openPasses(parts: MoveParts, own: Own): Promise<Copy> {
  const { from, to, directory, keks, now, monotonic, pause, progress } = parts;
  const announcedAt = monotonic();
  await directory.wake(from.number);
  await directory.wake(to.number);
  const { ids, isNew } = await adoptKeys(keks, from.store.dataKeys, to.store.dataKeys, now());
  await Promise.all([to.vault.refresh(), isNew ? pause(KEYS_LOADED_MS) : undefined]);
  const copy = copyOf(parts, own, ids);
  const counted = async () => {
    const began = monotonic();
    const { differences } = await copy(true);
    const ms = Math.round(monotonic() - began);
    progress(`rows copied: ${differences}, in ${ms} ms`);
    return { differences, ms };
  };
  let last = await counted();
  for (let passes = 1, before = Number.POSITIVE_INFINITY; passes < OPEN_PASSES_MAX; passes += 1) {
    before = last.differences;
    last = await counted();
    if (last.differences <= FEW_DIFFERENCES || last.differences >= before) {
      break;
    }
  }
  refuseLongWait(parts, last.ms);
  await pause(Math.max(0, FOLLOWED_MS - (monotonic() - announcedAt)));
  return copy;
}

/**
 * A pass over all rows is part of the wait, so a large merchant needs the operator's consent to a longer one.
 *
 * @param passMs the duration of the last pass
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

async function closeAndSwitch(
  parts: MoveParts,
  own: Own,
  copy: Copy,
): Promise<{ readonly pass: Pass; readonly closedAt: number }> {
  const { from, to, directory, monotonic, pause, progress } = parts;
  for (let tries = 1; ; tries += 1) {
    const closedAt = monotonic();
    let problem: string;
    try {
      await close(parts, own);
      const pass = await settledPass(parts, own, copy, closedAt);
      if (typeof pass !== 'string') {
        if (!(await directory.move(own.merchantId, from.number, to.number))) {
          throw new Error(`The directory does not have ${own.merchantId} in the store ${from.name} any more.`);
        }
        return { pass, closedAt };
      }
      problem = pass;
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

async function reopen({ from, now }: MoveParts, own: Own): Promise<void> {
  await from.store.moves.advance(own, 'CLOSED', 'OPEN', now());
  await from.store.moves.advance(own, 'CLOSING', 'OPEN', now());
}

/** @returns the pass without a difference; a sentence if the merchant must be opened again before that */
async function settledPass(
  { from, waitMsMax, monotonic, pause }: MoveParts,
  { merchantKey }: Own,
  copy: Copy,
  closedAt: number,
): Promise<Pass | string> {
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
    const pass = await copy();
    if (pass.differences === 0) {
      return pass;
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
async function passAfterSwitch(parts: MoveParts, own: Own): Promise<Pass> {
  const { from, to, keks, monotonic, now } = parts;
  await from.store.moves.advance(own, 'OPEN', 'CLOSED', now());
  const { ids } = await adoptKeys(keks, from.store.dataKeys, to.store.dataKeys, now());
  const settled = await settledPass(
    { ...parts, waitMsMax: LATE_PASS_MS_MAX },
    own,
    copyOf(parts, own, ids),
    monotonic(),
  );
  if (typeof settled === 'string') {
    throw new Error(`${settled}. The merchant's requests wait: call again.`);
  }
  return settled;
}

/** @param pass undefined if an earlier call has let the store serve the merchant */
async function serve({ to, now, progress }: MoveParts, own: Own, pass: Pass | undefined): Promise<void> {
  if (pass !== undefined) {
    if (!(await to.store.moves.serve(own, pass.lowestKey, now()))) {
      throw new Error(underWay(own));
    }
    progress(`the store ${to.name} serves the merchant`);
  }
}

async function indexOrders({ to, directory, now }: MoveParts, own: Own): Promise<void> {
  await to.store.moves.indexAll(own.merchantKey, now());
  await directory.wake(to.number);
}

async function removeFromOrigin(parts: MoveParts, own: Own): Promise<void> {
  const { from, now, pause, progress } = parts;
  await pause(FOLLOWED_MS);
  await from.store.moves.advance(own, 'CLOSED', 'GONE', now());
  await removeRows(sideOf(from, own, parts), { write: pacedWrite(parts, from, own, 'GONE') });
  await from.store.moves.removeFromIndex(own.merchantKey);
  await from.store.moves.advance(own, 'GONE', 'GONE', now());
  progress(`the store ${from.name} has removed the rows`);
}

function pacedWrite(
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
