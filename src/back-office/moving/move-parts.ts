/** The two stores of a move, and the right of this command to it. */
import type { Store, StoredMove } from '../../adapters/store/index.ts';
import type { KeyService, Vault } from '../../adapters/vault/index.ts';
import type { KindOfRows } from '../../adapters/vault/rotation/index.ts';
import type { StoreSide } from './compare-rows.ts';
import { takeOver, underWay } from './lease.ts';

/** Processes that know of the move read its step every 250 ms, and hold new requests back from then on. */
export const HELD_BACK_MS = 500;
/**
 * The shortest time between the closing and the last pass: processes know a merchant for a second, and PostgreSQL ends
 * the transaction of a hanging process after two. A transaction that begins after the closing is refused by its guard.
 */
export const SETTLED_MS = 2_100;
/** Each process reads a change of the directory within a second, and the moves of both stores after it. */
export const FOLLOWED_MS = 3_000;

export interface StoreOfMove {
  readonly number: number;
  readonly name: string;
  readonly store: Store;
  readonly vault: Vault;
}

export interface MoveParts {
  readonly from: StoreOfMove;
  readonly to: StoreOfMove;
  readonly directory: {
    storeOf(merchantId: string): Promise<number>;
    /** @returns false if the directory does not have the merchant in the store `from` */
    move(merchantId: string, from: number, to: number): Promise<boolean>;
    /** Lets each process open the store, if it sleeps there, and read the moves of its merchants. */
    wake(number: number): Promise<void>;
  };
  /** Key-encryption keys of both stores, newest first. */
  readonly keks: readonly [KeyService, ...KeyService[]];
  readonly kinds: readonly KindOfRows[];
  /** Replaces the id of the key in the hash of a password. @param ids of the keys in the other store */
  readonly renumberedHash: (passwordHash: string, ids: ReadonlyMap<number, number>) => string;
  /** Names this command for another one, such as `process 12 on pay-1`. */
  readonly runner: string;
  /** The build of this program. */
  readonly build: string;
  /** The longest time for which the merchant's requests may wait. */
  readonly waitMsMax: number;
  readonly progress: (sentence: string) => void;
  readonly pause: (ms: number) => Promise<unknown>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly monotonic: () => number;
}

/** The move in the store that the merchant moves to. */
export type Own = Pick<StoredMove, 'merchantId' | 'merchantKey' | 'runner' | 'step'>;

/**
 * Records the move in both stores, or takes over one that was cut off.
 *
 * @throws Error with one line for the operator
 */
export async function begin(parts: MoveParts, merchantId: string): Promise<Own> {
  await refuseOtherBuilds(parts);
  const { from, to, runner, pause, now } = parts;
  const known = await from.store.moves.find(merchantId);
  let merchantKey = known?.merchantKey;
  if (known === undefined) {
    const merchant = await from.store.merchants.find(merchantId);
    if (merchant === undefined) {
      throw new Error(`There is no merchant ${merchantId} in the store ${from.name}.`);
    }
    merchantKey = merchant.key;
    const move = { merchantKey, merchantId, step: 'OPEN', otherStore: to.number, runner, changedAt: now() } as const;
    if (!(await from.store.moves.begin(move))) {
      throw new Error(underWay({ merchantId, runner: 'it has just begun' }));
    }
  } else if (known.otherStore !== to.number) {
    throw new Error(`${merchantId} is being moved to another store: end that move, or call it with --cancel.`);
  } else {
    await takeOver(from.store.moves, known, runner, pause);
  }
  return beginThere(parts, merchantId, merchantKey as number);
}

async function beginThere({ from, to, runner, now }: MoveParts, merchantId: string, merchantKey: number): Promise<Own> {
  const known = await to.store.moves.find(merchantId);
  if (known !== undefined && known.step !== 'GONE') {
    if (known.otherStore !== from.number || !(await to.store.moves.takeOver(known, runner))) {
      throw new Error(underWay(known));
    }
    return { merchantId, merchantKey, runner, step: known.step };
  }
  if (known === undefined && (await to.store.merchants.find(merchantId)) !== undefined) {
    throw new Error(`The store ${to.name} has a merchant ${merchantId} of its own.`);
  }
  const step = 'ARRIVING';
  const move = { merchantKey, merchantId, step, otherStore: from.number, runner, changedAt: now() } as const;
  if (!(await to.store.moves.begin(move))) {
    throw new Error(underWay({ merchantId, runner: 'it has just begun' }));
  }
  return { merchantId, merchantKey, runner, step };
}

/** An older gateway does not know that a merchant is closed. */
async function refuseOtherBuilds({ from, to, build }: MoveParts): Promise<void> {
  for (const { name, store } of [from, to]) {
    const other = (await store.dataKeys.holders()).find((holder) => holder.build !== build);
    if (other !== undefined) {
      throw new Error(
        `A gateway of the store ${name} runs ${other.build ?? 'an older build'}, and this command is ${build}: ` +
          'end the upgrade first, or stop that gateway.',
      );
    }
  }
}

/** @param ids of the keys of hashes in the other store; absent for the rows there */
export function sideOf(
  { store, vault }: StoreOfMove,
  { merchantKey }: Own,
  { kinds, renumberedHash }: MoveParts,
  ids?: ReadonlyMap<number, number>,
): StoreSide {
  const renumbered = (hash: string) => (ids === undefined ? hash : renumberedHash(hash, ids));
  return { rows: store.moves.rowsOf(merchantKey), seals: { vault, kinds, merchantKey, renumbered } };
}
