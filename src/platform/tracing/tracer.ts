/** Decides which requests are traced, and makes their spans. */
import { currentSpan, Span, type SpanKind, type SpanValue } from './span.ts';
import { readTraceparent } from './trace-context.ts';

/**
 * The maximum number of traces a second for callers that ask for one, beyond the configured share. So a merchant can
 * follow single payments, and cannot make the gateway trace all of them.
 */
const ASKED_PER_SECOND_MAX = 5;
const SECOND_MS = 1_000;

export interface TracerOptions {
  /** The share of requests that are traced, 0 to 1. */
  readonly ratio: number;
  readonly ended: (span: Span) => void;
  /** Returns a random number, at least 0 and less than 1. */
  readonly chance?: () => number;
  /** A monotonic clock, milliseconds. */
  readonly monotonic?: () => number;
}

interface SpanNames {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: Readonly<Record<string, SpanValue>>;
}

interface SpanEnd {
  readonly attributes: Readonly<Record<string, SpanValue>>;
  readonly isError: boolean;
}

/** Implements the core's port `Spans`. */
export class Tracer {
  readonly #ratio: number;
  readonly #ended: (span: Span) => void;
  readonly #chance: () => number;
  readonly #monotonic: () => number;
  #asked = { since: Number.NEGATIVE_INFINITY, count: 0 };

  constructor({ ratio, ended, chance = Math.random, monotonic = () => performance.now() }: TracerOptions) {
    this.#ratio = ratio;
    this.#ended = ended;
    this.#chance = chance;
    this.#monotonic = monotonic;
  }

  /**
   * Starts the span of a request, if the request is traced.
   *
   * @param traceparent the header of a caller that may ask for a trace; an invalid one is ignored
   */
  request(name: string, traceparent: unknown): Span | undefined {
    const caller = traceparent === undefined ? undefined : readTraceparent(traceparent);
    // The caller chooses its trace id, so the choice is made independently of it.
    if (this.#chance() >= this.#ratio && !(caller?.isSampled === true && this.#mayAsk())) {
      return undefined;
    }
    return new Span(name, 'SERVER', this.#ended, { traceId: caller?.traceId, parentId: caller?.spanId });
  }

  around<Result>(
    { name, kind, attributes }: SpanNames,
    work: () => Promise<Result>,
    endOf?: (result: Result) => SpanEnd,
  ): Promise<Result> {
    const parent = currentSpan();
    return parent === undefined ? work() : spanned(parent.child(name, kind), attributes, work, endOf);
  }

  alone<Result>(
    { name, kind, attributes }: SpanNames,
    work: () => Promise<Result>,
    endOf?: (result: Result) => SpanEnd,
  ): Promise<Result> {
    return this.#chance() >= this.#ratio ? work() : spanned(new Span(name, kind, this.#ended), attributes, work, endOf);
  }

  #mayAsk(): boolean {
    const now = this.#monotonic();
    if (now - this.#asked.since >= SECOND_MS) {
      this.#asked = { since: now, count: 0 };
    }
    this.#asked.count += 1;
    return this.#asked.count <= ASKED_PER_SECOND_MAX;
  }
}

async function spanned<Result>(
  span: Span,
  attributes: Readonly<Record<string, SpanValue>>,
  work: () => Promise<Result>,
  endOf: ((result: Result) => SpanEnd) | undefined,
): Promise<Result> {
  span.set(attributes);
  try {
    const result = await span.run(work);
    if (endOf !== undefined) {
      const end = endOf(result);
      span.set(end.attributes);
      span.isError = end.isError;
    }
    return result;
  } catch (error) {
    span.set({ 'error.type': error instanceof Error ? error.name : typeof error });
    span.isError = true;
    throw error;
  } finally {
    span.end();
  }
}
