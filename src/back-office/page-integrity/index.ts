/** Checks payers' pages: the inventory of their scripts, styles and headers, and the differences of a live page. */
export { type CheckResult, checkPages } from './check.ts';
export { INVENTORY_FILE, type InventoryEntry, type PageInventory, readInventory } from './inventory.ts';
