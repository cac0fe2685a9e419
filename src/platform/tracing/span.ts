/** A span: the name, the times and the attributes of a part of a request. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { writeTraceparent } from './trace-context.ts';

export type SpanKind = 'CLIENT' | 'INTERNAL' | 'SERVER';
export type SpanValue = boolean | number | string;

const TRACE_ID_BYTES = 16;
const SPAN_ID_BYTES = 8;

/** The span in whose work the caller is. */
const current = new AsyncLocalStorage<Span>();

export interface SpanOrigin {
  readonly traceId?: string | undefined;
  readonly parentId?: string | undefined;
  /** The first span of this process in the trace. Absent: the new one. */
  readonly root?: Span;
  /** The difference of the wall clock to the monotonic one, milliseconds: all spans of a trace have the same. */
  readonly epochMs?: number;
}

export class Span {
  readonly traceId: string;
  readonly spanId = randomBytes(SPAN_ID_BYTES).toString('hex');
  readonly parentId: string | undefined;
  readonly kind: SpanKind;
  /** Milliseconds since 1970, with fractions. */
  readonly beganAt: number;
  name: string;
  endedAt = 0;
  isError = false;
  readonly attributes: [name: string, value: SpanValue][] = [];
  readonly #root: Span;
  readonly #epochMs: number;
  readonly #ended: (span: Span) => void;

  /** @param ended called once at its end */
  constructor(
    name: string,
    kind: SpanKind,
    ended: (span: Span) => void,
    { traceId, parentId, root, epochMs = Date.now() - performance.now() }: SpanOrigin = {},
  ) {
    this.name = name;
    this.kind = kind;
    this.traceId = traceId ?? randomBytes(TRACE_ID_BYTES).toString('hex');
    this.parentId = parentId;
    this.#root = root ?? this;
    this.#epochMs = epochMs;
    this.#ended = ended;
    this.beganAt = epochMs + performance.now();
  }

  child(name: string, kind: SpanKind): Span {
    const { traceId, spanId } = this;
    const origin = { traceId, parentId: spanId, root: this.#root, epochMs: this.#epochMs };
    return new Span(name, kind, this.#ended, origin);
  }

  /** False once the request was answered. */
  get isOfOpenTrace(): boolean {
    return this.#root.endedAt === 0;
  }

  set(attributes: Readonly<Record<string, SpanValue>>): void {
    for (const attribute of Object.entries(attributes)) {
      this.attributes.push(attribute);
    }
  }

  /** Runs work whose own parts become children of this span. */
  run<Result>(work: () => Result): Result {
    return current.run(this, work);
  }

  end(): void {
    this.endedAt = this.#epochMs + performance.now();
    this.#ended(this);
  }
}

/**
 * Returns the recorded span in whose work the caller is. Undefined if the request is not traced, or was answered: a
 * worker that a request has woken goes on in its context, also for other requests.
 */
export function currentSpan(): Span | undefined {
  const span = current.getStore();
  return span?.isOfOpenTrace === true ? span : undefined;
}

/** Returns the header `traceparent` for a request to another system. Undefined where `currentSpan` is. */
export function currentTraceparent(): string | undefined {
  const span = currentSpan();
  return span && writeTraceparent(span);
}
