/** Payers' pages as they should be: their scripts, styles and headers, and what a live page has otherwise. */
export { type Checked, checkPages } from './check.ts';
export { INVENTORY_FILE, type InventoryEntry, type PageInventory, readInventory } from './inventory.ts';
