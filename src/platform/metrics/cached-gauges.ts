/** Caches the gauges of a store, since each of them is a part of one query. */
import type { StoreGauges, StoreSources } from './family.ts';

/** The store is queried at most once in this time, even with several scrapers or a short interval. */
const STORE_QUERY_INTERVAL_MS = 5_000;

/** After a failed query, the store is queried again after the same interval. */
export function cachedGauges(query: StoreSources['store']): StoreSources['store'] {
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
