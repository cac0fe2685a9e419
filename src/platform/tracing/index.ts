/** Traces of requests, sent to a receiver of OpenTelemetry: spans, the choice of traced requests, and the exporter. */
export { type ExporterOptions, OtlpExporter, type SpanCounts } from './otlp-exporter.ts';
export { currentSpan, currentTraceparent, type Span } from './span.ts';
export { Tracer } from './tracer.ts';
