import { describe, expect, it } from 'vitest';
import {
  PROBE_EVERY_MS,
  ProviderBreaker,
  type ProviderBreakerState,
  SILENCE_MS,
} from '../../../../src/adapters/providers/health/provider-breaker.ts';

/** Unanswered calls, by their start and end times; evaluated when the last has ended. */
type Calls = readonly (readonly [beganAt: number, endedAt: number])[];

function played(calls: Calls): { breaker: ProviderBreaker; now: number } {
  const breaker = new ProviderBreaker();
  for (const [beganAt, endedAt] of calls) {
    breaker.recordUnanswered(beganAt, endedAt);
  }
  return { breaker, now: calls.at(-1)?.[1] ?? 0 };
}

const DOWN: Calls = [
  [0, 10],
  [2_000, 2_010],
  [5_000, 5_010],
];

describe('the breaker', () => {
  it.each<[string, Calls, ProviderBreakerState]>([
    ['no calls', [], 'CLOSED'],
    ['one call that waits long', [[0, 10_000]], 'CLOSED'],
    [
      'two unanswered calls',
      [
        [0, 10_000],
        [1, 10_001],
      ],
      'CLOSED',
    ],
    [
      'three short ones during a restart',
      [
        [0, 1],
        [10, 11],
        [4_990, 4_999],
      ],
      'CLOSED',
    ],
    ['three, the first of five seconds ago', DOWN, 'OPEN'],
    [
      'three at once that timed out',
      [
        [0, 10_000],
        [1, 10_000],
        [2, 10_000],
      ],
      'OPEN',
    ],
    [
      'three of which the first to start ended last',
      [
        [4_000, 4_010],
        [4_500, 4_510],
        [0, 5_000],
      ],
      'OPEN',
    ],
  ])('is in the expected state after: %s', (_name, calls, state) => {
    const { breaker, now } = played(calls);
    expect(breaker.state(now)).toBe(state);
    expect(breaker.pass(now)).toBe(state !== 'OPEN');
  });

  it('lets one payment through at intervals, and no second one beside it', () => {
    const { breaker, now } = played(DOWN);
    const probe = now + PROBE_EVERY_MS;
    expect(breaker.pass(probe - 1)).toBe(false);
    expect(breaker.state(probe)).toBe('HALF_OPEN');
    expect([breaker.pass(probe), breaker.pass(probe), breaker.pass(probe + PROBE_EVERY_MS - 1)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(breaker.pass(probe + PROBE_EVERY_MS)).toBe(true);
  });

  it('stays open as long as calls stay unanswered', () => {
    const { breaker, now } = played(DOWN);
    const late = now + 3 * PROBE_EVERY_MS;
    breaker.recordUnanswered(late - 10, late);
    expect(breaker.state(late + PROBE_EVERY_MS - 1)).toBe('OPEN');
  });

  it('counts the silence from the first unanswered call', () => {
    const { breaker } = played([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    breaker.recordUnanswered(SILENCE_MS - 1, SILENCE_MS);
    expect(breaker.state(SILENCE_MS)).toBe('OPEN');
  });
});
