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
  'reason',
  'respondBy',
] as const;
/** Files of earlier releases lack the last two. */
const EARLIER_COLUMNS = COLUMNS.slice(0, -2);
const REASON = /^[A-Za-z0-9.]{1,20}$/;

/** @throws SettlementFileError */
export function readSandboxFile(text: string): ReadEntry[] {
  const [header, ...rows] = readCsv(text);
  const isEarlier = header?.cells.join() === EARLIER_COLUMNS.join();
  if (!isEarlier && header?.cells.join() !== COLUMNS.join()) {
    throw new SettlementFileError(`the first line is not ${COLUMNS.join()}`);
  }
  return rows.map((row) => entryOf(row, isEarlier ? EARLIER_COLUMNS : COLUMNS));
}

function entryOf({ line, cells }: CsvRow, columns: readonly (typeof COLUMNS)[number][]): ReadEntry {
  if (cells.length !== columns.length) {
    throw atLine(line, `${cells.length} cells in place of ${columns.length}`);
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
  const respondBy = row.respondBy === '' ? undefined : day(row.respondBy);
  if ((row.respondBy !== '' && respondBy === undefined) || !(row.reason === '' || REASON.test(row.reason))) {
    throw atLine(line, 'no reason and last day of a chargeback that can be read');
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
    reason: row.reason || undefined,
    respondBy,
  };
}

type Row = Record<(typeof COLUMNS)[number], string>;
