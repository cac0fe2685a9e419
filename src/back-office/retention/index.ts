/** Data retention: the rules for each period, and the worker that removes older data. */
export { cardsKeptUntil } from './ended-order.ts';
export { type ErasedOrder, eraseCustomer, eraseOrder } from './erase.ts';
export { KEPT, KEPT_KINDS, type KeptCount, type KeptCounts, type KeptKind } from './kept.ts';
export {
  type ErasureStore,
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
export { RetentionWorker } from './retention-worker.ts';
