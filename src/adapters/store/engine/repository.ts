/** The base class of repositories: the engine, and keys for new rows. */
import type { Engine } from './engine.ts';
import type { IdAllocator } from './id-allocator.ts';

export class Repository {
  /** See `Store.number`. */
  readonly storeNumber: number;
  protected readonly engine: Engine;
  readonly #keys: IdAllocator;

  constructor(engine: Engine, keys: IdAllocator) {
    this.engine = engine;
    this.#keys = keys;
    this.storeNumber = keys.store;
  }

  /** Returns a key that no row has had. */
  newKey(): number {
    return this.#keys.next();
  }
}
