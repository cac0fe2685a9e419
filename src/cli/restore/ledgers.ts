/** The ledgers to compare a restored store with before it opens. */

import type { Store } from '../../adapters/store/index.ts';
import type { Settings } from '../../settings/index.ts';
import { UsageError } from '../command.ts';

export function ledgerOfAcquirer(name: string): string {
  return `acquirer ${name}`;
}

export function ledgerOfProvider(id: string): string {
  return `provider ${id}`;
}

/**
 * Every acquirer's, and those of the providers that payments in the backup were made with, or that a merchant offers:
 * its first payment with one may be younger than the backup.
 */
export async function neededLedgers(store: Store, { acquirers }: Pick<Settings, 'acquirers'>): Promise<string[]> {
  const offered = (await store.merchants.list()).flatMap(({ profile }) => profile.browserPayments);
  const providers = new Set([...(await store.restoration.providers()), ...offered]);
  return [...[...acquirers.keys()].map(ledgerOfAcquirer), ...[...providers].toSorted().map(ledgerOfProvider)];
}

/** @returns the ledgers that it was not compared with yet; empty if the store is open */
export async function missingLedgers(store: Store, settings: Pick<Settings, 'acquirers'>): Promise<string[]> {
  const state = await store.restoration.state();
  return state === undefined
    ? []
    : (await neededLedgers(store, settings)).filter((one) => !state.comparedLedgers.has(one));
}

/** @throws UsageError where the id is of no provider whose payments the store may have */
export async function requireProvider(store: Store, settings: Pick<Settings, 'acquirers'>, id: string): Promise<void> {
  const needed = await neededLedgers(store, settings);
  if (!needed.includes(ledgerOfProvider(id))) {
    throw new UsageError(`No merchant has payments with the provider ${id}; the ledgers are: ${needed.join(', ')}.`);
  }
}

/** @param isResolved whether the ledger counts as compared @param left of `missingLedgers` */
export function nextStep(isResolved: boolean, left: readonly string[]): string {
  if (!isResolved) {
    return 'This ledger is not compared yet: what is open has to be resolved.';
  }
  const then = left.length === 0 ? 'Next: turnpike restored --open' : `Left to compare: ${left.join(', ')}.`;
  return `This ledger is compared. ${then}`;
}
