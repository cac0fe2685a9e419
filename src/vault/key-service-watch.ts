/** Asks now and then whether every key-encryption key answers: who learns it at a restart learns it too late. */
import type { Log } from '../gateway/ports/index.ts';
import { type KeyService, openAll } from './keys.ts';

export class KeyServiceWatch {
  readonly #keks: readonly KeyService[];
  readonly #log: Log;
  #problem: string | undefined;

  /** @param keks which answered at the start */
  constructor(keks: readonly KeyService[], log: Log) {
    this.#keks = keks;
    this.#log = log;
  }

  /** Whether all of them answered when they were asked last. */
  get isUp(): boolean {
    return this.#problem === undefined;
  }

  async run(): Promise<void> {
    const problem = await openAll(this.#keks).then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (problem !== undefined && problem !== this.#problem) {
      this.#log.error(
        { problem },
        'a key of TURNPIKE_KEYS does not answer: payments go on, a change of data keys waits, and no gateway starts',
      );
    }
    if (problem === undefined && this.#problem !== undefined) {
      this.#log.info({}, 'every key of TURNPIKE_KEYS answers again');
    }
    this.#problem = problem;
  }
}
