/** Rate limits for callers, which use a fixed amount of memory. */
export { type FileOwners, FilesBusy, fileUnderWay } from './files-under-way.ts';
export { LeakyBuckets } from './leaky-buckets.ts';
export { networkOf, widerNetworkOf } from './network.ts';
export { OneAtATime } from './one-at-a-time.ts';
export { WaitingAnswers } from './waiting-answers.ts';
