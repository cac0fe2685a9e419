/** Request durations by operation and class of status. */
import { Histogram } from './histogram.ts';

/** In seconds, from an answer out of memory to an acquirer's timeout. */
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25] as const;

export interface RequestCell {
  readonly operation: string;
  /** Such as `2xx`. */
  readonly statusClass: string;
  readonly seconds: Histogram;
}

export class RequestCounts {
  /** By operation, then by the status's first digit. */
  readonly #cells = new Map<string, (Histogram | undefined)[]>();

  /** @param operation from a fixed table: text of a caller would let the map grow without bound */
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
