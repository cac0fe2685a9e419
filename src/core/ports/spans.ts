/** The port of traces: records how long a part of a request took. Absent where requests are not traced. */

export type SpanValue = boolean | number | string;

export interface SpanNames {
  /** The name of the part. It has no ids, so that a receiver can group by it. */
  readonly name: string;
  /** CLIENT: the part is an exchange with another system. */
  readonly kind: 'CLIENT' | 'INTERNAL';
  readonly attributes: Readonly<Record<string, SpanValue>>;
}

/** The end of a span, by its work's result. */
export interface SpanEnd {
  readonly attributes: Readonly<Record<string, SpanValue>>;
  readonly isError: boolean;
}

export interface Spans {
  /**
   * Runs work in a span of the current request's trace. If the request is not traced, it only runs the work.
   *
   * @throws the error of the work, with which the span ends too
   */
  around<Result>(names: SpanNames, work: () => Promise<Result>, endOf?: (result: Result) => SpanEnd): Promise<Result>;
  /** The same in a new trace, which is recorded at the configured rate: for work that no request waits for. */
  alone<Result>(names: SpanNames, work: () => Promise<Result>, endOf?: (result: Result) => SpanEnd): Promise<Result>;
}
