/** Facts of an installation: the mode that its first process decides, and the last checked timeline of its database. */
import { type Engine, write } from '../engine/engine.ts';
import * as statements from './statements.ts';

const MODE = 'mode';
const TIMELINE = 'timeline';
const DIRECTORY = 'directory';

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
