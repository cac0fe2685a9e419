/** Moves a merchant with all its rows from one store to another, while it takes payments. */
export type { StoreSide } from './compare-rows.ts';
export { type CopyOptions, copyPass, type Pass, removeRows } from './copy.ts';
export { cancelMove, type MoveReport, moveMerchant } from './move.ts';
export type { MoveParts, StoreOfMove } from './move-parts.ts';
export type { SealsOfStore } from './neutral-rows.ts';
