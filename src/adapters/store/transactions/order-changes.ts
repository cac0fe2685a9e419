/**
 * The orders that this process changes in the two commits of an operation, until the index for searches has them. They
 * are in memory, so that a payment writes no further row. The process stores a mark from time to time: after its death
 * another process reads its transactions from there. Every other change of an order is noted in the store
 * (`change-statements.ts`).
 */

/** The number of changed orders in memory. Beyond it, their transactions are found again by their keys. */
const CHANGED_MAX = 20_000;

/** A range of keys of transactions, both ends included. */
export interface KeyRange {
  readonly from: number;
  readonly to: number;
}

interface Change {
  /** The lowest key of the order's changed transactions. */
  readonly key: number;
  /** When the first of them was noted. */
  readonly at: number;
}

export class OrderChanges {
  /** Transactions that this process has begun and not completed. */
  readonly #open = new Set<number>();
  /** Changed orders by their keys, the longest changed first. */
  readonly #changed = new Map<number, Change>();
  /** The orders that the worker has taken. */
  readonly #taken = new Map<number, Change>();
  /** Transactions whose orders are not in `#changed`, because there were too many. */
  #missed: KeyRange | undefined;
  #takenRange: KeyRange | undefined;
  #missedSince: number | undefined;
  /** No transaction of this process has a lower key, except those that are noted in the store. */
  #mark = 0;
  #begun = 0;
  readonly #changedMax: number;

  constructor(changedMax = CHANGED_MAX) {
    this.#changedMax = changedMax;
  }

  /** The number of transactions that were begun so far. */
  get begun(): number {
    return this.#begun;
  }

  /** True if the index has every change of this process, and no transaction is open. */
  get isEmpty(): boolean {
    return this.#open.size + this.#changed.size + this.#taken.size === 0 && this.#missed === undefined;
  }

  /** The time of the oldest change that is not in the index; undefined if there is none. */
  get oldestAt(): number | undefined {
    const times = [this.#taken, this.#changed].flatMap((some) => some.values().next().value?.at ?? []);
    const oldest = Math.min(this.#missedSince ?? Number.POSITIVE_INFINITY, ...times);
    return Number.isFinite(oldest) ? oldest : undefined;
  }

  /**
   * Runs the first commit of a transaction.
   *
   * @param commit `isNoted`: whether the commit has to note the order in the store, because the mark is past the key
   */
  async begin(orderKey: number, key: number, commit: (isNoted: boolean) => Promise<boolean>): Promise<boolean> {
    this.#begun += 1;
    const isNoted = key < this.#mark;
    this.#open.add(key);
    try {
      const isBegun = await commit(isNoted);
      if (!isBegun) {
        this.#open.delete(key);
      }
      return isBegun;
    } catch (error) {
      this.#open.delete(key);
      throw error;
    } finally {
      this.note(orderKey, key);
    }
  }

  /** Runs a commit that changes an order and leaves no transaction open. The parameters are those of `begin`. */
  async change(orderKey: number, key: number, commit: (isNoted: boolean) => Promise<boolean>): Promise<boolean> {
    try {
      return await this.begin(orderKey, key, commit);
    } finally {
      this.#open.delete(key);
    }
  }

  /**
   * Runs the last commit of a transaction. It notes the order in the store where this process did not begin the
   * transaction, or its mark is past the key.
   */
  async complete(orderKey: number, key: number, commit: (isNoted: boolean) => Promise<boolean>): Promise<boolean> {
    const isNoted = key < this.#mark || !this.#open.has(key);
    try {
      return await commit(isNoted);
    } finally {
      this.note(orderKey, key);
      this.#open.delete(key);
    }
  }

  /** @param key of the transaction, or of the authentication, that changed the order */
  note(orderKey: number, key: number): void {
    const before = this.#changed.get(orderKey);
    if (before !== undefined) {
      if (key < before.key) {
        this.#changed.set(orderKey, { key, at: before.at });
      }
    } else if (this.#changed.size < this.#changedMax) {
      this.#changed.set(orderKey, { key, at: Date.now() });
    } else {
      this.#miss({ from: key, to: key });
    }
  }

  /** Takes changed orders from memory. Call `release` or `putBack` before the next call. */
  take(limit: number): readonly number[] {
    for (const [orderKey, change] of this.#changed) {
      if (this.#taken.size === limit) {
        break;
      }
      this.#taken.set(orderKey, change);
      this.#changed.delete(orderKey);
    }
    return [...this.#taken.keys()];
  }

  /** Takes the range of the transactions that found no room in memory. The same rules hold as for `take`. */
  takeMissed(): KeyRange | undefined {
    this.#takenRange = this.#missed;
    this.#missed = undefined;
    return this.#takenRange;
  }

  /** The index has the taken orders. @param left the rest of a taken range */
  release(left?: KeyRange): void {
    this.#taken.clear();
    this.#takenRange = undefined;
    if (left !== undefined) {
      this.#miss(left);
    }
    if (this.#missed === undefined) {
      this.#missedSince = undefined;
    }
  }

  /** The taken orders are the first ones again. */
  putBack(): void {
    const later = [...this.#changed];
    this.#changed.clear();
    for (const [orderKey, change] of this.#taken) {
      this.#changed.set(orderKey, change);
    }
    this.#taken.clear();
    for (const [orderKey, { key, at }] of later) {
      const { key: first = key, at: since = at } = this.#changed.get(orderKey) ?? {};
      this.#changed.set(orderKey, { key: Math.min(first, key), at: since });
    }
    if (this.#takenRange !== undefined) {
      this.#miss(this.#takenRange);
      this.#takenRange = undefined;
    }
  }

  /**
   * Moves the mark to the lowest key that the index may lack.
   *
   * @param below a key that this process allocated a while ago
   * @returns the mark to store
   */
  moveMark(below: number): number {
    let mark = Math.min(below, this.#missed?.from ?? below, this.#takenRange?.from ?? below);
    for (const key of this.#open) {
      mark = Math.min(mark, key);
    }
    for (const some of [this.#changed, this.#taken]) {
      for (const { key } of some.values()) {
        mark = Math.min(mark, key);
      }
    }
    this.#mark = Math.max(this.#mark, mark);
    return this.#mark;
  }

  /** The mark of this process under a new process key. Earlier transactions under its first key may still be open. */
  markFor(processKey: number): number {
    this.#mark ||= processKey;
    return Math.min(this.#mark, processKey);
  }

  #miss({ from, to }: KeyRange): void {
    this.#missedSince ??= Date.now();
    const { from: first = from, to: last = to } = this.#missed ?? {};
    this.#missed = { from: Math.min(first, from), to: Math.max(last, to) };
  }
}
