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

export interface Scrapes {
  /** Returns all families. */
  all(): Promise<Exposition>;
  /** Returns the families of this process, whose values have its number on the store as the label `process`. */
  ofProcess(): Promise<string>;
  /** Returns the families that are the same in each process on the store. */
  ofStore(): Promise<Exposition>;
}

export function exposition(sources: Sources): Scrapes {
  const cached = { ...sources, store: cachedGauges(sources.store) };
  const [all, ofProcess, ofStore] = [
    registryOf(FAMILIES, cached),
    registryOf(
      FAMILIES.filter(({ isOfStore }) => !isOfStore),
      cached,
    ),
    registryOf(
      FAMILIES.filter(({ isOfStore }) => isOfStore),
      cached,
    ),
  ];
  return {
    all: async () => pageOf(await all()),
    async ofProcess() {
      const registry = await ofProcess();
      // The number changes when the process was evicted.
      registry.setDefaultLabels({ process: sources.process().process });
      return registry.metrics();
    },
    ofStore: async () => pageOf(await ofStore()),
  };
}

async function pageOf(registry: Registry): Promise<Exposition> {
  return { contentType: registry.contentType, text: await registry.metrics() };
}

/** Creates the registry at the first call. */
function registryOf(families: readonly Family[], sources: Sources): () => Promise<Registry> {
  let created: Promise<Registry> | undefined;
  return () => {
    created ??= library().then(({ default: prometheus }) => {
      const registry = new prometheus.Registry();
      for (const family of families) {
        registry.registerMetric(metricOf(family, sources) as unknown as Metric);
      }
      return registry;
    });
    return created;
  };
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
