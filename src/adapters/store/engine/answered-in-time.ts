/** The health query of load balancers. */
import { setTimeout as pause } from 'node:timers/promises';

/** The query usually takes a millisecond. Load balancers that poll wait for a few seconds at most. */
const ANSWER_MS_MAX = 2_000;

/** @returns false if the query fails, or has no answer after two seconds */
export function isAnsweredInTime(query: Promise<unknown>): Promise<boolean> {
  const isAnswered = query.then(
    () => true,
    () => false,
  );
  return Promise.race([isAnswered, pause(ANSWER_MS_MAX, false, { ref: false })]);
}
