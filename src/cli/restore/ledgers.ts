/** The ledgers that a restored store is compared with before it opens. */
import type { Settings } from '../../settings/index.ts';
import type { Store } from '../../store/index.ts';

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

/** @returns those that it was not compared with since; none where it is open */
export async function missingLedgers(store: Store, settings: Pick<Settings, 'acquirers'>): Promise<string[]> {
  const state = await store.restoration.state();
  return state === undefined ? [] : (await neededLedgers(store, settings)).filter((one) => !state.compared.has(one));
}

/** @param isResolved whether the ledger counts as compared */
export function nextStep(isResolved: boolean): string {
  return isResolved
    ? 'This ledger is compared. When all are: turnpike restored --open'
    : 'This ledger is not compared yet: what is open has to be resolved.';
}
