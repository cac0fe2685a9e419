/** The store's commits: the duration of each, and the number of units of work in it. */
import { Histogram } from './histogram.ts';

/**
 * The buckets of a commit's duration in seconds, from that of a fast disk to that of a store that the operator should
 * check.
 */
const SECONDS = [0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5] as const;
/** The buckets of the number of units of work, up to the maximum that a database engine puts into one commit. */
const UNITS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512] as const;

export class CommitCounts {
  readonly seconds = new Histogram(SECONDS);
  readonly units = new Histogram(UNITS);

  note(units: number, ms: number): void {
    this.seconds.observe(ms / 1_000);
    this.units.observe(units);
  }
}
