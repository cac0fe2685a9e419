/** Facts of an installation: the mode that its first process decides, and the last checked timeline of its database. */
import { type Engine, write } from '../engine/engine.ts';
import * as statements from './statements.ts';

const MODE = 'mode';
const TIMELINE = 'timeline';
const DIRECTORY = 'directory';
const CLOSED = 'closed';
const ARRIVED = 'arrived';

export class StoredInstallation {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** @returns the mode of the first gateway that used the database; undefined before that */
  mode(): Promise<string | undefined> {
    return this.#fact(MODE);
  }

  /** @returns the id of the directory that the store was added to; undefined if it was added to none */
  directory(): Promise<string | undefined> {
    return this.#fact(DIRECTORY);
  }

  /**
   * Records the mode, unless one is recorded.
   *
   * @returns the recorded mode
   */
  claimMode(mode: string): Promise<string> {
    return this.#claim(MODE, mode);
  }

  /**
   * Records the directory, unless one is recorded.
   *
   * @returns the id of the recorded directory
   */
  claimDirectory(id: string): Promise<string> {
    return this.#claim(DIRECTORY, id);
  }

  /** @returns the name of the closing under which no process may serve the database; undefined if it may be served */
  closing(): Promise<string | undefined> {
    return this.#fact(CLOSED);
  }

  /** @returns the name of the closing after which the database is served at its present address */
  arrived(): Promise<string | undefined> {
    return this.#fact(ARRIVED);
  }

  /** Records that no process may serve the database. A copy that has this record has all that was written before. */
  async close(closing: string): Promise<void> {
    await this.#engine.commit({ writes: [write(statements.putFact, { name: CLOSED, value: closing })] });
  }

  /** Removes that record. */
  async reopen(): Promise<void> {
    await this.#engine.commit({ writes: [write(statements.deleteFact, { name: CLOSED })] });
  }

  /** Records in a copy that it takes the place of the database that was closed. */
  async arrive(closing: string): Promise<void> {
    const writes = [
      write(statements.putFact, { name: ARRIVED, value: closing }),
      write(statements.deleteFact, { name: CLOSED }),
    ];
    await this.#engine.commit({ writes });
  }

  async #fact(name: string): Promise<string | undefined> {
    const [row] = await this.#engine.read(statements.selectFact, { name });
    return row?.value;
  }

  async #claim(name: string, value: string): Promise<string> {
    const recorded = await this.#fact(name);
    if (recorded !== undefined) {
      return recorded;
    }
    await this.#engine.commit({ writes: [write(statements.insertFact, { name, value })] });
    return (await this.#fact(name)) ?? value;
  }

  /** @returns the timeline of the database server that the processes have checked last; undefined before that */
  async timeline(): Promise<number | undefined> {
    const value = await this.#fact(TIMELINE);
    return value === undefined ? undefined : Number(value);
  }

  async recordTimeline(timeline: number): Promise<void> {
    await this.#engine.commit({ writes: [write(statements.putFact, { name: TIMELINE, value: `${timeline}` })] });
  }
}
