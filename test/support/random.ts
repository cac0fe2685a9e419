/** Reproducible randomness: everything follows from the seed, which the run prints. */
import { randomInt } from 'node:crypto';

const SEED_MAX = 2 ** 32;

export interface SeededRandom {
  readonly seed: number;
  /** An integer from `min` up to, but not including, `max`. */
  between(min: number, max: number): number;
}

/** @param given the seed of an earlier run as text; absent or empty, a new one */
export function seededRandom(given: string | undefined): SeededRandom {
  const seed = given === undefined || given === '' ? randomInt(SEED_MAX) : Number(given) >>> 0;
  let state = seed;
  // Mulberry32: small, and uniform enough for choosing moments.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / SEED_MAX;
  };
  return { seed, between: (min, max) => min + Math.floor(next() * (max - min)) };
}
