/**
 * The moves of merchants between the stores of a process. A merchant's requests wait for the last seconds of its move.
 * Ids in payers' addresses name the store that has made them, which their merchant may have left since. Such a store
 * keeps a row for each merchant that has gone, and its payers' requests are looked up; all others go on at once.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Store, StoredMove } from '../../adapters/store/index.ts';
import type { Directory } from '../../core/directory/index.ts';
import { HELD_MS_MAX } from './held-requests.ts';
import { StaleLists } from './stale-lists.ts';

type Moves = Pick<Store['moves'], 'all' | 'findPayerId' | 'stopListing'>;

export interface MovesParts {
  readonly directory: Pick<Directory, 'numberOf'>;
  /** The open stores of the process, by their numbers. */
  readonly open: () => ReadonlyMap<number, Moves>;
  /** Opens a store that sleeps. @returns undefined if the directory does not have it */
  readonly opened: (number: number) => Promise<Moves | undefined>;
  /** Called after the moves of a store were read. */
  readonly onRead: () => void;
  /** Called when the directory and the moves are to be read ahead of the interval, while a merchant moves. */
  readonly again: () => void;
}

/** The merchant for whose move a request waits. */
export interface Waiting {
  readonly waitsFor: string;
}

/** The interval in which moves are read while rows are copied, and while requests may wait. */
const READ_EVERY_MS = { copying: 250, waiting: 50 } as const;
/** A merchant that waits for longer was left so by a command that was cut off. Its requests are refused at once. */
const WAITING_MS_MAX = 30_000;

export class MovesInProgress {
  readonly #parts: MovesParts;
  /** The moves of each store as they were read last, by the merchants' ids. */
  readonly #moves = new Map<number, ReadonlyMap<string, StoredMove>>();
  /** The times at which the first requests of merchants waited, by store and merchant. */
  readonly #since = new Map<number, Map<string, number>>();
  readonly #read = new WeakSet<Moves>();
  readonly #reading = new Set<number>();
  readonly #staleLists = new StaleLists();
  #soon: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(parts: MovesParts) {
    this.#parts = parts;
  }

  /**
   * Begins to read the moves of the open stores. Those of a store that sleeps or does not answer are the ones that were
   * read last.
   *
   * @param isChanged whether the directory has changed; otherwise only stores with a move in progress, and those that
   *   were not read yet, are read
   */
  refresh(isChanged: boolean): void {
    for (const [number, moves] of this.#parts.open()) {
      if ((isChanged || !this.#read.has(moves) || this.#isMoving(number)) && !this.#reading.has(number)) {
        this.#read.add(moves);
        this.#reading.add(number);
        this.#refresh(number, moves)
          // A store that does not answer is read at the next call.
          .catch(() => this.#read.delete(moves))
          .finally(() => this.#reading.delete(number));
      }
    }
    this.#readSoon();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#soon);
  }

  async #refresh(number: number, moves: Moves): Promise<void> {
    const all = await moves.all();
    this.#moves.set(number, new Map(all.map((move) => [move.merchantId, move])));
    for (const merchantId of this.#since.get(number)?.keys() ?? []) {
      if (!this.waits(number, merchantId)) {
        this.#since.get(number)?.delete(merchantId);
      }
    }
    this.#parts.onRead();
    this.#readSoon();
    await this.#staleLists.end(moves, all);
  }

  #readSoon(): void {
    clearTimeout(this.#soon);
    const afterMs = this.#readAfterMs();
    if (afterMs !== undefined && !this.#isClosed) {
      this.#soon = setTimeout(this.#parts.again, afterMs);
    }
  }

  /** Whether rows of a merchant are copied from the store or to it. */
  #isMoving(number: number): boolean {
    return this.#some(number, ({ step }) => step !== 'GONE');
  }

  /** @returns undefined if no merchant moves */
  #readAfterMs(): number | undefined {
    const moves = [...this.#moves].flatMap(([number, ofStore]) =>
      [...ofStore.values()].map((move) => ({ number, ...move })),
    );
    if (moves.every(({ step }) => step === 'GONE')) {
      return undefined;
    }
    // The step ARRIVING lasts for the whole copy.
    const isShort = moves.some(
      ({ number, merchantId, step }) =>
        (step === 'CLOSING' || step === 'CLOSED') && !this.hasWaitedLong(number, merchantId),
    );
    return isShort ? READ_EVERY_MS.waiting : READ_EVERY_MS.copying;
  }

  /** @param merchantId of a merchant that the directory has in the store @returns true if its requests wait */
  waits(number: number, merchantId: string): boolean {
    const step = this.#moves.get(number)?.get(merchantId)?.step;
    return step !== undefined && isWaiting(step);
  }

  /** Call it for a request that waits. @returns true if the first one has waited for so long that it is no use */
  hasWaitedLong(number: number, merchantId: string): boolean {
    const ofStore = this.#since.get(number) ?? new Map<string, number>();
    const since = ofStore.get(merchantId) ?? performance.now();
    this.#since.set(number, ofStore.set(merchantId, since));
    return performance.now() - since > WAITING_MS_MAX;
  }

  /** Whether ids of the store must be looked up: a merchant has left it, or its requests wait. */
  concerns(number: number): boolean {
    return this.#some(number, ({ merchantId, step }) => this.#isElsewhere(number, merchantId) || isWaiting(step));
  }

  /**
   * @param number the store that has made an id
   * @param url path and query, as in the request line
   * @returns the number of the store that has the id now; that of `number` if none has it
   */
  storeOfUrl(number: number, url: string): Promise<Waiting | number> {
    const segments = url.split(/[?#]/, 1)[0]?.split('/') ?? [];
    return this.storeOf(
      number,
      segments.filter((segment) => segment.length >= ID_LENGTH_MIN),
    );
  }

  /** Like `storeOfUrl`, by ids in the address or the message. */
  async storeOf(number: number, ids: readonly string[]): Promise<Waiting | number> {
    const left = [...(this.#moves.get(number)?.keys() ?? [])].filter((id) => this.#isElsewhere(number, id));
    const others = new Set(left.map((id) => this.#parts.directory.numberOf(id)));
    let waiting: Waiting | undefined;
    for (const candidate of [number, ...others]) {
      const moves = await this.#parts.opened(candidate);
      const found = await Promise.all(ids.map((id) => moves?.findPayerId(id)));
      if (found.includes('HERE')) {
        return candidate;
      }
      waiting ??= found.find((one) => typeof one === 'object');
    }
    return waiting ?? number;
  }

  /** Like `storeOf`, but waits for the end of a move. @throws Error if it does not end in time */
  async settledStoreOf(number: number, ids: readonly string[]): Promise<number> {
    if (!this.concerns(number)) {
      return number;
    }
    const until = performance.now() + HELD_MS_MAX;
    for (let found = await this.storeOf(number, ids); ; found = await this.storeOf(number, ids)) {
      if (typeof found === 'number') {
        return found;
      }
      if (performance.now() >= until) {
        throw new Error(`The move of ${found.waitsFor} did not end in time.`);
      }
      await pause(READ_EVERY_MS.waiting);
    }
  }

  #isElsewhere(number: number, merchantId: string): boolean {
    return this.#parts.directory.numberOf(merchantId) !== number;
  }

  #some(number: number, is: (move: StoredMove) => boolean): boolean {
    return [...(this.#moves.get(number)?.values() ?? [])].some(is);
  }
}

/** GONE in the store that the directory has for the merchant: the process has not read the directory yet. */
function isWaiting(step: StoredMove['step']): boolean {
  return step !== 'OPEN' && step !== 'SERVED';
}

/** Ids are longer, and names of pages are shorter, except for `authentication`. */
const ID_LENGTH_MIN = 16;
