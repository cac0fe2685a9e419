/** The ids of orders that are filled in: they scatter over the index, and yet each can be named by its number. */

/** A multiplication modulo a prime visits every number below it once, and in no order. */
export const FACTOR = 48_271;
export const PRIME = 2_147_483_647;

/** The id of the order that was filled in as number `at`, from 1. */
export function filledOrderId(at: number): string {
  return `filled-${(at * FACTOR) % PRIME}`;
}
