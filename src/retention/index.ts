/** What is kept no longer than needed: the periods' rules, and the worker that removes what is older. */
export { cardsKeptUntil } from './ended-order.ts';
export {
  type RetainedRow,
  type RetentionMerchants,
  type RetentionStore,
  SWEEP_KINDS,
  type Sweep,
  type SweepKind,
} from './ports.ts';
export { RetentionWorker } from './retention-worker.ts';
