/**
 * PayPal's Settlement Report (`STL-….CSV`), as specified on PayPal's developer pages: rows for reports, files and
 * sections, each beginning with its type. A CH row names the columns of the following SB rows. Amounts have neither
 * sign nor decimal point: a separate column indicates debit or credit.
 */
import { currencyOf } from '../../../contract/money.ts';
import type { ReadEntry } from '../entry.ts';
import { day, parseMinorUnits } from './amounts.ts';
import { type CsvRow, readCsv } from './csv.ts';
import { paypalEntry } from './paypal-entry.ts';
import { atLine, SettlementFileError } from './read-error.ts';

/** @throws SettlementFileError */
export function readPaypalSettlement(text: string): ReadEntry[] {
  const rows = readCsv(text);
  if (rows[0]?.cells[0] !== 'RH' || !rows.some(({ cells }) => cells[0] === 'FF')) {
    throw new SettlementFileError('it does not begin with RH, or has no FF at its end');
  }
  const entries: ReadEntry[] = [];
  let columns: ReadonlyMap<string, number> | undefined;
  let inSection = 0;
  for (const row of rows) {
    const [type, count] = row.cells;
    if (type === 'CH') {
      columns = new Map(row.cells.map((name, index) => [name.trim().replaceAll(/\s+/g, ' '), index]));
      inSection = 0;
    } else if (type === 'SB') {
      entries.push(entryOf(row, columns));
      inSection += 1;
    } else if (type === 'SC' && Number(count) !== inSection) {
      throw atLine(row.line, `a section of ${inSection} rows says that it has another number`);
    }
  }
  return entries;
}

function entryOf({ line, cells }: CsvRow, columns: ReadonlyMap<string, number> | undefined): ReadEntry {
  const cell = (name: string) => cells[columns?.get(name) ?? -1] ?? '';
  const currency = cell('Gross Transaction Currency');
  const direction = cell('Transaction Debit or Credit');
  const amount = signedAmount(cell('Gross Transaction Amount'), direction);
  const taken = cell('Fee Amount') === '' ? 0n : signedAmount(cell('Fee Amount'), cell('Fee Debit or Credit'));
  const date = day(cell('Transaction Completion Date').replaceAll('/', '-'));
  const code = cell('Transaction Event Code');
  const id = cell('Transaction ID');
  const isForeign = cell('Fee Currency') !== '' && cell('Fee Currency') !== currency;
  if (currencyOf(currency) === undefined || amount === undefined || taken === undefined || isForeign) {
    throw atLine(line, 'no gross and fee in one currency of ISO 4217, debited or credited');
  }
  if (id === '' || date === undefined || !/^T[0-9]{4}$/.test(code)) {
    throw atLine(line, 'no transaction id, event code and completion date');
  }
  return paypalEntry({
    id,
    code,
    amount,
    currency,
    date,
    fee: -taken,
    isCredited: direction === 'CR',
    invoice: cell('Invoice ID'),
    custom: cell('Custom Field'),
    about: cell('PayPal Reference ID'),
    bankReference: cell('Bank Reference ID'),
  });
}

/** Minor units, positive if the account is credited. PayPal writes a debit of zero for an absent fee. */
function signedAmount(text: string, direction: string): bigint | undefined {
  const amount = parseMinorUnits(text);
  if (amount === undefined || amount < 0n) {
    return undefined;
  }
  return amount === 0n || direction === 'CR' ? amount : direction === 'DR' ? -amount : undefined;
}
