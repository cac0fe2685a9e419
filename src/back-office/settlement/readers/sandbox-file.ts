/**
 * The settlement file of the sandbox's acquirer: a header, one row for each entry, and a PAYOUT row for each payout.
 * Its payments have the gateway's own ids.
 */
import { currencyOf } from '../../../contract/money.ts';
import { ENTRY_KINDS, type EntryKind, type ReadEntry } from '../entry.ts';
import { day, parseMajorUnits } from './amounts.ts';
import { type CsvRow, readCsv } from './csv.ts';
import { atLine, SettlementFileError } from './read-error.ts';

const COLUMNS = [
  'id',
  'kind',
  'merchant',
  'order',
  'transaction',
  'reference',
  'gross',
  'fee',
  'net',
  'currency',
  'date',
  'payout',
] as const;

/** @throws SettlementFileError */
export function readSandboxFile(text: string): ReadEntry[] {
  const [header, ...rows] = readCsv(text);
  if (header?.cells.join() !== COLUMNS.join()) {
    throw new SettlementFileError(`the first line is not ${COLUMNS.join()}`);
  }
  return rows.map(entryOf);
}

function entryOf({ line, cells }: CsvRow): ReadEntry {
  if (cells.length !== COLUMNS.length) {
    throw atLine(line, `${cells.length} cells in place of ${COLUMNS.length}`);
  }
  const row = Object.fromEntries(COLUMNS.map((column, index) => [column, cells[index] ?? ''])) as Row;
  const kind = ENTRY_KINDS.find((one) => one === row.kind) satisfies EntryKind | undefined;
  const date = day(row.date);
  const gross = parseMajorUnits(row.gross, row.currency);
  const fee = parseMajorUnits(row.fee, row.currency);
  const net = parseMajorUnits(row.net, row.currency);
  if (currencyOf(row.currency) === undefined || gross === undefined || fee === undefined || net === undefined) {
    throw atLine(line, 'no gross, fee and net in a currency of ISO 4217');
  }
  if (row.id === '' || kind === undefined || date === undefined) {
    throw atLine(line, 'no id, kind and date that can be read');
  }
  return {
    id: row.id,
    kind,
    merchant: row.merchant || undefined,
    order: row.order || undefined,
    transaction: row.transaction || undefined,
    references: row.reference === '' ? [] : [row.reference],
    gross,
    fee,
    net,
    currency: row.currency,
    date,
    payout: row.payout || undefined,
  };
}

type Row = Record<(typeof COLUMNS)[number], string>;
