/** Moves a merchant with all its rows from one store to another, while it takes payments. */
export { type CopyOptions, copyPass, type Pass, removeRows, type StoreSide } from './copy.ts';
export { cancelMove, type MoveReport, moveMerchant } from './move.ts';
export type { MoveParts, StoreOfMove } from './move-parts.ts';
export type { SealsOfStore } from './neutral-rows.ts';
