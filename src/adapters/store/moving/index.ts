/** The rows of one merchant, and the state of its move to another store. */
export { MerchantRows, NO_ROWS, type RowChanges, type RowsToRead, rowKey, tablesBelow } from './merchant-rows.ts';
export { type StoredMove, StoredMoves } from './moves.ts';
export type { MovedRow } from './statements.ts';
export { MERCHANT_TABLES, type MerchantTable, STORE_TABLES, type TableName, UNCOPIED } from './tables.ts';
