/** Further stores of a stack's gateway processes, each with a merchant. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { turnpike } from '../cli/turnpike.ts';
import { createMerchant, type Merchant } from '../support/merchant.ts';
import { API_PASSWORD, type Stack } from '../support/stack.ts';

/** A process reads the directory once a second, and opens a store within seconds, on a loaded machine. */
const KNOWN_MS_MAX = 60_000;

export interface LoadedStore {
  /** A merchant of the store, once for each gateway process. */
  readonly merchants: readonly Merchant[];
  /** The store as a file; with SQLite only. */
  readonly file: string;
}

/** @returns the first store of the processes and, after it, new ones */
export async function loadedStores(stack: Stack, count: number): Promise<readonly LoadedStore[]> {
  const first = { merchants: stack.gateways.map(({ merchant }) => merchant), file: stack.storeFile };
  const stores: LoadedStore[] = [first];
  while (stores.length < count) {
    stores.push(await addedStore(stack, `store-${stores.length + 1}`));
  }
  return stores;
}

async function addedStore(stack: Stack, name: string): Promise<LoadedStore> {
  const merchants = await addStoreAt(stack, name, await stack.placeOfStore(name));
  return { merchants, file: join(stack.dataDir, `${name}.db`) };
}

/**
 * Adds a store with a merchant.
 *
 * @param place options of `store add`
 * @returns the merchant, once for each gateway process
 */
export async function addStoreAt(stack: Stack, name: string, place: readonly string[]): Promise<readonly Merchant[]> {
  const { dataDir, gateways } = stack;
  await done(stack, 'store', 'add', name, ...place);
  const id = name.toUpperCase();
  const profile = join(dataDir, `${id}.json`);
  writeFileSync(profile, JSON.stringify({ id, name: id }));
  await done(stack, 'merchant', 'put', profile, '--store', name, '--password', API_PASSWORD);
  const merchants = gateways.map(({ origin }) => createMerchant(origin, API_PASSWORD, id));
  for (const merchant of merchants) {
    const isServed = async () => ![401, 503].includes((await merchant.order('none')).status);
    await vi.waitUntil(isServed, { timeout: KNOWN_MS_MAX, interval: 100 });
  }
  return merchants;
}

async function done({ dataDir, settings }: Stack, ...args: readonly string[]): Promise<void> {
  const { code, err } = await turnpike(dataDir, args, settings);
  if (code !== 0) {
    throw new Error(`turnpike ${args.join(' ')}: ${err}`);
  }
}
