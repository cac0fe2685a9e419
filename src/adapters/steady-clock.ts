/**
 * The wall clock of one process: the time at its start, plus the monotonic time since. A step of the machine's clock
 * (by an operator, or by the migration of a virtual machine) then does not move deadlines. After the machine has slept,
 * however, its clock is right and this clock is behind. A lasting step is therefore adopted: after two seconds for
 * timestamps, which others compare with their own clocks, and after a minute for deadlines.
 */
import { MINUTE_MS } from '../contract/durations.ts';
import type { Clock } from '../core/ports/index.ts';

/** The minimum difference that counts as a step, larger than a time service that slews the clock allows. */
const STEP_MS_MIN = 5_000;
/** How long a step must last before timestamps adopt it. A step that is reverted earlier was a mistake. */
const STAMP_AFTER_MS = 2_000;
const FOLLOW_AFTER_MS = MINUTE_MS;
/** Interval at which the clocks are compared in an idle process. */
export const COMPARE_EVERY_MS = 1_000;

interface LoggedStep {
  warn(fields: object, message: string): void;
}

export interface SteadyClock extends Clock {
  /** How far the machine's clock is ahead of this clock, in milliseconds; 0 once the step is adopted. */
  stepMs(): number;
}

interface Step {
  readonly offset: number;
  /** Monotonic time at which the step was first seen. */
  readonly since: number;
}

export function steadyClock(
  log: LoggedStep,
  { wall = () => Date.now(), monotonic = () => performance.now() } = {},
): Required<SteadyClock> {
  let offset = wall() - monotonic();
  let step: Step | undefined;

  /** @returns the monotonic time */
  const compare = (): number => {
    const since = monotonic();
    const current = wall() - since;
    if (Math.abs(current - offset) < STEP_MS_MIN) {
      step = undefined;
    } else if (step === undefined || Math.abs(current - step.offset) >= STEP_MS_MIN) {
      step = { offset: current, since };
      log.warn({ stepMs: Math.round(current - offset) }, "the machine's clock was set");
    } else if (since - step.since >= FOLLOW_AFTER_MS) {
      log.warn({ stepMs: Math.round(current - offset) }, "the clock follows the machine's, which was set");
      offset = current;
      step = undefined;
    }
    return since;
  };
  return {
    stepMs: () => Math.round(wall() - monotonic() - offset),
    now: () => Math.round(compare() + offset),
    stamp() {
      const at = compare();
      // Timestamps do not adopt a step back, because they would be earlier than previous timestamps.
      const isAhead = step !== undefined && step.offset > offset && at - step.since >= STAMP_AFTER_MS;
      return Math.round(at + (isAhead ? (step as Step).offset : offset));
    },
  };
}

/** Compares the clocks in an idle process. @returns a function that stops it */
export function watchClock(clock: Clock): () => void {
  const watching = setInterval(() => void clock.now(), COMPARE_EVERY_MS).unref();
  return () => clearInterval(watching);
}
