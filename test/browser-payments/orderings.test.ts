/**
 * Every ordering of the events of a payment, with zero, one and two of each, in sequence and concurrently: the order
 * changes once, and the merchant is notified once. `crowds.test.ts` has the fifties.
 */
import { describe, expect, it } from 'vitest';
import { AT_LENGTH, isFirst, itAtLength } from '../support/at-length.ts';
import { byTurns, KINDS, sequences, tryAll, useGround } from './orderings.ts';

useGround();

const SEQUENCES = sequences(KINDS, [1, 2]);
const IN_TURN = SEQUENCES.map((steps) => ({ steps, isAtOnce: false }));
const AT_ONCE = SEQUENCES.filter((steps) => steps.some(({ copies }) => copies > 1)).map((steps) => ({
  steps,
  isAtOnce: true,
}));

describe('one change, one notification, one end', () => {
  itAtLength(['APPROVED', 'DECLINED'], isFirst)(
    'in 633 orderings, one after another, with PAY: %s',
    async (gatewayCode) => {
      expect(await tryAll(IN_TURN.map((one) => ({ ...one, operation: 'PAY', gatewayCode })))).toBe(633);
    },
  );

  it('in 633 orderings, one after another, with AUTHORIZE approved or declined in turn', AT_LENGTH, async () => {
    const cases = IN_TURN.map((one, index) => ({ ...one, ...byTurns(index), operation: 'AUTHORIZE' as const }));
    expect(await tryAll(cases)).toBe(633);
  });

  it('in 568 concurrent orderings with copies, with both outcomes in turn', AT_LENGTH, async () => {
    expect(await tryAll(AT_ONCE.map((one, index) => ({ ...one, ...byTurns(index) })))).toBe(568);
  });
});
