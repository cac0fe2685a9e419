/** The port of the clock, so that a test can control it. */

export interface Clock {
  /** Wall clock, milliseconds since 1970. For deadlines; not for measuring durations. */
  now(): number;
  /**
   * Wall clock for timestamps that others compare with their own clocks. Follows a change of the machine's clock sooner
   * than `now`. Absent: `now`.
   */
  stamp?(): number;
}

export function stampOf(clock: Clock): number {
  return clock.stamp?.() ?? clock.now();
}
