/**
 * Fifty copies of one event of a payment, among zero, one and two of every other; and fifty of every event. Half of
 * them are played in sequence, half concurrently. A provider that decides the same again changes nothing, so its fifty
 * are played among ones and twos alone.
 *
 * They take long, so a normal run plays one in seven, from a random start; `TURNPIKE_CROWDS_ONE_IN=1` plays every
 * ordering. A failure names the ordering.
 */
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../support/random.ts';
import { byTurns, KINDS, type Kind, type Step, sequences, tryAll, useGround } from './orderings.ts';

useGround();

const CROWD = 50;
/** Seven and eight are coprime, so that each mode meets each outcome. */
const ONE_IN = Number(process.env.TURNPIKE_CROWDS_ONE_IN || 7);
const FIRST = seededRandom(undefined).between(0, ONE_IN);
const SOME = ONE_IN === 1 ? 'every ordering' : `one in ${ONE_IN} orderings`;
const SEQUENCES = sequences(KINDS, [1, 2, CROWD]);

function crowds(steps: readonly Step[]): Kind[] {
  return steps.filter(({ copies }) => copies === CROWD).map(({ kind }) => kind);
}

const decidesOnce = (steps: readonly Step[]) => steps.every(({ kind, copies }) => kind !== 'decision' || copies === 1);

/** In sequence and concurrently, and with each outcome, in rotation. */
const played = (steps: readonly Step[], index: number) => ({
  steps,
  isAtOnce: index % 2 === 0,
  ...byTurns(index >> 1),
});

/** Plays this run's part of the orderings. @param count of all of them */
async function trySome(sequences: readonly Step[][], count: number): Promise<void> {
  expect(sequences).toHaveLength(count);
  const some = sequences.map(played).filter((_, index) => index % ONE_IN === FIRST);
  expect(await tryAll(some)).toBe(some.length);
}

describe('one change, one notification, one end', () => {
  it.each([
    ['callback', 155],
    ['question', 155],
    ['return', 155],
    ['decision', 277],
  ] as const)(`in ${SOME} with fifty copies of one kind alone, the %s: of %i`, async (kind, count) => {
    const alone = SEQUENCES.filter((steps) => crowds(steps).join() === kind);
    await trySome(kind === 'decision' ? alone : alone.filter(decidesOnce), count);
  });

  it(`in ${SOME} of 30 with fifty copies of every kind`, async () => {
    await trySome(
      SEQUENCES.filter((steps) => crowds(steps).length === KINDS.length - 1 && decidesOnce(steps)),
      30,
    );
  });
});
