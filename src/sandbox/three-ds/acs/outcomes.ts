/** A tester's choices for the next authentications. */
import type { Decision } from './decision.ts';

/** The result of a challenge or a decoupled authentication. */
export interface ChallengeEnding {
  readonly transStatus: 'Y' | 'N' | 'A' | 'U' | 'R';
  readonly transStatusReason?: string | undefined;
  readonly challengeCancel?: string | undefined;
  /** Whether the payer trusts the shop from now on. */
  readonly isTrusting?: boolean | undefined;
}

export interface OutcomeSetting extends Partial<Decision> {
  /** Ends the challenge with this result when the payer arrives, without an answer. */
  readonly ending?: ChallengeEnding | undefined;
}

export class AcsOutcomes {
  #wanted: OutcomeSetting | undefined;
  #left = 0;

  /** @param count the number of affected AReqs */
  choose(wanted: OutcomeSetting, count: number): void {
    this.#wanted = wanted;
    this.#left = count;
  }

  /** Returns and counts the choice for the next AReq. */
  take(): OutcomeSetting | undefined {
    if (this.#left <= 0) {
      return undefined;
    }
    this.#left -= 1;
    return this.#wanted;
  }
}
