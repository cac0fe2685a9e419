/** Counts values by bucket in plain numbers, so that counting takes only a few comparisons. */
export class Histogram {
  /** The upper bounds of the buckets, ascending. One more bucket counts values above the last bound. */
  readonly bounds: readonly number[];
  /** The number of values in each bucket, not cumulative. */
  readonly counts: Float64Array;
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    const { bounds, counts } = this;
    let bucket = 0;
    while (bucket < bounds.length && value > (bounds[bucket] as number)) {
      bucket += 1;
    }
    counts[bucket] = (counts[bucket] as number) + 1;
    this.sum += value;
  }
}
