/** The faults of a network between the gateway and a shop, at random and repeatable by a seed. */

export interface DisorderOptions {
  /** The share of notifications that are lost, from 0 to 1. */
  readonly drop: number;
  /** The share of notifications that arrive twice. */
  readonly double: number;
  /** Whether those that come together change their sequence. */
  readonly isShuffled: boolean;
  readonly seed: number;
}

export interface Fate<One> {
  readonly one: One;
  /** 0: lost. 2: twice. */
  readonly times: 0 | 1 | 2;
}

/** @returns the function that decides on notifications that come together, in the sequence of their deliveries */
export function disorderOf({ drop, double, isShuffled, seed }: DisorderOptions) {
  const random = randomOf(seed);
  return <One>(together: readonly One[]): readonly Fate<One>[] => {
    const fates = together.map((one): Fate<One> => {
      const [lost, twice] = [random() < drop, random() < double];
      return { one, times: lost ? 0 : twice ? 2 : 1 };
    });
    if (isShuffled) {
      for (let last = fates.length - 1; last > 0; last -= 1) {
        const at = Math.floor(random() * (last + 1));
        [fates[last], fates[at]] = [fates[at] as Fate<One>, fates[last] as Fate<One>];
      }
    }
    return fates;
  };
}

const STEP = 0x6d2b79f5;
const UINT32 = 2 ** 32;

/** Mulberry32: numbers from 0 to below 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + STEP) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / UINT32;
  };
}
