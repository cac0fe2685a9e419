/** A promise of the port, as the kit checks it. */
import type { Subject } from './subject.ts';
import type { Trial } from './trial.ts';

export interface AdapterPromise {
  /** `orderings.return-alone`: the heading, and a permanent name. */
  readonly id: string;
  /** The promise, in one sentence. */
  readonly says: string;
  /** The feature that the provider lacks for it, in words. Absent or undefined: the promise is checked. */
  readonly lacks?: (subject: Subject) => string | undefined;
  /** @throws BrokenPromise if it is broken, NotOffered if the adapter reports that it lacks the feature */
  readonly keeps: (trial: Trial) => Promise<void>;
}
