/** Spans as the JSON of OTLP (`ExportTraceServiceRequest`). */
import type { Span, SpanKind, SpanValue } from './span.ts';

/** The enumeration `SpanKind` of OTLP. */
const KINDS: Readonly<Record<SpanKind, number>> = { INTERNAL: 1, SERVER: 2, CLIENT: 3 };
const STATUS_ERROR = 2;
/** `SPAN_FLAGS`: sampled. */
const SAMPLED = 1;
const NS_PER_MS = 1e6;

export type Resource = Readonly<Record<string, SpanValue>>;

/** @param resource the attributes of the process */
export function otlpJson(resource: Resource, version: string, spans: readonly Span[]): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: Object.entries(resource).map(attribute) },
        scopeSpans: [{ scope: { name: 'turnpike', version }, spans: spans.map(spanJson) }],
      },
    ],
  });
}

function spanJson({ traceId, spanId, parentId, name, kind, beganAt, endedAt, attributes, isError }: Span) {
  return {
    traceId,
    spanId,
    parentSpanId: parentId,
    flags: SAMPLED,
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(beganAt),
    endTimeUnixNano: nanoseconds(endedAt),
    attributes: attributes.map(attribute),
    status: isError ? { code: STATUS_ERROR } : {},
  };
}

/** OTLP's 64-bit integers are strings in JSON. */
function nanoseconds(ms: number): string {
  const whole = Math.floor(ms);
  return `${BigInt(whole) * BigInt(NS_PER_MS) + BigInt(Math.round((ms - whole) * NS_PER_MS))}`;
}

function attribute([key, value]: readonly [string, SpanValue]) {
  return { key, value: attributeValue(value) };
}

function attributeValue(value: SpanValue) {
  if (typeof value === 'boolean') {
    return { boolValue: value };
  }
  if (typeof value === 'string') {
    return { stringValue: value };
  }
  return Number.isInteger(value) ? { intValue: `${value}` } : { doubleValue: value };
}
