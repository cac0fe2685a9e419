import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  Breaker,
  type BreakerState,
  DEFAULT_BREAKER_TIMES,
  UNANSWERED_MIN,
} from '../../../src/adapters/acquirers/breaker.ts';

/** At so many milliseconds: a message is to be sent, an answer arrives, a connection is made, or the state is read. */
type Step = readonly [at: number, what: 'answer' | 'connect' | 'look' | 'send'];

interface Played {
  /** For each `send`: whether it passed. */
  readonly passed: readonly boolean[];
  readonly state: BreakerState;
  readonly changes: readonly (readonly [at: number, BreakerState])[];
}

function play(steps: readonly Step[]): Played {
  let now = 0;
  const changes: [number, BreakerState][] = [];
  const passed: boolean[] = [];
  const breaker = new Breaker(DEFAULT_BREAKER_TIMES, (state) => void changes.push([now, state]));
  for (const [at, what] of steps) {
    now = at;
    if (what === 'send') {
      passed.push(breaker.pass(now));
    } else if (what === 'answer') {
      breaker.recordAnswer();
    } else if (what === 'connect') {
      breaker.recordConnection();
    } else {
      breaker.wouldPass(now);
    }
  }
  return { passed, state: breaker.state, changes };
}

const sends = (...times: readonly number[]): Step[] => times.map((at) => [at, 'send']);
const every = (ms: number, from: number, until: number): number[] =>
  Array.from({ length: Math.floor((until - from) / ms) + 1 }, (_, index) => from + index * ms);

describe('the breaker', () => {
  it.each<[string, readonly Step[], BreakerState]>([
    ['nothing sent', [[90_000, 'look']], 'CLOSED'],
    ['one message without an answer, for ever', [...sends(0), [60_000, 'look']], 'CLOSED'],
    ['two messages without an answer', [...sends(0, 1), [19_000, 'look']], 'CLOSED'],
    ['three, for less than eight seconds', [...sends(0, 1, 2), [7_999, 'look']], 'CLOSED'],
    ['three, for eight seconds', [...sends(0, 1, 2), [8_000, 'look']], 'OPEN'],
    ['three, the last of less than a second ago', [...sends(0, 1, 7_500), [8_400, 'look']], 'CLOSED'],
    ['three, the last of a second ago', [...sends(0, 1, 7_500), [8_500, 'look']], 'OPEN'],
    ['an answer in between', [...sends(0, 1, 2), [4_000, 'answer'], ...sends(5_000), [12_000, 'look']], 'CLOSED'],
    ['silence after an answer', [...sends(0), [100, 'answer'], ...sends(200, 201, 202), [8_200, 'look']], 'OPEN'],
    [
      'two messages, and two more half a minute later',
      [...sends(0, 1), ...sends(30_000, 30_001), [36_000, 'look']],
      'CLOSED',
    ],
    ['a pause after three messages', [...sends(0, 1, 2), [22_003, 'look']], 'CLOSED'],
    [
      'a new connection within eight seconds',
      [[0, 'answer'], ...sends(1, 2, 3), [4, 'connect'], [9_000, 'look']],
      'CLOSED',
    ],
    ['two connections without an answer', [...sends(1, 2), [3, 'connect'], ...sends(4), [9_000, 'look']], 'OPEN'],
  ])('is in the expected state after: %s', (_name, steps, state) => {
    expect(play(steps).state).toBe(state);
  });

  const opened: Step[] = [...sends(0, 1, 2), [8_000, 'look']];

  it('passes no message for a second, then one message a second', () => {
    const { passed, changes } = play([...opened, ...sends(8_001, 8_999, 9_000, 9_001, 9_999, 10_000)]);
    expect(passed.slice(3)).toEqual([false, false, true, false, false, true]);
    expect(changes).toEqual([
      [8_000, 'OPEN'],
      [9_000, 'HALF_OPEN'],
    ]);
  });

  it('closes on one answer, to the probe or to an older message, and then opens no sooner than the first time', () => {
    expect(play([...opened, [8_500, 'answer'], ...sends(8_501, 8_502)]).passed.slice(3)).toEqual([true, true]);
    const again = play([
      ...opened,
      ...sends(9_000),
      [9_001, 'answer'],
      ...sends(9_002, 9_003, 9_004),
      [17_001, 'look'],
    ]);
    expect(again.state).toBe('CLOSED');
    expect(
      play([...opened, ...sends(9_000), [9_001, 'answer'], ...sends(9_002, 9_003, 9_004), [17_002, 'look']]).state,
    ).toBe('OPEN');
  });

  it('reports an hour of silence as OPEN and HALF_OPEN, and its end as CLOSED', () => {
    const hour = every(20, 0, 3_600_000);
    const { passed, changes } = play(hour.map((at): Step => [at, 'send']).concat([[3_600_001, 'answer']]));
    expect(changes.map(([, state]) => state)).toEqual(['OPEN', 'HALF_OPEN', 'CLOSED']);
    const probes = passed.filter((one, index) => one && index > 400).length;
    expect(probes).toBeGreaterThan(3_580);
    expect(probes).toBeLessThan(3_600);
  });
});

describe('over any history, the breaker', () => {
  const gaps = fc.integer({ min: 0, max: 3_000 });
  const what = fc.constantFrom('answer', 'connect', 'look', 'send', 'send', 'send', 'send');
  const histories = fc.array(fc.tuple(gaps, what), { maxLength: 120 }).map((steps) => {
    let now = 0;
    return steps.map(([gap, kind]): Step => {
      now += gap;
      return [now, kind];
    });
  });

  it('does not open within eight seconds of an answer', () => {
    fc.assert(
      fc.property(histories, (steps) => {
        const answers = steps.filter(([, kind]) => kind === 'answer').map(([at]) => at);
        for (const [at, state] of play(steps).changes) {
          if (state === 'OPEN') {
            // A message of the same millisecond may have come after it.
            const last = Math.max(...answers.filter((answer) => answer < at), Number.NEGATIVE_INFINITY);
            expect(at - last).toBeGreaterThanOrEqual(DEFAULT_BREAKER_TIMES.silenceMs);
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('does not open where fewer than three messages were sent since an answer', () => {
    fc.assert(
      fc.property(histories, (steps) => {
        let unanswered = 0;
        const few = steps.filter(([, kind]) => {
          if (kind === 'answer') {
            unanswered = 0;
          }
          if (kind !== 'send') {
            return true;
          }
          unanswered += 1;
          return unanswered < UNANSWERED_MIN;
        });
        expect(play(few).changes).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is closed after each answer, and passes every message until it opens', () => {
    fc.assert(
      fc.property(histories, (steps) => {
        const { changes, passed } = play([...steps, [1e9, 'answer'], [1e9, 'send']]);
        expect(passed.at(-1)).toBe(true);
        expect(changes.length === 0 || changes.at(-1)?.[1] === 'CLOSED').toBe(true);
        if (changes.length === 0) {
          expect(passed).not.toContain(false);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('is open within ten seconds where messages are sent and none is answered, and then passes one a second', () => {
    const busy = fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 40, maxLength: 200 });
    fc.assert(
      fc.property(busy, (pauses) => {
        let now = 0;
        const times = pauses.map((pause) => {
          now += pause;
          return now - pauses[0]!;
        });
        const { changes, passed } = play(sends(...times));
        if (times.at(-1)! < 12_000) {
          return;
        }
        const openedAt = changes[0]?.[0] ?? Number.POSITIVE_INFINITY;
        // Its state is read with a message, and the next one may be two seconds away.
        expect(openedAt).toBeLessThanOrEqual(10_000 + 2_000);
        const probes = times.filter((at, index) => at >= openedAt && passed[index]);
        for (const [index, at] of probes.entries()) {
          if (index > 0) {
            expect(at - probes[index - 1]!).toBeGreaterThanOrEqual(DEFAULT_BREAKER_TIMES.probeEveryMs);
          }
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
