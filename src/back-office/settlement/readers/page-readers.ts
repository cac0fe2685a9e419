/** Readers of reports fetched from a provider's server, by the provider's id. */
import type { ReadEntry } from '../entry.ts';
import { readPaypalTransactions } from './paypal-transactions.ts';

/** @throws SettlementFileError */
export type PageReader = (page: unknown) => ReadEntry[];

export const PAGE_READERS: Readonly<Record<string, PageReader>> = { paypal: readPaypalTransactions };
