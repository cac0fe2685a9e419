/**
 * The wall clock of one process: the time at its start, plus the monotonic time since. So a step of the machine's wall
 * clock (by an operator, or because a virtual machine was moved) moves no deadline, and nothing that is due comes early
 * or a day late. A step is logged at most once a minute; the process uses the new time after a restart.
 */
import type { Clock } from './gateway/ports/index.ts';

/** More than the difference that a time service which slews ever allows between two clocks. */
const STEP_MS_MIN = 5_000;
const LOG_EVERY_MS = 60_000;

interface LoggedStep {
  warn(fields: object, message: string): void;
}

export interface SteadyClock extends Clock {
  /** How far the machine's clock was set since the start, milliseconds. */
  stepMs(): number;
}

export function steadyClock(
  log: LoggedStep,
  { wall = () => Date.now(), monotonic = () => performance.now() } = {},
): SteadyClock {
  const offset = wall() - monotonic();
  let loggedAt = Number.NEGATIVE_INFINITY;
  const now = () => Math.round(offset + monotonic());
  const stepMs = () => Math.round(wall() - monotonic() - offset);
  return {
    stepMs,
    now() {
      const since = monotonic();
      if (since - loggedAt > LOG_EVERY_MS) {
        const step = stepMs();
        if (Math.abs(step) >= STEP_MS_MIN) {
          log.warn({ stepMs: step }, "the machine's clock was set; restart to follow it");
        }
        loggedAt = since;
      }
      return now();
    },
  };
}
