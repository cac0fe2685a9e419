/** Facts of an installation: the mode that its first process decides, and the last checked timeline of its database. */
import { type Engine, write } from '../engine/engine.ts';
import * as statements from './statements.ts';

const MODE = 'mode';
const TIMELINE = 'timeline';

export class StoredInstallation {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** @returns the mode of the first gateway that used the database; undefined before that */
  async mode(): Promise<string | undefined> {
    const [row] = await this.#engine.read(statements.selectFact, { name: MODE });
    return row?.value;
  }

  /**
   * Records the mode, unless one is recorded.
   *
   * @returns the recorded mode
   */
  async claimMode(mode: string): Promise<string> {
    const recorded = await this.mode();
    if (recorded !== undefined) {
      return recorded;
    }
    await this.#engine.commit({ writes: [write(statements.insertFact, { name: MODE, value: mode })] });
    return (await this.mode()) ?? mode;
  }

  /** @returns the timeline of the database server that the processes have checked last; undefined before that */
  async timeline(): Promise<number | undefined> {
    const [row] = await this.#engine.read(statements.selectFact, { name: TIMELINE });
    return row && Number(row.value);
  }

  async recordTimeline(timeline: number): Promise<void> {
    await this.#engine.commit({ writes: [write(statements.putFact, { name: TIMELINE, value: `${timeline}` })] });
  }
}
