/**
 * The providers that this gateway is set up for. They are read from their folders, so that a new provider is a new
 * folder and nothing else: `facts.ts` says what the interface shows of it, `adapter.ts` speaks to its server.
 */
import { readdirSync } from 'node:fs';
import type { ProviderFacts } from '../contract/fields/provider-facts.ts';
import type { Provider, Providers } from '../gateway/provider-port.ts';

const FOLDER = new URL('./providers/', import.meta.url);

/** What an adapter may know of where it runs. */
export interface ProviderEnvironment {
  /** The process's environment: a provider's address and credentials are settings of the operator's. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The sandbox's providers, where there is a sandbox. The origin is without a slash at the end. */
  readonly sandbox?: { readonly origin: string; readonly secret: string };
}

/** What each folder's `adapter.ts` exports. */
export interface ProviderModule {
  /**
   * @returns undefined where the provider is not set up
   *   @throws Error with one line for the operator where it is set up wrongly
   */
  readonly open: (surroundings: ProviderEnvironment) => Provider | undefined;
}

/**
 * @param folder whose folders are the providers
 * @returns the providers that are set up, by id, in the order of their folders' names
 * @throws Error with one line that names the folder where facts and adapter do not fit together
 */
export async function openProviders(surroundings: ProviderEnvironment, folder: URL = FOLDER): Promise<Providers> {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  const opened = await Promise.all(names.map((name) => openProvider(name, surroundings, folder)));
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
  surroundings: ProviderEnvironment,
  folder: URL,
): Promise<Provider | undefined> {
  const { facts } = await load<{ facts: ProviderFacts }>(name, 'facts', folder);
  const { open } = await load<ProviderModule>(name, 'adapter', folder);
  if (facts === undefined || open === undefined) {
    throw new Error(`The provider in ${name}/ must export "facts" from facts.ts and "open" from adapter.ts.`);
  }
  const provider = open(surroundings);
  if (provider !== undefined && provider.id !== facts.id) {
    throw new Error(`The provider in ${name}/ calls itself ${facts.id} in facts.ts and ${provider.id} in adapter.ts.`);
  }
  return provider;
}

/** @throws Error where the module is missing or cannot be run */
async function load<Module>(name: string, part: string, folder: URL): Promise<Partial<Module>> {
  try {
    return (await import(new URL(`${name}/${part}.ts`, folder).href)) as Partial<Module>;
  } catch (cause) {
    throw new Error(`The provider in ${name}/ cannot be used: its ${part}.ts does not load.`, { cause });
  }
}
