/** The clock, so that a test can control it. */

export interface Clock {
  /** Wall clock, milliseconds since 1970. For timestamps; never for measuring a wait. */
  now(): number;
}
