/** Facts of an installation that its first process decides. */
import { type Engine, write } from '../engine/engine.ts';
import * as statements from './statements.ts';

const MODE = 'mode';

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
}
