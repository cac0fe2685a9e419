/** The sources of the further stores that a process has open, and the counts of those that it has closed. */
import { cachedGauges } from './cached-gauges.ts';
import { FAMILIES } from './families.ts';
import type { MetricValue, OpenStore, StoreGauges, StoreSources } from './family.ts';
import { sumOf } from './of-stores.ts';

/** A further store that answers later has no values in the page, so that it does not delay those of others. */
const ANSWER_MS_MAX = 1_000;

export class OpenStores {
  readonly #open = new Set<OpenStore>();
  readonly #closed = new Map<string, readonly MetricValue[]>();

  /** @returns a function that takes the store out, once it counts no more, and keeps its counts */
  add(name: string, sources: StoreSources): () => void {
    const store = { name, sources: { ...sources, store: cachedGauges(() => answeredInTime(sources.store())) } };
    this.#open.add(store);
    return () => {
      if (this.#open.delete(store)) {
        this.#keepCounts(sources);
      }
    };
  }

  open(): Iterable<OpenStore> {
    return this.#open;
  }

  closed(family: string): readonly MetricValue[] {
    return this.#closed.get(family) ?? [];
  }

  #keepCounts(sources: StoreSources): void {
    for (const { name, counted } of FAMILIES) {
      if (counted !== undefined) {
        this.#closed.set(name, sumOf([this.closed(name), counted(sources)]));
      }
    }
  }
}

async function answeredInTime(answer: Promise<StoreGauges | undefined>): Promise<StoreGauges | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ANSWER_MS_MAX);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
