/**
 * Settlement: matches the reported payouts of providers and acquirers, the money received at the bank, and the orders.
 *
 * @example
 *   const entries = FORMATS.sandbox.read(text).map((entry) => ({ ...entry, source: 'default' }));
 *   await importEntries(dependencies, entries, false);
 *   const { differences, sums } = await reportSettlements(store.settlements);
 */
export { REMEDIES, type SettlementDifference, type SettlementDifferenceKind } from './differences.ts';
export type { EntryKind, ReadEntry, ReportedEntry, SettlementEntry } from './entry.ts';
export { type ImportCounts, importEntries } from './import-entries.ts';
export type { SourceSum } from './match-payouts.ts';
export {
  type KindSum,
  type PayoutLine,
  type PayoutPosition,
  type PayoutRecords,
  type PayoutTotals,
  payoutLines,
  payoutTotals,
  type StoredPayout,
} from './payouts.ts';
export type { OrderWithEntries, SettlementFile, SettlementRecords, StoredEntry } from './ports.ts';
export { FORMATS, type FormatName, formatOf, type ReportFormat } from './readers/formats.ts';
export { PAGE_READERS } from './readers/page-readers.ts';
export { SettlementFileError } from './readers/read-error.ts';
export { reportSettlements, type SettlementReport } from './report.ts';
