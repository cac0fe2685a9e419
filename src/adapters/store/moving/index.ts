/** The rows of one merchant, and the state of its move to another store. */
export {
  MERCHANT_TABLES,
  type MerchantTable,
  STORE_TABLES,
  type TableName,
  UNCOPIED,
} from '../schema/merchant-tables.ts';
export { MerchantRows, NO_ROWS, type RowChanges, type RowsToRead, rowKey, tablesBelow } from './merchant-rows.ts';
export { addChanges, type ChangedRows, type StoredMove, StoredMoves, type TakenChanges } from './moves.ts';
export type { MovedRow } from './statements.ts';
