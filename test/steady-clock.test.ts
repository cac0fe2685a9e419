import { expect, it } from 'vitest';
import { steadyClock } from '../src/steady-clock.ts';

function clocks() {
  const at = { wall: 1_800_000_000_000, monotonic: 5_000 };
  const warnings: object[] = [];
  const clock = steadyClock(
    { warn: (fields) => void warnings.push(fields) },
    { wall: () => at.wall, monotonic: () => at.monotonic },
  );
  const pass = (ms: number) => {
    at.wall += ms;
    at.monotonic += ms;
  };
  return { at, clock, pass, warnings };
}

it('goes with the time that passes', () => {
  const { clock, pass, warnings } = clocks();
  expect(clock.now()).toBe(1_800_000_000_000);
  pass(90_000);
  expect(clock.now()).toBe(1_800_000_090_000);
  expect(warnings).toEqual([]);
});

it.each([3_600_000, -3_600_000, 86_400_000, -86_400_000])(
  'does not follow a step of %i ms, and tells of it',
  (step) => {
    const { at, clock, pass, warnings } = clocks();
    clock.now();
    at.wall += step;
    pass(61_000);
    expect(clock.now()).toBe(1_800_000_061_000);
    expect(clock.stepMs()).toBe(step);
    expect(warnings).toEqual([{ stepMs: step }]);
    pass(1_000);
    clock.now();
    expect(warnings).toHaveLength(1);
  },
);
