/**
 * `reconcile`: alerts for the operator, and, given the acquirer's ledger, where the two differ. One line each: what,
 * merchant, order, transaction, receipt, amount, since when, number of tries, what to do; the last line counts them. It
 * changes nothing.
 */
import { parseArgs } from 'node:util';
import { currencyOf, majorText } from '../contract/money.ts';
import { ALERT_RULES } from '../gateway/alert-rules.ts';
import type { Alert } from '../gateway/ports/index.ts';
import { traceOf } from '../gateway/trace.ts';
import { type CommandCall, type CommandResult, UsageError } from './command.ts';
import { compareWithLedger, type LedgerDifference, type Period } from './ledger-comparison.ts';
import { printable } from './printable.ts';
import { entryAmount, readLedger } from './read-ledger.ts';

/** Of each kind. More rows are useless on a terminal. */
const LISTED_MAX = 1_000;

const REMEDIES: Readonly<Record<LedgerDifference['kind'], string>> = {
  ONLY_AT_ACQUIRER: 'the acquirer did it and this store does not know: have it given back there, or book it by hand',
  ONLY_HERE: 'this store has it as done and the acquirer does not know: ask the acquirer, by the receipt',
  STATE_DIFFERS: 'ask the acquirer which is right; what is under way here is ended when a gateway starts',
  AMOUNT_DIFFERS: 'ask the acquirer which is right',
};

/** @returns exit code 0 when nothing needs the operator, else 1 */
export async function reconcile({ store, args, usage }: CommandCall): Promise<CommandResult> {
  const { ledger: file, period } = options(args, usage);
  const ledger = file === undefined ? undefined : readLedger(file);
  const alerts = await store.alerts.list(Date.now(), LISTED_MAX);
  const lines = alerts.map(alertLine);
  let differences = 0;
  if (ledger !== undefined) {
    const reversing = await store.reconciliation.reversing();
    await compareWithLedger(store.reconciliation.orders(), ledger, { reversing, period }, (difference) => {
      differences += 1;
      lines.push(differenceLine(difference));
    });
  }
  const faults = alerts.filter(({ kind }) => ALERT_RULES[kind].isFault).length;
  lines.push(countLine(faults, alerts.length - faults, ledger && { entries: ledger.length, differences }));
  return { text: lines.join('\n'), exitCode: faults + differences === 0 ? 0 : 1 };
}

function options(args: readonly string[], usage: string): { ledger: string | undefined; period: Period } {
  const texts = { ledger: { type: 'string' }, from: { type: 'string' }, until: { type: 'string' } } as const;
  try {
    const { ledger, from, until } = parseArgs({ args: [...args], options: texts }).values;
    const period = { from: time(from, Number.NEGATIVE_INFINITY), until: time(until, Number.POSITIVE_INFINITY) };
    if (ledger !== undefined || (from === undefined && until === undefined)) {
      return { ledger, period };
    }
  } catch {
    // Answered below with the usage, like every other wrong call.
  }
  throw new UsageError(usage);
}

function time(text: string | undefined, otherwise: number): number {
  if (text === undefined) {
    return otherwise;
  }
  const at = Date.parse(text);
  if (Number.isNaN(at)) {
    throw new TypeError('This is no time.');
  }
  return at;
}

function alertLine(concern: Alert): string {
  const { kind, merchantId, orderId, transactionId, receipt, amount, currency, since, tries } = concern;
  return line([
    kind,
    merchantId,
    orderId,
    transactionId,
    receipt,
    money(amount, currency),
    new Date(since).toISOString(),
    `${tries} tries`,
    ALERT_RULES[kind].remedy,
  ]);
}

/** Shows both sides where both have it, the acquirer's first, as that is where the money is. */
function differenceLine({
  kind,
  merchantId,
  orderId,
  transactionId,
  entry,
  transaction,
  ledgerStatus,
}: LedgerDifference): string {
  const here = transaction && `${money(transaction.request.amount, transaction.request.currency)} ${ledgerStatus} here`;
  const there = entry && `${money(entryAmount(entry), entry.currency)} ${entry.kind} ${entry.state} there`;
  return line([
    kind,
    merchantId,
    orderId,
    transactionId,
    entry?.reference ?? traceOf(transaction!.key, transaction!.createdAt).receipt,
    [there, here].filter((side) => side !== undefined).join(', '),
    entry?.at ?? new Date(transaction!.createdAt).toISOString(),
    '-',
    REMEDIES[kind],
  ]);
}

function line(cells: readonly string[]): string {
  return cells.map(printable).join('\t');
}

function money(amount: bigint | undefined, code: string): string {
  const currency = currencyOf(code);
  return amount === undefined || currency === undefined ? `? ${code}` : `${majorText(amount, currency)} ${code}`;
}

function countLine(
  faults: number,
  decisions: number,
  ledger: { readonly entries: number; readonly differences: number } | undefined,
): string {
  const counts = [`${faults} ${faults === 1 ? 'needs' : 'need'} the operator`, `${decisions} for information`];
  if (ledger !== undefined) {
    counts.push(`${ledger.differences} differences from a ledger of ${ledger.entries} entries`);
  }
  return `${counts.join(', ')}.`;
}
