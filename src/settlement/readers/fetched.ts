/** The readers of reports that a provider's server answers, by the provider's id. */
import type { ReadEntry } from '../entry.ts';
import { readPaypalTransactions } from './paypal-transactions.ts';

/** @throws SettlementFileError */
export type PageReader = (page: unknown) => ReadEntry[];

export const PAGE_READERS: Readonly<Record<string, PageReader>> = { paypal: readPaypalTransactions };
