/** What a form's wait in the slow lane is, and how much it costs its payer: values alone. */
import type { Suspicion } from '../../gateway/index.ts';

/** Stored with the session's form, for every process: which attempt waits, and until when. No card data. */
export interface Wait {
  /** Random: a solution is for one wait. */
  readonly id: string;
  /** Transaction id of the attempt that waits. */
  readonly attempt: string;
  /** When it goes on without a proof, milliseconds since 1970. */
  readonly opensAt: number;
  /** A process that has not gone on by then has died: the payer has the form again. */
  readonly until: number;
  /** How much work a proof takes. */
  readonly effort: number;
  /** The payer's browser has proved its work, once. */
  readonly isProven?: true;
}

/** The payer without script waits so much longer with each try. */
const STEP_MS = 5_000;
/** Long enough to cost a bot its pace, and shorter than a payer's patience. */
const WAIT_MS_MAX = 30_000;
/** Times the work of the first proof: beyond it a phone's payer would wait longer than one without script. */
const EFFORT_MAX = 4;
/**
 * Longer than it takes to begin the payment, which is seen by the order itself: a process that has died takes no wait
 * to its end.
 */
const GRACE_MS = 10_000;

export function waitFor({ level }: Suspicion, attempt: string, id: string, now: number): Wait {
  const opensAt = now + Math.min(level * STEP_MS, WAIT_MS_MAX);
  return { id, attempt, opensAt, until: opensAt + GRACE_MS, effort: Math.min(level, EFFORT_MAX) };
}
