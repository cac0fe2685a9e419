/**
 * Violations of a description in a simulator's messages, sent or received. They are stored for inspection, newest last.
 */

/** Maximum number of stored violations, since every call may be one. */
const KEPT_MAX = 1_000;

export interface Violation {
  /** An operation of the description, or an event type. */
  readonly of: string;
  readonly status?: number;
  readonly problems: readonly string[];
}

/** Stores a violation, if it has problems. @returns whether it has */
export function keepViolation(list: Violation[], one: Violation): boolean {
  if (one.problems.length === 0) {
    return false;
  }
  list.push(one);
  if (list.length > KEPT_MAX) {
    list.shift();
  }
  return true;
}
