/**
 * Settlements: imports payout reports, matches them with the orders, and reports every difference in one line: kind,
 * source, merchant, order, transaction, reference, amounts, date, remedy. A line with the sums for each source and
 * currency follows; the last line counts the differences.
 */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { notificationWriter } from '../api/rest/index.ts';
import {
  FORMATS,
  type FormatName,
  formatOf,
  type ImportCounts,
  importEntries,
  REMEDIES,
  type ReadEntry,
  type ReportedEntry,
  type ReportFormat,
  reportSettlements,
  type SettlementDifference,
  SettlementFileError,
  type SettlementReport,
  type SourceSum,
} from '../back-office/settlement/index.ts';
import { currencyOf, majorText } from '../contract/money.ts';
import { type CommandCall, type CommandResult, UsageError } from './command.ts';
import { printable } from './printable.ts';

/** The largest report, enough for a year of a busy shop. It is read as a whole. */
const FILE_BYTES_MAX = 256 * 1_024 * 1_024;
/** Maximum number of listed rows, so that the list fits a terminal's scrollback. */
const LISTED_MAX = 1_000;

const TEXT = { type: 'string' } as const;

/** @returns exit code 0 without differences, else 1 */
export async function importSettlement(call: CommandCall): Promise<CommandResult> {
  const { file, format: named, source: given, merchant, dryRun } = importOptions(call);
  const bytes = bytesOf(file);
  const text = bytes.toString('utf8');
  const name = named ?? formatOf(text);
  if (name === undefined) {
    throw new UsageError(`${file} is of no known format; --format names one of ${Object.keys(FORMATS).join(', ')}.`);
  }
  const format: ReportFormat = FORMATS[name];
  const source = given ?? format.source;
  const entries = entriesOf(file, format, text).map(ofSource(source, merchant));
  return importedResult(call, { source, name: basename(file), hash: hashOf(bytes) }, entries, dryRun);
}

/** @param merchant the merchant of entries that name none */
export function ofSource(source: string, merchant: string | undefined): (entry: ReadEntry) => ReportedEntry {
  return (entry) => ({
    ...entry,
    ...(merchant !== undefined && entry.merchant === undefined && { merchant }),
    source,
  });
}

export interface ReportName {
  readonly source: string;
  readonly name: string;
  /** The hash of the report's content. */
  readonly hash: string;
}

/** Imports the entries and lists the differences. @param notes lines to print before them */
export async function importedResult(
  call: CommandCall,
  report: ReportName,
  entries: readonly ReportedEntry[],
  dryRun: boolean,
  notes: readonly string[] = [],
): Promise<CommandResult> {
  const counts = await importReport(call, report, entries, dryRun);
  const settlements = await reportSettlements(call.store.settlements);
  const lines = [...notes, ...importLines(report.source, counts)];
  const stored = dryRun ? `Nothing is stored: ${countsText(counts)}` : countsText(counts);
  return resultOf([...lines, stored], settlements, { isWell: counts.changed.length + counts.locked.length === 0 });
}

export async function reportSettlement({ store, args, usage }: CommandCall): Promise<CommandResult> {
  const { until } = options(args, { until: TEXT }, usage).values;
  const at = until === undefined ? undefined : Date.parse(until as string);
  if (Number.isNaN(at)) {
    throw new UsageError(usage);
  }
  return resultOf([], await reportSettlements(store.settlements, at), { isWell: true });
}

function importOptions({ args, usage }: CommandCall) {
  const known = { format: TEXT, source: TEXT, merchant: TEXT, 'dry-run': { type: 'boolean' } } as const;
  const { values, positionals } = options(args, known, usage);
  const { format, source, merchant, 'dry-run': dryRun = false } = values as Record<string, string | boolean>;
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0 || (format !== undefined && !Object.hasOwn(FORMATS, `${format}`))) {
    throw new UsageError(usage);
  }
  return {
    file,
    format: format as FormatName | undefined,
    source: source as string | undefined,
    merchant: merchant as string | undefined,
    dryRun: dryRun as boolean,
  };
}

export function options(
  args: readonly string[],
  known: NonNullable<Parameters<typeof parseArgs>[0]>['options'],
  usage: string,
) {
  try {
    return parseArgs({ args: [...args], options: known ?? {}, allowPositionals: true });
  } catch {
    throw new UsageError(usage);
  }
}

/** @throws UsageError */
function bytesOf(file: string): Buffer {
  try {
    if (statSync(file).size > FILE_BYTES_MAX) {
      throw new UsageError(`${file} is larger than ${FILE_BYTES_MAX} bytes: split it.`);
    }
    return readFileSync(file);
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${file} cannot be read.`);
  }
}

/** @throws UsageError that names the position, without the value there */
function entriesOf(file: string, format: ReportFormat, text: string) {
  try {
    return format.read(text);
  } catch (error) {
    throw error instanceof SettlementFileError ? new UsageError(`${file}, ${error.message}.`) : error;
  }
}

export function hashOf(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function importReport(
  { store, settings }: CommandCall,
  file: ReportName,
  entries: readonly ReportedEntry[],
  dryRun: boolean,
): Promise<ImportCounts> {
  const { settlements: records, orders, merchants } = store;
  const clock = { now: Date.now };
  const startedFile = dryRun ? undefined : await records.beginFile({ ...file, entries: entries.length }, clock.now());
  const body = notificationWriter({ payments: store.browserPayments, publicOrigin: settings.publicOrigin });
  const counts = await importEntries(
    { records, orders, clock, pause, notifications: { body }, merchantById: (id) => merchants.find(id) },
    entries,
    dryRun,
  );
  if (startedFile !== undefined && counts.locked.length === 0) {
    await records.fileDone(startedFile.key, clock.now());
  }
  return counts;
}

function importLines(source: string, { changed, locked }: ImportCounts): string[] {
  return [
    ...changed.map((id) => ['CHANGED', source, id, 'it was imported before with other contents, which are kept']),
    ...locked.map((id) => ['LOCKED', source, id, 'its order is in use: import the same file again']),
  ].map((cells) => cells.map(printable).join('\t'));
}

function countsText({ stored, known, recorded }: ImportCounts): string {
  return `${stored} entries are new, ${known} were known; ${recorded} transactions are recorded.`;
}

function resultOf(
  first: readonly string[],
  { differences, sums, entries }: SettlementReport,
  { isWell }: { readonly isWell: boolean },
): CommandResult {
  const shown = differences.slice(0, LISTED_MAX).map(differenceLine);
  const last = `${differences.length} differences in ${entries} entries.`;
  return {
    text: [...first, ...shown, ...sums.map(sumLine), last].join('\n'),
    exitCode: isWell && differences.length === 0 ? 0 : 1,
  };
}

function differenceLine(difference: SettlementDifference): string {
  const { kind, source, merchantId, orderId, transactionId, reference, there, here, currency, date } = difference;
  const amounts = [
    ...(there === undefined ? [] : [`${money(there, currency)} there`]),
    ...(here === undefined ? [] : [`${money(here, currency)} here`]),
  ];
  const cells = [kind, source, merchantId, orderId, transactionId, reference, amounts.join(', '), date, REMEDIES[kind]];
  return cells.map((cell) => printable(cell || '-')).join('\t');
}

/** `payments + refunds + chargebacks + other - fees = paid out + not paid out yet`. */
function sumLine({ source, currency, payments, refunds, chargebacks, other, fees, paidOut }: SourceSum): string {
  const net = payments + refunds + chargebacks + other - fees;
  const cells = Object.entries({ payments, refunds, chargebacks, other, fees, net, paidOut, unpaid: net - paidOut });
  const texts = cells.map(([name, amount]) => `${name} ${money(amount, currency)}`);
  return ['SUM', source, currency, ...texts].map(printable).join('\t');
}

function money(amount: bigint, code: string | undefined): string {
  const currency = currencyOf(code ?? '');
  return currency === undefined ? `${amount} ?` : `${majorText(amount, currency)} ${currency.code}`;
}
