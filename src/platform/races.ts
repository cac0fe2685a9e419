/** Retries a change that may fail because of a concurrent change of the same row. */

/** The result of an attempt that changed no row because of a concurrent change. */
export const RACED = 'RACED';

export type Raced = typeof RACED;

/**
 * The default maximum number of attempts. A payer, a shop and a bank send a few concurrent requests at most; more are a
 * flood, and the caller must retry later.
 */
export const RACES_MAX = 100;

/**
 * Repeats an attempt as long as concurrent changes make it fail.
 *
 * @param attempt the change, which must read the stored state again at each attempt
 * @param racesMax the maximum number of attempts
 * @returns the result of the first attempt that did not fail; RACED if every attempt failed
 */
export async function retryRaces<Result>(
  attempt: () => Promise<Result | Raced>,
  racesMax = RACES_MAX,
): Promise<Result | Raced> {
  for (let race = 0; race < racesMax; race += 1) {
    const result = await attempt();
    if (result !== RACED) {
      return result;
    }
  }
  return RACED;
}
