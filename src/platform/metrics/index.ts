/** Plain counters, which any module can increment, and their export to Prometheus. */
export { CommitCounts } from './commit-counts.ts';
export { EventLoopLag } from './event-loop-lag.ts';
export { exposition, loadExposition, type Scrapes } from './exposition.ts';
export type { FurtherStoresSource, StoreGauges, StoreSources } from './family.ts';
export { mergedPages } from './merged-pages.ts';
export { OpenStores } from './open-stores.ts';
export { RequestCounts } from './request-counts.ts';
