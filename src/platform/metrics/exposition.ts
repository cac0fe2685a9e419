/**
 * The metrics in Prometheus' format. Events only increment plain numbers, which each scrape converts to metrics. The
 * library `prom-client` is loaded after the listener opens.
 */
import type { Metric, Registry } from 'prom-client';
import { cachedGauges } from './cached-gauges.ts';
import { FAMILIES } from './families.ts';
import type { Family, Sources } from './family.ts';
import { FIRST_STORE_LABEL } from './of-stores.ts';

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
  /**
   * Returns the families of this process, whose values have its number on the store as the label `process`, and those
   * of the further stores that it has open.
   */
  ofProcess(): Promise<string>;
  /** Returns the families that are the same in each process on the first store. */
  ofStore(): Promise<Exposition>;
}

export function exposition(sources: Sources): Scrapes {
  const cached = { ...sources, store: cachedGauges(sources.store) };
  const hasFurther = () => (sources.stores?.listed() ?? []).length > 0;
  const [all, ofProcess, ofStore, ofFurther] = [
    pagesOf(FAMILIES, cached, hasFurther),
    pagesOf(
      FAMILIES.filter(({ isOfStore }) => !isOfStore),
      cached,
      hasFurther,
    ),
    pagesOf(
      FAMILIES.filter(({ isOfStore }) => isOfStore),
      cached,
      hasFurther,
    ),
    pagesOf(FAMILIES.filter(({ isOfStore }) => isOfStore).map(ofFurtherStores), cached, hasFurther),
  ];
  return {
    all: async () => pageOf(await all()),
    async ofProcess() {
      const registry = await ofProcess();
      // The number changes when the process was evicted.
      registry.setDefaultLabels({ process: sources.process().process });
      const page = await registry.metrics();
      return hasFurther() ? `${page}\n${await (await ofFurther()).metrics()}` : page;
    },
    ofStore: async () => pageOf(await ofStore()),
  };
}

/** Each process may have other stores open, so that each gives the values of its own. */
function ofFurtherStores(family: Family): Family {
  return {
    ...family,
    values: async (sources) => {
      const values = await family.values(sources);
      return values.filter(({ labels }) => (labels?.store ?? FIRST_STORE_LABEL) !== FIRST_STORE_LABEL);
    },
  };
}

/** @returns the registry with the families of a directory while there is one, else that without */
function pagesOf(families: readonly Family[], sources: Sources, hasFurther: () => boolean): () => Promise<Registry> {
  const withDirectory = registryOf(families, sources);
  const alone = registryOf(
    families.filter(({ isOfDirectory }) => !isOfDirectory),
    sources,
  );
  return () => (hasFurther() ? withDirectory() : alone());
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
