/** The settlement file: comma-separated values, amounts in major units with the currency's own number of places. */
import { currencyOf, majorText } from '../../contract/money.ts';
import type { SettledLine } from './settlement.ts';

const HEADER = 'id,kind,merchant,order,transaction,reference,gross,fee,net,currency,date,payout,reason,respondBy';

export function settlementFile(lines: readonly SettledLine[]): string {
  return [HEADER, ...lines.map(lineOf), ''].join('\r\n');
}

function lineOf(line: SettledLine): string {
  const { id, kind, merchant, order_id: order, transaction_id: transaction, reference, gross, fee, date } = line;
  const amounts = [gross, fee, gross - fee].map((amount) => majorText(amount, currencyOf(line.currency)!));
  const { currency, payout, reason, respond_by: respondBy } = line;
  const texts = [id, kind, merchant, order, transaction, reference];
  return [...texts, ...amounts, currency, date, payout, reason, respondBy].map((cell) => quoteCsv(cell ?? '')).join();
}

function quoteCsv(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
