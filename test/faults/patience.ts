/**
 * How long a shop repeats a request. A test's faults may keep the gateway away for any time, so the time alone decides
 * only after the load's end: before, a request counts as unanswered if others were answered meanwhile.
 */

/** Much longer than any operation may take, and than the timeout that ends the requests of dead processes. */
const ANSWER_MS_MAX = 180_000;

export interface Patience {
  /** @returns a function that is true as long as a wait that begins now may go on */
  begin(): () => boolean;
  answered(): void;
  /** No more faults: every process is back soon. */
  end(): void;
}

/** @param othersMin the number of other requests that must have been answered meanwhile */
export function createPatience(othersMin: number): Patience {
  let answers = 0;
  let endedAt: number | undefined;
  return {
    begin() {
      const [since, before] = [performance.now(), answers];
      return () => {
        const waitedMs = performance.now() - Math.max(since, endedAt ?? since);
        const isPassedOver = endedAt !== undefined || answers - before >= othersMin;
        return waitedMs < ANSWER_MS_MAX || !isPassedOver;
      };
    },
    answered() {
      answers += 1;
    },
    end() {
      endedAt = performance.now();
    },
  };
}
