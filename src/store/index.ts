/**
 * The store: what a gateway keeps, on either engine. Code outside this folder enters here alone
 * (`scripts/check-imports.ts`).
 *
 * @example
 *   const store = await openStore('sqlite:data/turnpike.db');
 *   await store.orders.find(merchantKey, 'ORDER-1');
 *   await store.close();
 */
export { StoreError } from './engine.ts';
export type { OrderWithTransactions } from './reconciliation.ts';
export { openStore, type Store } from './store.ts';
