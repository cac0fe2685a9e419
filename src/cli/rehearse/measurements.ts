/** Latencies and failures of a rehearsal, by operation. */

export interface OperationFigures {
  readonly operation: string;
  readonly requests: number;
  readonly failed: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

export class Measurements {
  readonly #latencies = new Map<string, number[]>();
  readonly #failures = new Map<string, number>();
  readonly #failed = new Map<string, number>();

  /** @param failure the reason; undefined after a success */
  note(operation: string, ms: number, failure: string | undefined): void {
    const latencies = this.#latencies.get(operation);
    if (latencies === undefined) {
      this.#latencies.set(operation, [ms]);
    } else {
      latencies.push(ms);
    }
    if (failure !== undefined) {
      increment(this.#failed, operation);
      increment(this.#failures, `${operation} ${failure}`);
    }
  }

  figures(seconds: number): OperationFigures[] {
    return [...this.#latencies].map(([operation, latencies]) => {
      const sorted = latencies.toSorted((one, other) => one - other);
      return {
        operation,
        requests: sorted.length,
        failed: this.#failed.get(operation) ?? 0,
        perSecond: tenths(sorted.length / seconds),
        p50Ms: tenths(percentile(sorted, 0.5)),
        p99Ms: tenths(percentile(sorted, 0.99)),
        maxMs: tenths(sorted.at(-1) ?? 0),
      };
    });
  }

  /** The number of failures by operation and reason, such as `CAPTURE 503 SERVER_BUSY`. */
  failures(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#failures);
  }
}

function increment(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

const tenths = (value: number): number => Math.round(value * 10) / 10;
