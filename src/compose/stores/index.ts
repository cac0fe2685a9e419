/** The further stores of a process, by the directory in its first store. */
export type { StoreTimes } from './store-times.ts';
export { openStores, type Stores } from './stores.ts';
