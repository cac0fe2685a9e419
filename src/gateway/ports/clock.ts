/** The clock, so that a test can control it. */

export interface Clock {
  /** Wall clock, milliseconds since 1970. For deadlines; never for measuring a wait. */
  now(): number;
  /**
   * The same for timestamps that others compare with their own clocks: it follows a machine's clock that was set
   * sooner than deadlines do. Absent: `now`.
   */
  stamp?(): number;
}

export function stampOf(clock: Clock): number {
  return clock.stamp?.() ?? clock.now();
}
