/** Retries of a change that may lose to a concurrent change of the same row. */

/** Result of an attempt that lost to a concurrent change, and changed no row. */
export const RACED = 'RACED';

export type Raced = typeof RACED;

/** A payer, a shop and a bank send a few repeats at most. More is a flood, and the caller must retry later. */
export const RACES_MAX = 100;

/**
 * Repeats an attempt while it loses to concurrent changes.
 *
 * @param attempt reads the stored state each time
 * @param racesMax the maximum number of attempts
 * @returns RACED if every attempt lost
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
