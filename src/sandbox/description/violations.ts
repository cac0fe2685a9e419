/** What a stand-in said or was told that its description does not say: kept to be read, newest last. */

/** A stand-in that is wrong at every call fills no memory. */
const KEPT_MAX = 1_000;

export interface Violation {
  /** An operation of the description, or a type of event. */
  readonly of: string;
  readonly status?: number;
  readonly problems: readonly string[];
}

/** Keeps one that has problems. @returns whether it has */
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
