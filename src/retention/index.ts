/** What is kept no longer than needed: the periods' rules, and the worker that removes what is older. */
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
