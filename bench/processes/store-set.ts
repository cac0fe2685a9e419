/** Further stores for a gateway of the bench, as `store add` makes them, but a thousand of them within seconds. */
import { randomUUID } from 'node:crypto';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { openStore, type Store } from '../../src/adapters/store/index.ts';
import { Vault } from '../../src/adapters/vault/index.ts';
import { runCommand } from '../../src/cli/run-command.ts';
import { type DirectoryAddress, sealAddress } from '../../src/core/directory/index.ts';
import { firstKeyOf, STORE_NUMBER_MAX } from '../../src/platform/store-ids.ts';
import { readSettings, type Settings, settingsOfStore } from '../../src/settings/index.ts';
import { fetchOnce } from './fetch-once.ts';
import { API_PASSWORD, type GatewayPlace, merchantHeaders, merchantPath } from './gateway.ts';

const POLL_MS = 1_000;

/** Runs a command of the operator beside the gateway. @throws Error with its message */
export async function operate(env: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<void> {
  let said = '';
  const stdout = (text: string) => {
    said += `${text}\n`;
  };
  if ((await runCommand(words, { env: { ...env }, stdout, stderr: stdout })) !== 0) {
    throw new Error(`turnpike ${words.join(' ')}: ${said}`);
  }
}

/**
 * Creates a merchant with the common password, and the profile that all merchants begin with.
 *
 * @param store the name of a further store; absent: the first one
 */
export async function addMerchant(
  env: Readonly<Record<string, string>>,
  merchant: string,
  store?: string,
): Promise<void> {
  const file = join(env.DATA_DIR as string, `${merchant}.json`);
  writeFileSync(file, JSON.stringify({ id: merchant, name: merchant }));
  const place = store === undefined ? [] : ['--store', store];
  await operate(env, 'merchant', 'put', file, '--password', API_PASSWORD, ...place);
}

/** Resolves when the merchant's store answers. The polls are few, because wrong passwords are limited. */
export async function untilServed({ origin }: Pick<GatewayPlace, 'origin'>, merchant: string): Promise<void> {
  const options = { method: 'POST', headers: merchantHeaders(merchant) };
  do {
    await pause(POLL_MS);
  } while ((await fetchOnce(`${origin}${merchantPath(merchant)}/session`, options)).status !== 201);
}

/** Adds so many stores on SQLite: copies of the first of them, each with its own number, and a merchant in each. */
export async function addFiles({ env }: GatewayPlace, count: number): Promise<void> {
  const settings = readSettings({ ...env });
  const folder = env.DATA_DIR as string;
  const first = await openStore(settings, { owner: false, schema: 'REQUIRE' });
  try {
    const vault = await Vault.open(settings.keys, first.dataKeys);
    await first.directory.begin(randomUUID());
    const id = (await first.directory.contents())?.id as string;
    const template = join(folder, 'template.db');
    await makeStore(settingsOfStore(settings, { number: 1, name: 'template', databaseUrl: `sqlite:${template}` }), id);
    for (let made = 0; made < count; made += 1) {
      const name = `store-${made + 1}`;
      const file = join(folder, `${name}.db`);
      await addRow(first, vault, name, { databaseUrl: `sqlite:${file}` }, (number) => {
        copyFileSync(template, file);
        renumber(file, number);
      });
    }
  } finally {
    await first.close();
  }
}

/** Adds a store to the directory alone: its database is away. @returns the moment at which the directory had it */
export async function awayStore({ env }: GatewayPlace, name: string): Promise<number> {
  const settings = readSettings({ ...env });
  const first = await openStore(settings, { owner: false, schema: 'REQUIRE' });
  try {
    const address = { databaseUrl: `sqlite:${join(env.DATA_DIR as string, name, 'none.db')}` };
    const vault = await Vault.open(settings.keys, first.dataKeys);
    await first.directory.add(name, (number) => sealAddress(vault, number, address), Date.now(), STORE_NUMBER_MAX);
    return performance.now();
  } finally {
    await first.close();
  }
}

async function makeStore(settings: Settings, directory: string): Promise<void> {
  const store = await openStore(settings, { owner: false });
  await store.installation.claimMode(settings.testMode ?? 'live');
  await Vault.open(settings.keys, store.dataKeys);
  await store.installation.claimDirectory(directory);
  await store.close();
}

/** @param made called with the number that the store will have, before the directory has it */
async function addRow(
  { directory }: Store,
  vault: Vault,
  name: string,
  address: DirectoryAddress,
  made: (number: number) => void,
): Promise<void> {
  const sealed = (number: number) => {
    made(number);
    return sealAddress(vault, number, address);
  };
  const row = await directory.add(name, sealed, Date.now(), STORE_NUMBER_MAX);
  await directory.place(`SHOP-${name}`, row?.number ?? 0);
}

function renumber(file: string, number: number): void {
  const db = new Database(file);
  db.prepare('update row_key set next = ?').run(firstKeyOf(number));
  db.pragma('journal_mode = WAL');
  db.close();
}
