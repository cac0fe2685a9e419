/** A form's wait in the challenge queue, and its cost to the payer. Pure. */
import type { Suspicion } from '../../core/index.ts';

/** Stored with the session's form, for every process: the attempt that waits, and until when. No card data. */
export interface Wait {
  /** Random, so that a solution is valid for one wait only. */
  readonly id: string;
  /** Transaction id of the attempt that waits. */
  readonly attempt: string;
  /** Time at which the form continues without a proof, milliseconds since 1970. */
  readonly opensAt: number;
  /** A process that has not continued by then has died: the payer gets the form again. */
  readonly until: number;
  /** Multiplies the work of a proof. */
  readonly effort: number;
  /** The payer's browser has solved the challenge. */
  readonly isProven?: true;
}

/** Each suspicion level adds this much to the wait without a proof. */
const STEP_MS = 5_000;
/** Long enough to slow a bot, and shorter than a payer's patience. */
const WAIT_MS_MAX = 30_000;
/** Maximum multiple of the first proof's work. With more, a phone would take longer than the wait without script. */
const EFFORT_MAX = 4;
/**
 * Longer than it takes to start the payment, which the order itself then shows. Limits the wait if its process dies.
 */
const GRACE_MS = 10_000;

export function waitFor({ level }: Suspicion, attempt: string, id: string, now: number): Wait {
  const opensAt = now + Math.min(level * STEP_MS, WAIT_MS_MAX);
  return { id, attempt, opensAt, until: opensAt + GRACE_MS, effort: Math.min(level, EFFORT_MAX) };
}
