/**
 * Integer keys for new rows, known before the insert so that rows can refer to each other in one commit.
 *
 * A process reserves a block of keys at a time and allocates from it in memory; the unused rest of a block is lost.
 * Inserts therefore append, and two processes cannot allocate the same key. Keys grow only within one process.
 *
 * Each store has a range of its own, so that rows of two stores have different keys. The counter in the database is the
 * store's number too: it begins in the store's range, and never leaves it.
 */
import { sql } from 'kysely';
import { firstKeyOf, KEYS_OF_STORE, storeOfKey } from '../../../platform/store-ids.ts';
import { type Engine, StoreError, write } from './engine.ts';
import { type Evidence, type Placeholder, statement } from './statement.ts';

/** The number of keys in a block, enough for a few seconds of a busy gateway. */
const BLOCK_SIZE = 50_000;
/** The next block is fetched when this many keys are left, so that no request waits for it. */
const LOW_MARK = 20_000;
const NAME = 'all';
/**
 * The maximum number of attempts. One fails only if another process reserves a block at the same time, and there are
 * far fewer processes than this.
 */
const RESERVE_TRIES_MAX = 100;

const start = statement((db, p: Placeholder<{ name: string; next: number }>) =>
  db
    .insertInto('row_key')
    .values({ name: p('name'), next: p('next') })
    .onConflict((c) => c.column('name').doNothing()),
);
const current = statement((db, p: Placeholder<{ name: string }>) =>
  db.selectFrom('row_key').select('next').where('name', '=', p('name')),
);
/** A counter that is lower than it was would give the same keys twice. */
const counted: Evidence = {
  statement: statement((db, p: Placeholder<{ after: number; name: string }>) =>
    db
      .selectFrom('row_key')
      .select(sql<boolean>`next < ${p('after')}`.as('lost'))
      .where('name', '=', p('name')),
  ),
  parametersOf: (written) => ({ name: NAME, after: Math.max(...written.map(({ after }) => after as number)) }),
};
const reserve = statement(
  (db, p: Placeholder<{ after: number; name: string; before: number }>) =>
    db
      .updateTable('row_key')
      .set({ next: p('after') })
      .where('name', '=', p('name'))
      .where('next', '=', p('before')),
  undefined,
  counted,
);

/** The store has another number than the one that it is opened under. */
export class OtherNumberError extends StoreError {}

export class IdAllocator {
  readonly #engine: Engine;
  #store = 0;
  #next = 0;
  #end = 0;
  #reserved: { next: number; end: number } | undefined;
  #fetching: Promise<void> | undefined;
  /** The reason why the store gave no block. */
  #failure: unknown;

  private constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * @param number the number that the store has, or gets if it has none yet; absent: its own, or 0
   * @throws OtherNumberError if the store has another number; StoreError if no keys are left
   */
  static async open(engine: Engine, number?: number): Promise<IdAllocator> {
    const keys = new IdAllocator(engine);
    await engine.commit({ writes: [write(start, { name: NAME, next: firstKeyOf(number ?? 0) })] });
    const first = await keys.#reserve(BLOCK_SIZE, number);
    keys.#next = first.next;
    keys.#end = first.end;
    return keys;
  }

  /**
   * Creates an allocator that has no keys and does not reserve any, for commands that only read.
   *
   * @param number as in `open`
   */
  static async reading(engine: Engine, number?: number): Promise<IdAllocator> {
    const keys = new IdAllocator(engine);
    keys.#fetching = Promise.resolve();
    const [row] = await engine.read(current, { name: NAME });
    keys.#next = row === undefined ? firstKeyOf(number ?? 0) : Number(row.next);
    keys.#end = keys.#next;
    keys.#setStore(storeOfKey(keys.#next), number);
    return keys;
  }

  /** The store's number, from 0 to 3,843. */
  get store(): number {
    return this.#store;
  }

  /** The number of keys that the store has left, beside blocks that other processes have reserved. */
  get left(): number {
    return (this.#store + 1) * KEYS_OF_STORE - this.#next;
  }

  /** The key that the next call of `next` will return, unless the block ends there. All keys below are allocated. */
  get upcoming(): number {
    return this.#next;
  }

  /** Returns a key that no row has had. @throws StoreError if no keys are left */
  next(): number {
    if (this.#end - this.#next <= LOW_MARK && this.#reserved === undefined) {
      void this.#fetch();
    }
    if (this.#next >= this.#end) {
      this.#useReservedBlock();
    }
    const key = this.#next;
    this.#next += 1;
    return key;
  }

  #useReservedBlock(): void {
    if (this.#reserved === undefined) {
      throw new StoreError('No row keys are left; the store did not give a new block.', { cause: this.#failure });
    }
    ({ next: this.#next, end: this.#end } = this.#reserved);
    this.#reserved = undefined;
  }

  async #fetch(): Promise<void> {
    this.#fetching ??= this.#reserve(BLOCK_SIZE)
      .then((block) => {
        this.#reserved = block;
      })
      // The current block has keys left, and the next call of `next` fetches again.
      .catch((error: unknown) => {
        this.#failure = error;
      })
      .finally(() => {
        this.#fetching = undefined;
      });
    await this.#fetching;
  }

  /**
   * Skips this many keys, because another copy of this store may have allocated them. Blocks that are already in memory
   * stay in use.
   */
  async passOver(count: number): Promise<void> {
    await this.#reserve(count);
  }

  #setStore(number: number, expected: number | undefined): void {
    if (expected !== undefined && expected !== number) {
      throw new OtherNumberError(`The database is that of store ${number}, and not of store ${expected}.`);
    }
    this.#store = number;
  }

  /** @param expected as in `open` */
  async #reserve(count: number, expected?: number): Promise<{ next: number; end: number }> {
    for (let tried = 0; tried < RESERVE_TRIES_MAX; tried += 1) {
      const [row] = await this.#engine.read(current, { name: NAME });
      if (row === undefined) {
        throw new StoreError('The row key counter is gone.');
      }
      const before = Number(row.next);
      this.#setStore(storeOfKey(before), expected);
      if (storeOfKey(before + count) !== this.#store) {
        throw new StoreError(`Store ${this.#store} has used its ${KEYS_OF_STORE} row keys.`);
      }
      const guard = write(reserve, { name: NAME, before, after: before + count });
      if (await this.#engine.commit({ guard, writes: [] })) {
        return { next: before, end: before + count };
      }
    }
    throw new StoreError('No row keys could be reserved: other processes were faster each time.');
  }
}
