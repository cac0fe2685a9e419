/** Rate limits for unauthenticated callers, which use a fixed amount of memory. */
export { LeakyBuckets } from './leaky-buckets.ts';
export { networkOf, widerNetworkOf } from './network.ts';
export { OneAtATime } from './one-at-a-time.ts';
export { WaitingAnswers } from './waiting-answers.ts';
