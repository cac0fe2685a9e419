/**
 * Fifty copies of one thing that can happen to a payment, among none, one and two of everything else; and fifty of everything. Half of them
 * in turn, half at once. A provider that decides the same again changes nothing, so its fifty are tried among ones and twos alone.
 */
import { describe, expect, it } from 'vitest';
import { byTurns, KINDS, type Kind, type Step, sequences, tryAll, useGround } from './orderings.ts';

useGround();

const CROWD = 50;
const SEQUENCES = sequences(KINDS, [1, 2, CROWD]);

function crowds(steps: readonly Step[]): Kind[] {
  return steps.filter(({ copies }) => copies === CROWD).map(({ kind }) => kind);
}

const decidesOnce = (steps: readonly Step[]) => steps.every(({ kind, copies }) => kind !== 'decision' || copies === 1);

/** Each in turn or at once, and with each outcome, by turns. */
const played = (steps: readonly Step[], index: number) => ({
  steps,
  isAtOnce: index % 2 === 0,
  ...byTurns(index >> 1),
});

describe('one change, one notification, one end', () => {
  it.each([
    ['callback', 155],
    ['question', 155],
    ['return', 155],
    ['decision', 277],
  ] as const)('in every ordering with fifty of one kind alone, the %s: %i', async (kind, count) => {
    const alone = SEQUENCES.filter((steps) => crowds(steps).join() === kind);
    const cases = kind === 'decision' ? alone : alone.filter(decidesOnce);
    expect(await tryAll(cases.map(played))).toBe(count);
  });

  it('in 30 orderings with fifty of everything', async () => {
    const all = SEQUENCES.filter((steps) => crowds(steps).length === KINDS.length - 1 && decidesOnce(steps));
    expect(await tryAll(all.map(played))).toBe(30);
  });
});
