/**
 * `reconcile`: lists alerts for the operator and, given the acquirer's ledger, the differences from it. One line each:
 * kind, merchant, order, transaction, receipt, amount, since when, number of attempts, remedy; the last line counts
 * them. It is read-only, unless `--adopt` or `--bar` asks it to resolve movements that only the ledger has.
 */
import { parseArgs } from 'node:util';
import { currencyOf, majorText } from '../contract/money.ts';
import { ALERT_RULES, traceOf } from '../core/index.ts';
import { type Alert, DEFAULT_ACQUIRER } from '../core/ports/index.ts';
import { type CommandCall, type CommandResult, UsageError } from './command.ts';
import { compareWithLedger, type LedgerDifference, type NewestSuccess, type Period } from './ledger-comparison.ts';
import { printable } from './printable.ts';
import { type AcquirerEntry, entryAmount, readLedger, readProviderLedger } from './read-ledger.ts';
import { requireCovered } from './restore/covered-time.ts';
import { resolveProviderLedger } from './restore/provider-ledger.ts';
import { resolveAcquirerLedger } from './restore/resolve-ledger.ts';

/** Maximum number of listed alerts of each kind, so that the list fits a terminal's scrollback. */
const LISTED_MAX = 1_000;

const REMEDIES: Readonly<Record<LedgerDifference['kind'], string>> = {
  ONLY_AT_ACQUIRER: 'the acquirer did it and this store does not know: have it given back there, or adopt it (--adopt)',
  ONLY_HERE: 'this store has it as done and the acquirer does not know: ask the acquirer, by the receipt',
  STATE_DIFFERS: 'ask the acquirer which is right; what is under way here is ended when a gateway starts',
  AMOUNT_DIFFERS: 'ask the acquirer which is right',
};

/** @returns exit code 0 if there is no work for the operator, else 1 */
export async function reconcile(call: CommandCall): Promise<CommandResult> {
  const { store, settings, args, usage } = call;
  const chosen = options(args, usage);
  const { ledger: file, acquirer, provider, resolve } = chosen;
  if (provider === undefined && !settings.acquirers.has(acquirer)) {
    throw new UsageError(`There is no acquirer ${acquirer}; there are ${[...settings.acquirers.keys()].join(', ')}.`);
  }
  if (file !== undefined && provider !== undefined) {
    return resolveProviderLedger(call, provider, { entries: readProviderLedger(file), period: chosen.period });
  }
  const ledger = file === undefined ? undefined : readLedger(file);
  if (ledger !== undefined && resolve !== undefined) {
    const { differences, newest } = await comparisonOf(call, ledger, chosen);
    const closed = await store.restoration.state();
    if (closed !== undefined) {
      requireCovered({ entries: ledger, period: chosen.period, newest }, closed.since);
    }
    return resolveAcquirerLedger(call, { differences, acquirer, resolve, differenceLine });
  }
  const alerts = await store.alerts.list(Date.now(), LISTED_MAX);
  const differences = ledger === undefined ? [] : (await comparisonOf(call, ledger, chosen)).differences;
  const faults = alerts.filter(({ kind }) => ALERT_RULES[kind].isFault).length;
  const lines = [
    ...alerts.map(alertLine),
    ...differences.map((difference) => differenceLine(difference)),
    countLine(faults, alerts.length - faults, ledger && { entries: ledger.length, differences: differences.length }),
  ];
  const rows = [...alerts.map(alertRow), ...differences.map(differenceRow)];
  return { text: lines.join('\n'), exitCode: faults + differences.length === 0 ? 0 : 1, rows };
}

function alertRow({ kind, merchantId, orderId, transactionId, acquirer, receipt, amount, currency, ...alert }: Alert) {
  return {
    kind,
    isFault: ALERT_RULES[kind].isFault,
    merchant: merchantId,
    order: orderId,
    transaction: transactionId,
    acquirer,
    receipt,
    ...decimal(amount, currency),
    since: new Date(alert.since).toISOString(),
    tries: alert.tries,
  };
}

function differenceRow({ kind, merchantId, orderId, transactionId, entry, transaction }: LedgerDifference) {
  const { amount, currency } = transaction?.request ?? {};
  return {
    kind,
    isFault: true,
    merchant: merchantId,
    order: orderId,
    transaction: transactionId,
    ...decimal(amount, currency),
    ledgerState: entry?.state,
    ...(entry && { ledgerAmount: decimal(entryAmount(entry), entry.currency).amount }),
  };
}

function decimal(amount: bigint | undefined, currency: string | undefined) {
  return amount === undefined || currency === undefined
    ? {}
    : { amount: majorText(amount, currencyOf(currency)!), currency };
}

async function comparisonOf(
  { store }: CommandCall,
  ledger: readonly AcquirerEntry[],
  { acquirer, period }: Options,
): Promise<{ readonly differences: readonly LedgerDifference[]; readonly newest: NewestSuccess | undefined }> {
  const scope = { acquirer, reversing: await store.reconciliation.reversing(), period };
  const differences: LedgerDifference[] = [];
  const newest = await compareWithLedger(store.reconciliation.orders(), ledger, scope, (difference) => {
    differences.push(difference);
  });
  return { differences, newest };
}

interface Options {
  readonly ledger: string | undefined;
  /** The name of the ledger's acquirer. */
  readonly acquirer: string;
  /** The id of the ledger's provider. */
  readonly provider: string | undefined;
  readonly period: Period;
  /** The treatment of movements that only the ledger has; undefined: they are listed. */
  readonly resolve: 'ADOPT' | 'BAR' | undefined;
}

const OPTIONS = {
  ledger: { type: 'string' },
  acquirer: { type: 'string' },
  provider: { type: 'string' },
  from: { type: 'string' },
  until: { type: 'string' },
  adopt: { type: 'boolean' },
  bar: { type: 'boolean' },
} as const;

function options(args: readonly string[], usage: string): Options {
  try {
    const { ledger, ...values } = parseArgs({ args: [...args], options: OPTIONS }).values;
    const { acquirer, provider, from, until, adopt = false, bar = false } = values;
    const period = { from: time(from, Number.NEGATIVE_INFINITY), until: time(until, Number.POSITIVE_INFINITY) };
    const isAlone = Object.keys(values).length === 0;
    // A provider's payments are made by its payers, so they can only be barred, not adopted.
    const isOfProvider = bar && acquirer === undefined;
    if ((ledger !== undefined || isAlone) && !(adopt && bar) && (provider === undefined || isOfProvider)) {
      const resolve = adopt ? 'ADOPT' : bar ? 'BAR' : undefined;
      return { ledger, acquirer: acquirer ?? DEFAULT_ACQUIRER, provider, period, resolve };
    }
  } catch {
    // Falls through to the usage error below.
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
  const { kind, merchantId, orderId, transactionId, acquirer, receipt, amount, currency, since, tries } = concern;
  const at = acquirer === undefined ? '' : `at the acquirer ${acquirer}: `;
  return line([
    kind,
    merchantId,
    orderId,
    transactionId,
    receipt,
    money(amount, currency),
    new Date(since).toISOString(),
    `${tries} tries`,
    at + ALERT_RULES[kind].remedy,
  ]);
}

/** Shows the acquirer's entry before our transaction if both exist, since the acquirer moves the money. */
function differenceLine(
  { kind, merchantId, orderId, transactionId, entry, transaction, ledgerStatus }: LedgerDifference,
  remedy = REMEDIES[kind],
): string {
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
    remedy,
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
