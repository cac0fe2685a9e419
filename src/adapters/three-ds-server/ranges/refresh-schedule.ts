/** The schedule of range refreshes: at startup, every day, and sooner after a failure. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/durations.ts';
import type { RefreshResult } from './range-cache.ts';

/** The interval of refreshes. Directory servers require a request at least once a day. */
export const EVERY_MS = DAY_MS;
/**
 * The fraction by which delays vary at random, so that processes that start together do not send requests at the same
 * time.
 */
const JITTER = 0.1;
/** The delay that the specification requires after a directory server was unavailable. */
const RETRY_MS_MIN = MINUTE_MS;
/** A directory server returns all ranges at most once an hour, and refuses more frequent requests. */
const RETRY_MS_MAX = HOUR_MS;
const TOO_MANY_REQUESTS = '103';

export interface RetryTimes {
  /** The delay after the first failure, which is doubled after each further failure. */
  readonly msMin: number;
  readonly msMax: number;
}
const RETRY_TIMES: RetryTimes = { msMin: RETRY_MS_MIN, msMax: RETRY_MS_MAX };

/**
 * @param failures consecutive failed refreshes, including this one
 * @param random a random number, at least 0 and less than 1
 * @param retry delays after a failure
 */
export function nextRefreshMs(
  result: RefreshResult,
  failures: number,
  random: number,
  retry: RetryTimes = RETRY_TIMES,
): number {
  if (result.ok) {
    return Math.round(EVERY_MS * (1 - JITTER * random));
  }
  const doubled = retry.msMin * 2 ** Math.min(failures - 1, 10);
  const wanted = result.code === TOO_MANY_REQUESTS ? RETRY_MS_MAX : Math.min(doubled, retry.msMax);
  return Math.round(wanted * (1 + JITTER * random));
}

export interface RefreshLoopOptions {
  readonly refresh: () => Promise<RefreshResult>;
  /** Called with each result and the delay before the next refresh. */
  readonly onResult: (result: RefreshResult, nextMs: number) => void;
  readonly random?: () => number;
  readonly retry?: RetryTimes | undefined;
  /** Resolves after the time, or at once if the signal aborts. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Refreshes until the signal aborts. Does not reject. */
export async function refreshUntil(
  signal: AbortSignal,
  { refresh, onResult, random = Math.random, retry, wait = waitFor }: RefreshLoopOptions,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const result = await refresh();
    failures = result.ok ? 0 : failures + 1;
    const nextMs = nextRefreshMs(result, failures, random(), retry);
    onResult(result, nextMs);
    await wait(nextMs, signal);
  }
}

/** Resolves after the time, or at once if the signal aborts. */
export function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    // The timer must not keep an otherwise idle process alive.
    const timer = setTimeout(end, ms).unref();
    signal.addEventListener('abort', end);
    if (signal.aborted) {
      end();
    }
  });
}
