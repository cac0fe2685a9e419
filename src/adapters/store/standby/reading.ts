/**
 * The reads of one page or answer. They begin at the standby if it may be used, and go on at the primary once the
 * standby fails, never back: the data of a page does not become older while it is read.
 */
import type { Engine } from '../engine/engine.ts';
import type { Statement } from '../engine/statement.ts';
import type { Mark } from './marks.ts';
import type { Standby } from './standby.ts';

export class Reading implements Engine {
  readonly #primary: Engine;
  readonly #standby: Standby;
  #isAtPrimary = false;
  #mark: Mark | undefined;

  constructor(primary: Engine, standby: Standby) {
    this.#primary = primary;
    this.#standby = standby;
  }

  /** The mark of the oldest data that was read; undefined if all was read from the primary. */
  get mark(): Mark | undefined {
    return this.#mark;
  }

  async read<P, Row>(statement: Statement<P, Row>, parameters: NoInfer<P>): Promise<Row[]> {
    const mark = this.#isAtPrimary ? undefined : this.#standby.mark();
    if (mark !== undefined) {
      // Noted before the answer, so that a sentence that is made meanwhile does not call the page newer than it is.
      this.#mark ??= mark;
      const rows = await this.#standby.read(statement, parameters);
      if (rows !== undefined) {
        return rows;
      }
    }
    this.#isAtPrimary = true;
    this.#standby.countPrimary();
    return this.#primary.read(statement, parameters);
  }

  claim(): Promise<never> {
    return Promise.reject(new TypeError('A reading claims no rows.'));
  }

  commit(): Promise<never> {
    return Promise.reject(new TypeError('A reading writes nothing.'));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
