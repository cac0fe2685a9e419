import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PAUSES_MS, pauses } from '../../../src/adapters/notifications/retry-schedule.ts';
import { HOUR_MS } from '../../../src/contract/durations.ts';

const chances = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const total = (times: readonly number[]) => times.reduce((sum, one) => sum + one, 0);

describe('the pauses between tries', () => {
  it('take 75.6 hours in all', () => {
    expect(total(PAUSES_MS) / HOUR_MS).toBeCloseTo(75.6, 5);
  });

  it('grow with each try', () => {
    expect(PAUSES_MS).toEqual([...PAUSES_MS].sort((a, b) => a - b));
    expect(new Set(PAUSES_MS).size).toBe(PAUSES_MS.length);
  });

  it('are ten, the tenth for a requested redelivery', () => {
    fc.assert(fc.property(chances, (chance) => pauses(chance).length === 10));
  });

  it('are whole milliseconds, at least a minute, within a tenth of the table', () => {
    const table = [...PAUSES_MS, 60_000];
    fc.assert(
      fc.property(chances, (chance) => {
        for (const [index, pause] of pauses(chance).entries()) {
          expect(Number.isInteger(pause)).toBe(true);
          expect(pause).toBeGreaterThanOrEqual(60_000);
          expect(Math.abs(pause / table[index]! - 1)).toBeLessThanOrEqual(0.1 + 1e-6);
        }
      }),
    );
  });

  it('vary by up to a tenth either way, so that notifications that failed together spread out', () => {
    const [earliest, latest] = [total(pauses(0)), total(pauses(1 - Number.EPSILON))];
    expect(earliest / HOUR_MS).toBeCloseTo(75.6 * 0.9, 1);
    expect(latest / HOUR_MS).toBeCloseTo(75.6 * 1.1, 1);
  });
});
