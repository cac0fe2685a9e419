/**
 * The adapters of browser-payment providers. A provider is one folder here and one line in `list.ts`; its part of the
 * interface is in `src/contract/providers`. Packages with providers are loaded before this module.
 */
import { BROWSER_PAYMENT_PROVIDERS, type ProviderFacts, type ProviderId } from '../../contract/providers/index.ts';
import type { Provider, Providers } from '../../core/ports/index.ts';

export { type ProviderCounts, type WatchedProviders, watchProviders } from './health/watched-providers.ts';

import * as list from './list.ts';
import { addedPackages } from './packages/index.ts';
import type { OpenProvider, ProviderEnvironment } from './provider-environment.ts';
import type { StartStandIn } from './stand-in.ts';

export type { ProviderPackage } from './packages/index.ts';
export { SANDBOX_ORIGIN as PIX_SANDBOX_ORIGIN } from './pix/psp-account.ts';
export type { OpenProvider, ProviderEnvironment } from './provider-environment.ts';
export { type ProviderReports, type ReportSpan, ReportUnavailable } from './provider-reports.ts';
export { REPORTS } from './reports.ts';
export type {
  LedgerEntry,
  PayerAct,
  Signer,
  StandIn,
  StandInChoice,
  StandInPayment,
  StandInTls,
  StartStandIn,
} from './stand-in.ts';

/** The adapter of each provider in the contract. A provider that is missing in either list is a compile error. */
const ADAPTERS: { readonly [Id in ProviderId | keyof typeof list]: Id extends ProviderId ? OpenProvider : never } =
  list;

/** All adapters by the provider's id, including those of packages. */
export function allAdapters(): Readonly<Record<string, OpenProvider>> {
  return { ...ADAPTERS, ...Object.fromEntries([...addedPackages].map(([id, { open }]) => [id, open])) };
}

/**
 * @param adapters the adapters by the provider's id
 * @returns the configured providers, by id
 * @throws Error with one line for the operator if a provider's configuration is invalid, or its adapter has another id
 */
export function openProviders(
  environment: ProviderEnvironment,
  adapters: Readonly<Record<string, OpenProvider>> = allAdapters(),
): Providers {
  const providers = new Map<string, Provider>();
  for (const [id, open] of Object.entries(adapters)) {
    const provider = open(environment);
    if (provider !== undefined && provider.id !== id) {
      throw new Error(`The browser-payment provider ${id} is called ${provider.id} by its adapter.`);
    }
    if (provider !== undefined) {
      providers.set(id, provider);
    }
  }
  return providers;
}

/** A provider as `turnpike provider check` uses it. */
export interface CheckedProvider {
  readonly id: string;
  readonly facts: ProviderFacts;
  readonly open: OpenProvider;
  /** The simulator of the package. Undefined for this program's own providers. */
  readonly standIn: StartStandIn | undefined;
  /** The package or file of the provider. Undefined for this program's own providers. */
  readonly source: string | undefined;
}

/** Providers of this program and of the loaded packages, configured or not. */
export function providerIds(): readonly string[] {
  return Object.keys(BROWSER_PAYMENT_PROVIDERS);
}

/** @returns undefined for an unknown id */
export function providerOf(id: string): CheckedProvider | undefined {
  const adapters = allAdapters();
  const open = Object.hasOwn(adapters, id) ? adapters[id] : undefined;
  const facts = Object.hasOwn(BROWSER_PAYMENT_PROVIDERS, id) ? BROWSER_PAYMENT_PROVIDERS[id] : undefined;
  if (open === undefined || facts === undefined) {
    return undefined;
  }
  const { standIn, source } = addedPackages.get(id) ?? {};
  return { id, facts, open, standIn, source };
}
