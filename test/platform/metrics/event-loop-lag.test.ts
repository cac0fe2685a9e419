import { expect, it, onTestFinished } from 'vitest';
import { EventLoopLag } from '../../../src/platform/metrics/event-loop-lag.ts';

it('a scrape reads one stall of the event loop for all of its families', async () => {
  const lag = new EventLoopLag();
  onTestFinished(() => lag.close());
  const afterStall = () => {
    const until = performance.now() + 200;
    while (performance.now() < until) {
      // The event loop is blocked.
    }
    return lag.read().max;
  };
  // A late timer is measured in a later iteration, and read by the next scrape.
  await expect.poll(afterStall, { timeout: 20_000 }).toBeGreaterThan(0.1);
  const first = lag.read();
  expect(first.median).toBeLessThanOrEqual(first.p99);
  expect(first.p99).toBeLessThanOrEqual(first.max);
  expect(lag.read()).toBe(first);
});
