/** Providers with reports, by id, one line each. */
import { openPayPalReports } from './paypal/transaction-search.ts';
import type { OpenReports } from './provider-reports.ts';

export const REPORTS: Readonly<Record<string, OpenReports>> = { paypal: openPayPalReports };
