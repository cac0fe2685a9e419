/**
 * The metrics in Prometheus' format. Events only increment plain numbers, which each scrape converts to metrics. The
 * library `prom-client` is loaded after the listener opens.
 */
import type { Metric, Registry } from 'prom-client';
import { FAMILIES } from './families.ts';
import type { Family, Sources, StoreGauges } from './family.ts';

/** The store is queried at most once in this time, even with several scrapers or a short interval. */
const STORE_QUERY_INTERVAL_MS = 5_000;

const library = () => import('prom-client');

/**
 * Loads the library. Must be called once before the process is ready, because a later import could read the files of a
 * newer release.
 */
export async function loadExposition(): Promise<void> {
  await library();
}

export interface Exposition {
  readonly contentType: string;
  readonly text: string;
}

/** @returns a function that returns the metrics for a scrape */
export function exposition(sources: Sources): () => Promise<Exposition> {
  const cached = { ...sources, store: cachedGauges(sources.store) };
  let registry: Promise<Registry> | undefined;
  return async () => {
    registry ??= registryOf(cached);
    const { contentType, metrics } = await registry.then((one) => ({
      contentType: one.contentType,
      metrics: one.metrics(),
    }));
    return { contentType, text: await metrics };
  };
}

async function registryOf(sources: Sources): Promise<Registry> {
  const { default: prometheus } = await library();
  const registry = new prometheus.Registry();
  for (const family of FAMILIES) {
    registry.registerMetric(metricOf(family, sources) as unknown as Metric);
  }
  return registry;
}

/** Implements the library's interface of a metric, with values that the library does not store. */
function metricOf({ name, help, type, values }: Family, sources: Sources) {
  return { name, help, get: async () => ({ name, help, type, values: await values(sources), aggregator: 'sum' }) };
}

/** Caches the gauges of the store. After a failed query, the store is queried again after the same interval. */
function cachedGauges(query: Sources['store']): Sources['store'] {
  let queriedAt = Number.NEGATIVE_INFINITY;
  let gauges: Promise<StoreGauges | undefined> = Promise.resolve(undefined);
  return () => {
    const now = performance.now();
    if (now - queriedAt >= STORE_QUERY_INTERVAL_MS) {
      queriedAt = now;
      gauges = query().catch(() => undefined);
    }
    return gauges;
  };
}
