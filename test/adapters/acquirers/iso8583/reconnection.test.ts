import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reconnectDelayMs } from '../../../../src/adapters/acquirers/iso8583/reconnection.ts';
import { DEFAULT_LINK_TIMES } from '../../../../src/adapters/acquirers/link-limits.ts';

describe('the delay before the next connection', () => {
  it('doubles its step with each failure, up to the cap', () => {
    const steps = [0, 1, 2, 5, 6, 1_000_000].map((failures) => reconnectDelayMs(failures, 1));
    expect(steps).toEqual([100, 200, 400, 3_200, 5_000, 5_000]);
  });

  it('is random from zero to the step, so that many gateways do not connect at once', () => {
    fc.assert(
      fc.property(fc.nat(50), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
        const step = reconnectDelayMs(failures, 1);
        expect(reconnectDelayMs(failures, random)).toBeCloseTo(step * random);
        expect(step).toBeLessThanOrEqual(DEFAULT_LINK_TIMES.reconnectCapMs);
      }),
    );
  });
});
