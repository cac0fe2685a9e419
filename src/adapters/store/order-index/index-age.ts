/** The age of the changes of another process that the index lacks, by what that process has stored. */
import { SECOND_MS } from '../../../contract/durations.ts';
import { EVICTED_MS_MAX } from '../../../core/index.ts';

/** Beyond this age of a change, a process stores that it is behind. */
export const BEHIND_MS = 5 * SECOND_MS;
/** The age of the oldest change that a process has not stored: its worker may be in a batch when it is to store it. */
const UNSAVED_MS = BEHIND_MS + 5 * SECOND_MS;
/** The same for a process in the table, which may have died. */
const UNSEEN_MS = UNSAVED_MS + EVICTED_MS_MAX;

interface FeedAge {
  readonly behind_since: number | null;
  readonly saved_at: number;
  /** Null for a dead process. */
  readonly live: number | null;
}

/** @returns the time since which changes of the process may be missing */
export function behindSince({ behind_since: since, saved_at: savedAt, live }: FeedAge, now: number): number {
  if (since !== null) {
    return Number(since);
  }
  return live === null ? Number(savedAt) - UNSAVED_MS : now - UNSEEN_MS;
}
