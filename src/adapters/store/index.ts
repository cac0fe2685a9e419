/**
 * The gateway's persistent data, on SQLite or PostgreSQL. Code outside this folder imports only this file
 * (`scripts/check-imports.ts`).
 *
 * @example
 *   const store = await openStore('sqlite:data/turnpike.db');
 *   await store.orders.find(merchantKey, 'ORDER-1');
 *   await store.close();
 */
export { StoreError } from './engine/engine.ts';
export { OtherNumberError } from './engine/id-allocator.ts';
export { TurnsOnServers } from './engine/postgres/commit-turns.ts';
export {
  addChanges,
  type ChangedRows,
  MERCHANT_TABLES,
  MerchantRows,
  type MerchantTable,
  type MovedRow,
  NO_ROWS,
  type RowChanges,
  type RowsToRead,
  rowKey,
  STORE_TABLES,
  type StoredMove,
  type StoredMoves,
  type TableName,
  tablesBelow,
  UNCOPIED,
} from './moving/index.ts';
export type { OrderWithTransactions } from './reconciliation/reconciliation.ts';
export { type OpenOptions, openStore, type Store } from './store.ts';
