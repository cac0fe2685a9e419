/** What a tester wants of the next authentications. */
import type { Decision } from './decision.ts';

/** How a challenge or a decoupled authentication ends. */
export interface Ending {
  readonly transStatus: 'Y' | 'N' | 'A' | 'U' | 'R';
  readonly transStatusReason?: string | undefined;
  readonly challengeCancel?: string | undefined;
  /** Whether the payer trusts the shop from now on. */
  readonly isTrusting?: boolean | undefined;
}

export interface Wanted extends Partial<Decision> {
  /** As soon as the payer comes, nobody is asked. */
  readonly ending?: Ending | undefined;
}

export class Outcomes {
  #wanted: Wanted | undefined;
  #left = 0;

  /** @param count for so many AReq */
  choose(wanted: Wanted, count: number): void {
    this.#wanted = wanted;
    this.#left = count;
  }

  /** Counts it. */
  take(): Wanted | undefined {
    if (this.#left <= 0) {
      return undefined;
    }
    this.#left -= 1;
    return this.#wanted;
  }
}
