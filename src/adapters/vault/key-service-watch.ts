/**
 * Checks periodically that every key-encryption key is available, so that the operator learns of a missing key before
 * the next restart, which would fail.
 */
import type { Log } from '../../core/ports/index.ts';
import { type KeyService, openAll } from './keys.ts';

export class KeyServiceWatch {
  readonly #keks: readonly KeyService[];
  readonly #log: Log;
  #problem: string | undefined;

  /** @param keks the key-encryption keys, all available at the start */
  constructor(keks: readonly KeyService[], log: Log) {
    this.#keks = keks;
    this.#log = log;
  }

  /** True if all keys were available at the last check. */
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
