import { expect, it } from 'vitest';
import { steadyClock } from '../../src/adapters/steady-clock.ts';
import { DAY_MS, HOUR_MS } from '../../src/contract/durations.ts';

const START = 1_800_000_000_000;

function clocks() {
  const at = { wall: START, monotonic: 5_000 };
  const warnings: string[] = [];
  const clock = steadyClock(
    { warn: (fields, message) => void warnings.push(`${message} ${JSON.stringify(fields)}`) },
    { wall: () => at.wall, monotonic: () => at.monotonic },
  );
  const pass = (ms: number) => {
    for (let passed = 0; passed < ms; passed += 500) {
      at.wall += 500;
      at.monotonic += 500;
      clock.now();
    }
  };
  return { at, clock, pass, warnings };
}

it('the clock advances with elapsed time', () => {
  const { clock, pass, warnings } = clocks();
  expect(clock.now()).toBe(START);
  pass(90_000);
  expect([clock.now(), clock.stamp()]).toEqual([START + 90_000, START + 90_000]);
  expect(warnings).toEqual([]);
});

it.each([HOUR_MS, -HOUR_MS, DAY_MS, -DAY_MS])('the clock does not follow a step of %i ms that is reverted', (step) => {
  const { at, clock, pass, warnings } = clocks();
  at.wall += step;
  pass(17_000);
  expect(clock.now()).toBe(START + 17_000);
  expect(clock.stepMs()).toBe(step);
  expect(warnings).toEqual([`the machine's clock was set {"stepMs":${step}}`]);
  at.wall -= step;
  pass(90_000);
  expect([clock.now(), clock.stamp(), clock.stepMs()]).toEqual([START + 107_000, START + 107_000, 0]);
  expect(warnings).toHaveLength(1);
});

it.each([8 * HOUR_MS, -HOUR_MS])('the clock follows a step of %i ms that lasts', (step) => {
  const { at, clock, pass, warnings } = clocks();
  at.wall += step;
  pass(59_000);
  expect(clock.now()).toBe(START + 59_000);
  pass(2_000);
  expect([clock.now(), clock.stamp()]).toEqual([at.wall, at.wall]);
  expect(clock.stepMs()).toBe(0);
  expect(warnings).toHaveLength(2);
  pass(HOUR_MS);
  expect(warnings).toHaveLength(2);
});

it('the clock restarts the wait where the machine’s clock is set again', () => {
  const { at, clock, pass } = clocks();
  at.wall += DAY_MS;
  pass(40_000);
  at.wall += HOUR_MS;
  pass(40_000);
  expect(clock.now()).toBe(START + 80_000);
});

it('the clock gives timestamps of the machine’s time soon after a sleep, before deadlines move', () => {
  const { at, clock, pass } = clocks();
  at.wall += 8 * HOUR_MS;
  pass(1_000);
  expect(clock.stamp()).toBe(START + 1_000);
  pass(2_000);
  expect(clock.stamp()).toBe(at.wall);
  expect(clock.now()).toBe(START + 3_000);
});

it('the clock gives monotonic timestamps while a step back may be reverted', () => {
  const { at, clock, pass } = clocks();
  at.wall -= HOUR_MS;
  pass(17_000);
  expect(clock.stamp()).toBe(START + 17_000);
});
