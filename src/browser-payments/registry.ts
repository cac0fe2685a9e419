/**
 * The providers that this gateway is configured with. They are loaded from their folders, so that a new provider is a
 * new folder and nothing else: `facts.ts` describes it to the interface, `adapter.ts` calls its server.
 */
import { readdirSync } from 'node:fs';
import type { ProviderFacts } from '../contract/fields/provider-facts.ts';
import type { Provider, Providers } from '../gateway/ports/index.ts';

const FOLDER = new URL('./providers/', import.meta.url);

/** What an adapter may know of its environment. */
export interface ProviderEnvironment {
  /** The process's environment: a provider's address and credentials are the operator's settings. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The sandbox's providers, present only with the sandbox. The origin has no slash at the end. */
  readonly sandbox?: { readonly origin: string; readonly secret: string };
}

/** What each folder's `adapter.ts` exports. */
export interface ProviderModule {
  /**
   * @returns undefined when the provider is not configured
   * @throws Error with one line for the operator when its configuration is invalid
   */
  readonly open: (environment: ProviderEnvironment) => Provider | undefined;
}

/**
 * @param folder contains one folder for each provider
 * @returns the configured providers, by id, in the order of their folders' names
 * @throws Error with one line that names the folder when its facts and adapter do not match
 */
export async function openProviders(environment: ProviderEnvironment, folder: URL = FOLDER): Promise<Providers> {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  const opened = await Promise.all(names.map((name) => openProvider(name, environment, folder)));
  const providers = new Map<string, Provider>();
  for (const provider of opened) {
    if (provider === undefined) {
      continue;
    }
    if (providers.has(provider.id)) {
      throw new Error(`Two browser-payment providers are called ${provider.id}.`);
    }
    providers.set(provider.id, provider);
  }
  return providers;
}

async function openProvider(
  name: string,
  environment: ProviderEnvironment,
  folder: URL,
): Promise<Provider | undefined> {
  const { facts } = await load<{ facts: ProviderFacts }>(name, 'facts', folder);
  const { open } = await load<ProviderModule>(name, 'adapter', folder);
  if (facts === undefined || open === undefined) {
    throw new Error(`The provider in ${name}/ must export "facts" from facts.ts and "open" from adapter.ts.`);
  }
  const provider = open(environment);
  if (provider !== undefined && provider.id !== facts.id) {
    throw new Error(`The provider in ${name}/ calls itself ${facts.id} in facts.ts and ${provider.id} in adapter.ts.`);
  }
  return provider;
}

/** @throws Error when the module is missing or cannot be run */
async function load<Module>(name: string, part: string, folder: URL): Promise<Partial<Module>> {
  try {
    return (await import(new URL(`${name}/${part}.ts`, folder).href)) as Partial<Module>;
  } catch (cause) {
    throw new Error(`The provider in ${name}/ cannot be used: its ${part}.ts does not load.`, { cause });
  }
}
