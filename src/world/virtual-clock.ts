/** A world's clock: the machine's, plus the time by which a test has advanced it. */
import type { SteadyClock } from '../adapters/steady-clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../contract/durations.ts';

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };
const DURATION = /^(\d+(?:\.\d+)?) ?(ms|s|m|h|d)$/;
/** Ten years: longer than any retention. */
const ADVANCE_MS_MAX = 3_653 * DAY_MS;

export class VirtualClock implements SteadyClock {
  #aheadMs = 0;

  get aheadMs(): number {
    return this.#aheadMs;
  }

  /** Sets the clock to a later time. */
  goTo(at: number): void {
    this.#aheadMs += Math.max(0, at - this.now());
  }

  now(): number {
    return Date.now() + this.#aheadMs;
  }

  stamp(): number {
    return this.now();
  }

  stepMs(): number {
    return 0;
  }
}

/** @param duration milliseconds, or such as `30s`, `5m`, `2h`, `1d` @throws RangeError */
export function durationMs(duration: number | string): number {
  const [, count, unit = ''] = DURATION.exec(String(duration)) ?? [];
  const ms = typeof duration === 'number' ? duration : Number(count) * (UNITS[unit] ?? Number.NaN);
  if (ms >= 0 && ms <= ADVANCE_MS_MAX) {
    return Math.round(ms);
  }
  throw new RangeError(
    `${JSON.stringify(duration)} is no duration: it takes milliseconds, or such as 30s, 5m, 2h, 1d.`,
  );
}
