/** A promise of the port, as the kit checks it. */
import type { Subject } from './subject.ts';
import type { Trial } from './trial.ts';

export interface AdapterPromise {
  /** The heading and a permanent name, such as `orderings.return-alone`. */
  readonly id: string;
  /** The promise, in one sentence. */
  readonly says: string;
  /**
   * Returns the feature without which the provider cannot keep the promise, in words. Absent or undefined: the promise
   * is checked.
   */
  readonly lacks?: (subject: Subject) => string | undefined;
  /**
   * @throws BrokenPromise if the adapter breaks the promise, NotOffered if the adapter reports that it does not have
   *   the feature
   */
  readonly keeps: (trial: Trial) => Promise<void>;
}
