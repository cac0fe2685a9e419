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
 * The ledgers of every acquirer, of every provider with payments in the backup, and of every provider that a merchant
 * offers: the merchant's first payment with that provider may be younger than the backup.
 */
export async function neededLedgers(store: Store, { acquirers }: Pick<Settings, 'acquirers'>): Promise<string[]> {
  const offered = (await store.merchants.list()).flatMap(({ profile }) => profile.browserPayments);
  const providers = new Set([...(await store.restoration.providers()), ...offered]);
  return [...[...acquirers.keys()].map(ledgerOfAcquirer), ...[...providers].toSorted().map(ledgerOfProvider)];
}

/** @returns the ledgers that the store was not compared with yet; empty if the store is open */
export async function missingLedgers(store: Store, settings: Pick<Settings, 'acquirers'>): Promise<string[]> {
  const state = await store.restoration.state();
  return state === undefined
    ? []
    : (await neededLedgers(store, settings)).filter((one) => !state.comparedLedgers.has(one));
}

/** @throws UsageError if the store cannot have payments of a provider with this id */
export async function requireProvider(store: Store, settings: Pick<Settings, 'acquirers'>, id: string): Promise<void> {
  const needed = await neededLedgers(store, settings);
  if (!needed.includes(ledgerOfProvider(id))) {
    throw new UsageError(`No merchant has payments with the provider ${id}; the ledgers are: ${needed.join(', ')}.`);
  }
}

/** @param isResolved whether the ledger counts as compared @param left the result of `missingLedgers` */
export function nextStep(isResolved: boolean, left: readonly string[]): string {
  if (!isResolved) {
    return 'This ledger is not compared yet: what is open has to be resolved.';
  }
  const then = left.length === 0 ? 'Next: turnpike restored --open' : `Left to compare: ${left.join(', ')}.`;
  return `This ledger is compared. ${then}`;
}
