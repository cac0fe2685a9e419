/**
 * `reconcile --adopt` and `--bar`: resolves what only a ledger has, says how, and notes that the ledger was compared.
 */
import { newOrder } from '../../gateway/index.ts';
import type { Store } from '../../store/index.ts';
import type { CommandResult } from '../command.ts';
import type { LedgerDifference } from '../ledger-comparison.ts';
import { printable } from '../printable.ts';
import { type AcquirerEntry, entryAmount } from '../read-ledger.ts';
import { type Resolution, type Resolved, resolveDifferences } from './adopt-ledger.ts';
import { ledgerOfAcquirer, ledgerOfProvider } from './ledgers.ts';

export interface AcquirerLedger {
  readonly differences: readonly LedgerDifference[];
  readonly acquirer: string;
  readonly resolve: 'ADOPT' | 'BAR';
  /** A difference as `reconcile` shows it. */
  readonly differenceLine: (difference: LedgerDifference) => string;
}

/** @returns exit code 0 when nothing is left to the operator, else 1 */
export async function resolveAcquirerLedger(
  store: Store,
  { differences, acquirer, resolve, differenceLine }: AcquirerLedger,
): Promise<CommandResult> {
  const now = Date.now();
  const isClosed = (await store.restoration.state()) !== undefined;
  const options = { acquirer, barsAll: resolve === 'BAR', isClosed, now };
  const resolved = await resolveDifferences(store, differences, options);
  const lines = resolved.map(({ how, difference, why }) =>
    [how, differenceLine(difference), ...(why === undefined ? [] : [printable(why)])].join('\t'),
  );
  const isResolved = resolved.every(({ how, difference: { kind } }) => how !== 'OPEN' || kind !== 'ONLY_AT_ACQUIRER');
  if (isClosed && isResolved) {
    await store.restoration.compared(ledgerOfAcquirer(acquirer), now);
  }
  return {
    text: [...lines, summary(resolved), ...(isClosed ? [next(isResolved)] : [])].join('\n'),
    exitCode: resolved.some(({ how }) => how === 'BARRED' || how === 'OPEN') ? 1 : 0,
  };
}

const WORDS: Readonly<Record<Resolution, string>> = {
  ADOPTED: 'adopted',
  ENDED: 'ended as the acquirer says',
  VOIDED: 'voided as the acquirer says',
  BARRED: 'barred',
  OPEN: 'open',
};

function summary(resolved: readonly Resolved[]): string {
  const count = (how: Resolution) => resolved.filter((one) => one.how === how).length;
  const counts = (Object.keys(WORDS) as Resolution[]).map((how) => `${count(how)} ${WORDS[how]}`);
  return `${counts.join(', ')}.`;
}

function next(isResolved: boolean): string {
  return isResolved
    ? 'This ledger is compared. When all are: turnpike restored --open'
    : 'This ledger is not compared yet: what is open has to be resolved.';
}

/** Bars each order of which the provider has a movement that the store does not know. */
export async function resolveProviderLedger(
  store: Store,
  provider: string,
  entries: readonly AcquirerEntry[],
): Promise<CommandResult> {
  const now = Date.now();
  const lines: string[] = [];
  let isResolved = true;
  for (const entry of entries) {
    const how = await barUnknown(store, entry, now);
    isResolved &&= how !== 'OPEN';
    if (how !== undefined) {
      const { merchant, order, transaction, kind, state, amount, currency } = entry;
      lines.push(
        [how, merchant, order, transaction, `${kind} ${state}`, `${amount} ${currency}`].map(printable).join('\t'),
      );
    }
  }
  const isClosed = (await store.restoration.state()) !== undefined;
  if (isClosed && isResolved) {
    await store.restoration.compared(ledgerOfProvider(provider), now);
  }
  const count = `${lines.length} of ${entries.length} movements are not known here.`;
  return {
    text: [...lines, count, ...(isClosed ? [next(isResolved)] : [])].join('\n'),
    exitCode: lines.length === 0 ? 0 : 1,
  };
}

/** @returns undefined where the transaction is known */
async function barUnknown(store: Store, entry: AcquirerEntry, now: number): Promise<Resolution | undefined> {
  const merchant = await store.merchants.find(entry.merchant);
  if (merchant === undefined) {
    return 'OPEN';
  }
  const known = await store.orders.find(merchant.key, entry.order);
  if (known !== undefined && (await store.orders.transaction(known.key, entry.transaction)) !== undefined) {
    return undefined;
  }
  const order = known ?? {
    ...{ key: store.orders.newKey(), merchantKey: merchant.key, orderId: entry.order, lockedBy: null, fence: 0 },
    state: newOrder(entry.currency, entryAmount(entry) ?? 0n),
    ...{ createdAt: Date.parse(entry.at), updatedAt: now },
  };
  const movement = `${entry.transaction}: ${entry.kind} ${entry.state} ${entry.amount} ${entry.currency} ${entry.reference}`;
  return (await store.restoration.bar(order, known === undefined, movement, now)) ? 'BARRED' : 'OPEN';
}
