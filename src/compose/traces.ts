/** The traces of requests. */
import { hostname } from 'node:os';
import { OtlpExporter, type SpanCounts, Tracer } from '../platform/tracing/index.ts';
import type { Settings } from '../settings/index.ts';

export interface ComposedTraces {
  readonly tracer: Tracer;
  readonly counts: () => SpanCounts;
  /** Sends the last spans. */
  close(): Promise<void>;
}

/** @returns undefined if the settings name no receiver */
export function composeTraces({ traces, testMode }: Settings, version: string): ComposedTraces | undefined {
  if (traces === undefined) {
    return undefined;
  }
  const { url, headers, ratio, serviceName, delayMs } = traces;
  const exporter = new OtlpExporter({
    url,
    headers,
    delayMs,
    version,
    resource: {
      'service.name': serviceName,
      'service.version': version,
      'service.instance.id': `${hostname()}:${process.pid}`,
      'host.name': hostname(),
      'process.pid': process.pid,
      'deployment.environment.name': testMode ?? 'live',
    },
  });
  return {
    tracer: new Tracer({ ratio, ended: (span) => exporter.add(span) }),
    counts: () => exporter.counts,
    close: () => exporter.close(),
  };
}
