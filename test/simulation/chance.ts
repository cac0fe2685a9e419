/** All random choices of a history. Every number comes from its seed, in calling order. */
import { seededRandom } from '../support/random.ts';

export class Chance {
  readonly #between: (min: number, max: number) => number;

  constructor(seed: number) {
    this.#between = seededRandom(String(seed)).between;
  }

  /** A whole number from 0 to below `count`. */
  below(count: number): number {
    return this.#between(0, count);
  }

  /** An integer between the bounds, inclusive. */
  between(least: number, most: number): number {
    return this.#between(least, most + 1);
  }

  oneIn(count: number): boolean {
    return this.#between(0, count) === 0;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.#between(0, list.length)] as T;
  }

  /** A random choice by weight. */
  weighted<T>(choices: readonly (readonly [weight: number, choice: T])[]): T {
    const total = choices.reduce((sum, [weight]) => sum + weight, 0);
    let at = this.#between(0, total);
    for (const [weight, choice] of choices) {
      at -= weight;
      if (at < 0) {
        return choice;
      }
    }
    throw new Error('Nothing has a weight.');
  }
}
