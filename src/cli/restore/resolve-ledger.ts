/**
 * `reconcile --adopt` and `--bar`: resolves the movements that only an acquirer's ledger has, lists each resolution,
 * and records that the ledger was compared.
 */
import type { CommandCall, CommandResult } from '../command.ts';
import type { LedgerDifference } from '../ledger-comparison.ts';
import { printable } from '../printable.ts';
import { type Resolution, type ResolvedDifference, resolveDifferences } from './adopt-ledger.ts';
import { ledgerOfAcquirer, missingLedgers, nextStep } from './ledgers.ts';

export interface AcquirerLedger {
  readonly differences: readonly LedgerDifference[];
  readonly acquirer: string;
  readonly resolve: 'ADOPT' | 'BAR';
  /** A difference as `reconcile` shows it. */
  readonly differenceLine: (difference: LedgerDifference, remedy?: string) => string;
}

/** @returns exit code 0 if all differences are resolved, else 1 */
export async function resolveAcquirerLedger(
  { store, settings }: CommandCall,
  { differences, acquirer, resolve, differenceLine }: AcquirerLedger,
): Promise<CommandResult> {
  const now = Date.now();
  const isClosed = (await store.restoration.state()) !== undefined;
  const options = { acquirer, barsAll: resolve === 'BAR', isClosed, now };
  const resolved = await resolveDifferences(store, differences, options);
  const lines = resolved.map(({ how, difference, why }) =>
    [how, differenceLine(difference, REMEDIES[how]), ...(why === undefined ? [] : [printable(why)])].join('\t'),
  );
  const isResolved = resolved.every(({ how, difference: { kind } }) => how !== 'OPEN' || kind !== 'ONLY_AT_ACQUIRER');
  if (isClosed && isResolved) {
    await store.restoration.recordComparison(ledgerOfAcquirer(acquirer), now);
  }
  return {
    text: [
      ...lines,
      summary(resolved),
      ...(isClosed ? [nextStep(isResolved, await missingLedgers(store, settings))] : []),
    ].join('\n'),
    exitCode: resolved.some(({ how }) => how === 'BARRED' || how === 'OPEN') ? 1 : 0,
  };
}

/** The remedies by resolution; `-` if the operator has nothing to do. An OPEN difference keeps its own remedy. */
const REMEDIES: Readonly<Partial<Record<Resolution, string>>> = {
  ADOPTED: '-',
  ENDED: '-',
  VOIDED: '-',
  BARRED: 'resolve it at the acquirer, then turnpike barred lift',
};

const WORDS: Readonly<Record<Resolution, string>> = {
  ADOPTED: 'adopted',
  ENDED: 'ended as the acquirer says',
  VOIDED: 'voided as the acquirer says',
  BARRED: 'barred',
  OPEN: 'open',
};

function summary(resolved: readonly ResolvedDifference[]): string {
  const count = (how: Resolution) => resolved.filter((one) => one.how === how).length;
  const counts = (Object.keys(WORDS) as Resolution[]).map((how) => `${count(how)} ${WORDS[how]}`);
  return `${counts.join(', ')}.`;
}
