/** Renders pages from their data, in a separate thread. Importing it loads no page. */
export type { PageStyles } from './built-pages.ts';
export { payerPageOrder } from './page-order.ts';
export type { PageRenderer } from './page-renderer.ts';
export { type PageThread, startPageThread } from './page-thread.ts';
export { requireBuilt, startPages } from './start-pages.ts';
