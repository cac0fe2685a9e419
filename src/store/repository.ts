/** What every repository stands on: the engine, and keys for rows to come. */
import type { Engine } from './engine.ts';
import type { RowKeys } from './row-keys.ts';

export class Repository {
  protected readonly engine: Engine;
  readonly #keys: RowKeys;

  constructor(engine: Engine, keys: RowKeys) {
    this.engine = engine;
    this.#keys = keys;
  }

  /** A key that no row has had. */
  newKey(): number {
    return this.#keys.take();
  }
}
