/** A promise of the port, as the kit asks for it. */
import type { Subject } from './subject.ts';
import type { Trial } from './trial.ts';

export interface Promised {
  /** `orderings.return-alone`: the heading, and a name that stays. */
  readonly id: string;
  /** One sentence, of what is kept. */
  readonly says: string;
  /** What the provider lacks for it, in words; absent or undefined: it is asked for. */
  readonly lacks?: (subject: Subject) => string | undefined;
  /** @throws Broken where it is broken, NotOffered where the adapter says honestly that it does not do that */
  readonly keeps: (trial: Trial) => Promise<void>;
}
