/** The ids of filled-in orders. They are scattered over the index, but each is derived from the order's number. */

/** A multiplication modulo a prime reaches every number below it once, in scattered order. */
export const FACTOR = 48_271;
export const PRIME = 2_147_483_647;

/** The id of filled-in order number `at`, from 1. */
export function filledOrderId(at: number): string {
  return `filled-${(at * FACTOR) % PRIME}`;
}
