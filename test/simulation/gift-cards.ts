/** The gift cards of a history, as their issuer at an acquirer's host has them. */
import { type Entry, isPaymentOf, standing } from './acquirer-entry.ts';
import type { Outcomes } from './outcomes.ts';
import { WHOLE } from './requests.ts';
import type { World } from './world.ts';

/** After one in this many balance queries, the card is used for another purchase. */
const SPENT_ELSEWHERE_ONE_IN = 8;

export class GiftCards {
  readonly #world: World;
  readonly #outcomes: Outcomes;
  /** Minor units by number: the loaded amount less purchases on other orders. */
  readonly #loaded = new Map<string, bigint>();

  constructor(world: World, outcomes: Outcomes) {
    this.#world = world;
    this.#outcomes = outcomes;
  }

  /** Minor units available now. */
  balance(number: string, entries: Iterable<Entry>): bigint {
    let left = this.#loadedOf(number);
    for (const entry of entries) {
      if (standing(entry) && isPaymentOf(number, entry)) {
        left -= entry.message.amount;
      }
    }
    return left;
  }

  /** Like `balance`, but it may be outdated when it is used. */
  balanceAt(number: string, entries: Iterable<Entry>): bigint {
    const { chance, journal } = this.#world;
    const balance = this.balance(number, entries);
    const isKnown = this.#outcomes.balanceOf(number) !== undefined;
    if (balance > 0n && !isKnown && chance.oneIn(SPENT_ELSEWHERE_ONE_IN)) {
      this.#loaded.set(number, this.#loadedOf(number) - balance);
      journal.count('gift card emptied after its balance was told');
    }
    return balance;
  }

  #loadedOf(number: string): bigint {
    const known = this.#loaded.get(number) ?? this.#outcomes.balanceOf(number);
    if (known !== undefined) {
      return known;
    }
    const { chance } = this.#world;
    const [least, most] = chance.weighted([
      [1, [0, 0]],
      [10, [1, Number(WHOLE) - 1]],
      [1, [Number(WHOLE), Number(WHOLE)]],
    ] as const);
    const loaded = BigInt(chance.between(least, most));
    this.#loaded.set(number, loaded);
    return loaded;
  }
}
