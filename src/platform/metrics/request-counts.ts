/** Counts request durations by operation and by class of HTTP status. */
import { Histogram } from './histogram.ts';

/** The buckets in seconds, from an answer that needs no I/O to one after an acquirer's timeout. */
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25] as const;

export interface RequestCell {
  readonly operation: string;
  /** The class of the HTTP status, such as `2xx`. */
  readonly statusClass: string;
  readonly seconds: Histogram;
}

export class RequestCounts {
  /** The histograms by operation, then by the first digit of the status. */
  readonly #cells = new Map<string, (Histogram | undefined)[]>();

  /**
   * @param operation the operation's name from a fixed table. With names from callers the map could grow without bound
   */
  note(operation: string, status: number, ms: number): void {
    let ofOperation = this.#cells.get(operation);
    if (ofOperation === undefined) {
      ofOperation = [];
      this.#cells.set(operation, ofOperation);
    }
    const digit = Math.floor(status / 100);
    let histogram = ofOperation[digit];
    if (histogram === undefined) {
      histogram = new Histogram(SECONDS);
      ofOperation[digit] = histogram;
    }
    histogram.observe(ms / 1_000);
  }

  cells(): RequestCell[] {
    return [...this.#cells].flatMap(([operation, ofOperation]) =>
      ofOperation.flatMap((seconds, digit) =>
        seconds === undefined ? [] : [{ operation, statusClass: `${digit}xx`, seconds }],
      ),
    );
  }
}
