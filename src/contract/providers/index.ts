/**
 * Metadata of each browser-payment provider. A provider is one file here and one line in `list.ts`; its adapter is in
 * `src/adapters/providers`. Providers of third-party packages are added before this file is imported.
 */
import { addedProviders } from '../added-providers.ts';
import type { ProviderFacts } from '../provider-facts.ts';
import * as list from './list.ts';

export type { AccountMember, PaymentConfirmation, ProviderFacts } from '../provider-facts.ts';

/**
 * The id of a built-in provider, in lower camel case: the name of its group. In upper snake case it is its
 * `sourceOfFunds.type`.
 */
export type ProviderId = keyof typeof list;

export interface BrowserPaymentProvider extends ProviderFacts {
  readonly id: string;
}

/** Built-in and added providers, in the order of their ids. */
export const BROWSER_PAYMENT_PROVIDERS: Readonly<Record<string, BrowserPaymentProvider>> = Object.fromEntries(
  Object.entries(addedProviders.takenWith(list)).map(([id, facts]) => [id, { id, ...facts }]),
);

/** Converts the id `demoWallet` to DEMO_WALLET for `sourceOfFunds.type`. */
export function providerType(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

/** @param type the `type` of `sourceOfFunds` @returns undefined if no provider has this type */
export function factsOfType(type: string | undefined): BrowserPaymentProvider | undefined {
  return Object.values(BROWSER_PAYMENT_PROVIDERS).find(({ id }) => providerType(id) === type);
}

export function takesCurrency({ currencies }: Pick<ProviderFacts, 'currencies'>, currency: string): boolean {
  return currencies === undefined || currencies.includes(currency);
}

/** The name that payers know; for a provider that was removed from the list, its id. */
export function providerName(id: string): string {
  return BROWSER_PAYMENT_PROVIDERS[id]?.name ?? id;
}

export const providerTypes: readonly string[] = Object.keys(BROWSER_PAYMENT_PROVIDERS).map(providerType);
