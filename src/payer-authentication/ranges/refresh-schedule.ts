/** When ranges are refreshed: at the start, every day, and sooner where the directory server was away. */
import type { RefreshResult } from './range-cache.ts';

const HOUR_MS = 60 * 60_000;
/** Directory servers want to be asked once a day at least. */
export const EVERY_MS = 24 * HOUR_MS;
/** Of many processes that were started together, so that they do not ask together. */
const JITTER = 0.1;
/** What the specification names for a directory server that is away. */
const RETRY_MS_MIN = 60_000;
/** A directory server answers everything once an hour, and refuses who asks more often. */
const RETRY_MS_MAX = HOUR_MS;
const TOO_MANY_REQUESTS = '103';

export interface RetryTimes {
  /** After the first failure; doubled with each one more. */
  readonly msMin: number;
  readonly msMax: number;
}
const RETRY_TIMES: RetryTimes = { msMin: RETRY_MS_MIN, msMax: RETRY_MS_MAX };

/**
 * @param failures how many refreshes have failed one after the other, this one included
 * @param random from 0 up to, and without, 1
 * @param retry after a directory server that was away
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
  /** Told of each result, and when the next refresh is. */
  readonly onResult: (result: RefreshResult, nextMs: number) => void;
  readonly random?: () => number;
  readonly retry?: RetryTimes | undefined;
  /** Resolves after the time, or at once when the signal says so. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Refreshes until the signal ends it. Never rejects. */
export async function refreshUntil(
  signal: AbortSignal,
  { refresh, onResult, random = Math.random, retry, wait = waited }: RefreshLoopOptions,
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

function waited(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    // A process that has nothing else to do may end.
    const timer = setTimeout(end, ms).unref();
    signal.addEventListener('abort', end);
    if (signal.aborted) {
      end();
    }
  });
}
