/** Data retention: the rules for each period, and the worker that removes older data. */
export { cardsKeptUntil } from './ended-order.ts';
export { type ErasedOrder, eraseCustomer, eraseOrder } from './erase.ts';
export {
  type ErasureStore,
  type LinkTexts,
  type OrderErasure,
  type OrderRecords,
  type RetainedRow,
  type RetentionMerchants,
  type RetentionStore,
  type SessionText,
  SWEEP_KINDS,
  type Sweep,
  type SweepKind,
} from './ports.ts';
export {
  RETAINED_DATA,
  RETAINED_KINDS,
  type RetainedCount,
  type RetainedCounts,
  type RetainedKind,
} from './retained-data.ts';
export { RetentionWorker } from './retention-worker.ts';
