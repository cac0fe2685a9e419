/** The limits of wrong passwords, which count the requests to all stores of a process. */
import { LeakyBuckets, OneAtATime, WaitingAnswers } from '../../platform/limits/index.ts';

/** PCI DSS 8.3.4 requires a countermeasure after ten wrong passwords in thirty minutes. */
const GUESSES_PER_ADDRESS_MAX = 10;
/** Several people of one shop may mistype from several addresses. A higher count indicates distributed guessing. */
const GUESSES_PER_MERCHANT_MAX = 100;
const GUESSES_DRAIN_MS = 30 * 60_000;
/** Slow checks in the queue, of all callers: twenty seconds of one processor. Further callers get 503. */
const SLOW_CHECKS_MAX = 50;

/** The limits of guesses, and of slow checks at the same time. */
export interface LoginLimits {
  readonly byAddress: LeakyBuckets;
  readonly byMerchant: LeakyBuckets;
  readonly slowChecks: OneAtATime;
  readonly waiting: WaitingAnswers;
}

/** @param now monotonic, in milliseconds */
export function loginLimits(now: () => number): LoginLimits {
  const common = { drainMs: GUESSES_DRAIN_MS, now };
  return {
    byAddress: new LeakyBuckets({ size: GUESSES_PER_ADDRESS_MAX, ...common }),
    byMerchant: new LeakyBuckets({ size: GUESSES_PER_MERCHANT_MAX, ...common }),
    slowChecks: new OneAtATime(SLOW_CHECKS_MAX),
    waiting: new WaitingAnswers(),
  };
}
