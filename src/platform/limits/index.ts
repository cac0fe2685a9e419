/** Rate limits for unauthenticated callers, in memory of a fixed size. */
export { LeakyBuckets } from './leaky-buckets.ts';
export { networkOf, widerNetworkOf } from './network.ts';
export { WaitingAnswers } from './waiting-answers.ts';
