/** `store list` and `store add`: the directory of stores. */
import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { OtherNumberError, openStore, type Store } from '../../adapters/store/index.ts';
import { Vault } from '../../adapters/vault/index.ts';
import {
  Directory,
  type DirectoryAddress,
  FIRST_STORE,
  FIRST_STORE_NAME,
  openAddress,
  type StoreFacts,
  sealAddress,
  shownAddress,
  storeProblem,
} from '../../core/directory/index.ts';
import type { StoreRow } from '../../core/ports/index.ts';
import { operatorAdvice } from '../../platform/operator-advice.ts';
import { STORE_NUMBER_MAX } from '../../platform/store-ids.ts';
import { isStoreName, readStoreAddress, type Settings, settingsOfStore, wrongMode } from '../../settings/index.ts';
import { type CommandCall, type CommandResult, UsageError } from '../command.ts';
import { counted } from '../counted.ts';
import { listing } from '../listing.ts';
import { ALL_STORES } from './each-store.ts';

/** The number of stores that the list opens at a time. */
const OPENED_AT_A_TIME = 4;

interface ListedStore {
  readonly number: number;
  readonly name: string;
  /** Without user and password. */
  readonly address: string;
  /** The number of its merchants. */
  readonly merchants: number;
  readonly problem: string | null;
}

/** Opens each store, and exits with 1 if one of them cannot be served. */
export async function listStores({ store: first, settings }: CommandCall): Promise<CommandResult> {
  const directory = new Directory(first.directory);
  await directory.refresh();
  const vault = directory.isEmpty ? undefined : await Vault.open(settings.keys, first.dataKeys);
  const merchants = directory.merchantsByStore();
  const rows: ListedStore[] = [
    {
      number: FIRST_STORE,
      name: FIRST_STORE_NAME,
      address: shownAddress(settings),
      merchants: await first.merchants.count(),
      problem: firstProblem(await first.merchants.ids(), directory),
    },
  ];
  for (let from = 0; from < directory.stores.length; from += OPENED_AT_A_TIME) {
    const some = directory.stores.slice(from, from + OPENED_AT_A_TIME);
    rows.push(
      ...(await Promise.all(
        some.map(async (row) => ({
          number: row.number,
          name: row.name,
          merchants: merchants.get(row.number)?.length ?? 0,
          ...(await conditionOf(row, settings, directory, vault as Vault)),
        })),
      )),
    );
  }
  const listed = listing(
    rows,
    ({ number, name, address, merchants: count, problem }) => [
      `${number}`,
      name,
      address,
      counted(count, 'merchant'),
      problem ?? 'well',
    ],
    '',
  );
  return { ...listed, exitCode: rows.some(({ problem }) => problem !== null) ? 1 : 0 };
}

function firstProblem(ids: readonly string[], directory: Directory): string | null {
  const stray = ids.find((id) => directory.numberOf(id) !== FIRST_STORE);
  return stray === undefined
    ? null
    : `It has the merchant ${stray}, which the directory has in the store ${directory.nameOf(stray)}.`;
}

/** Opens the store, and tests whether it can be written, which leaves no data. */
async function conditionOf(
  row: StoreRow,
  settings: Settings,
  directory: Directory,
  vault: Vault,
): Promise<Pick<ListedStore, 'address' | 'problem'>> {
  let address: DirectoryAddress;
  try {
    address = openAddress(vault, row);
  } catch {
    return { address: '?', problem: 'Its address in the directory was changed by hand.' };
  }
  const shown = shownAddress(address);
  try {
    const store = await openStore(settingsOfStore(settings, { ...row, ...address }), {
      owner: false,
      isReader: true,
      schema: 'REQUIRE',
    });
    try {
      const problem = storeProblem(row, await factsOf(store), directory);
      // A closed database is never written again.
      await (problem === undefined && row.closing === null && store.probe());
      return { address: shown, problem: problem?.message ?? null };
    } finally {
      await store.close();
    }
  } catch (error) {
    return { address: shown, problem: operatorAdvice(error) ?? (error as Error).message };
  }
}

/** The facts that a store has recorded of itself. */
export async function factsOf({ installation, merchants }: Store): Promise<StoreFacts> {
  return {
    directory: await installation.directory(),
    closing: await installation.closing(),
    merchants: await merchants.ids(),
  };
}

/** Adds a store under the next number. Repeating the call completes one that was cut off. */
export async function addStore({ store: first, settings, args, usage }: CommandCall): Promise<string> {
  const { name, url, schema } = readArguments(args, usage, settings);
  const address = readStoreAddress(settings, absolute(url), schema);
  if (first.number !== FIRST_STORE) {
    throw new UsageError('The database is a store of a directory: use the settings of the first store.');
  }
  const vault = await Vault.open(settings.keys, first.dataKeys);
  await first.directory.begin(randomUUID());
  const contents = await first.directory.contents();
  const stores = contents?.stores ?? [];
  const known = stores.find((one) => one.name === name);
  const same = stores.find((one) => shown(vault, one) === JSON.stringify(address));
  if (known !== undefined && known !== same) {
    throw new UsageError(`There is a store ${name} at another address.`);
  }
  if (same !== undefined && same !== known) {
    throw new UsageError(`This is the store ${same.name}.`);
  }
  const row =
    known ??
    (await first.directory.add(name, (number) => sealAddress(vault, number, address), Date.now(), STORE_NUMBER_MAX));
  if (row === undefined) {
    throw new UsageError(`There is a store ${name}.`);
  }
  const file = known === undefined ? absentFile(address) : undefined;
  const undo = async (error: unknown): Promise<never> => {
    if (known === undefined) {
      await first.directory.remove(row.number);
      if (!isOfOthers(error)) {
        removeDatabase(file);
      }
    }
    throw error;
  };
  const ofStore = settingsOfStore(settings, { ...row, ...address });
  const store = await openStore(ofStore, { owner: false }).catch(undo);
  try {
    await claim(store, ofStore, contents?.id ?? '').finally(() => store.close());
  } catch (error) {
    // A database that stays has its number, under which alone a further call can complete it.
    if (file !== undefined || isOfOthers(error)) {
      await undo(error);
    }
    throw error;
  }
  return `The store ${name} has the number ${row.number}. Running gateways serve it within a second.`;
}

/** @returns the file of an embedded store that does not exist yet */
function absentFile({ databaseUrl }: DirectoryAddress): string | undefined {
  const file = databaseUrl.startsWith('sqlite:') ? databaseUrl.slice('sqlite:'.length) : undefined;
  return file === undefined || existsSync(file) ? undefined : file;
}

/** Removes what was made of a store: its number is not given again, so that no later call could complete it. */
function removeDatabase(file: string | undefined): void {
  for (const made of file === undefined ? [] : ['', '-wal', '-shm'].map((end) => file + end)) {
    rmSync(made, { force: true });
  }
}

/** The database is that of somebody else, who may have made it during this call. */
class UsedDatabase extends Error {}

const isOfOthers = (error: unknown) => error instanceof OtherNumberError || error instanceof UsedDatabase;

/**
 * Records in a store that it belongs to the directory.
 * @throws UsedDatabase
 */
async function claim(store: Store, settings: Settings, directory: string): Promise<void> {
  await refuseUsed(store, settings, directory);
  await Vault.open(settings.keys, store.dataKeys);
  const claimed = await store.installation.claimDirectory(directory);
  if (claimed !== directory) {
    throw new UsedDatabase(OTHER_INSTALLATION);
  }
}

const OTHER_INSTALLATION = 'The database belongs to another installation.';

async function refuseUsed({ installation, merchants }: Store, { testMode }: Settings, directory: string) {
  const recorded = await installation.directory();
  if (recorded !== undefined && recorded !== directory) {
    throw new UsedDatabase(OTHER_INSTALLATION);
  }
  if (recorded === undefined && (await merchants.count()) > 0) {
    throw new UsedDatabase('The database has merchants: a store begins empty.');
  }
  const mode = testMode ?? 'live';
  const claimed = await installation.claimMode(mode);
  if (claimed !== mode) {
    throw new UsedDatabase(wrongMode(claimed, mode));
  }
}

function readArguments(
  args: readonly string[],
  usage: string,
  { providers: { env } }: Settings,
): { readonly name: string; readonly url: string; readonly schema: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { url: { type: 'string' }, schema: { type: 'string' } },
      allowPositionals: true,
    });
    const [name = '', ...rest] = positionals;
    // The variable is for a URL with a password, which should not be in the list of processes.
    const { url = env.STORE_URL, schema } = values;
    if (rest.length === 0 && isStoreName(name) && ![ALL_STORES, FIRST_STORE_NAME].includes(name) && url) {
      return { name, url, schema };
    }
  } catch {
    // Falls through to the usage error below.
  }
  throw new UsageError(`${usage}\nA name has small letters, digits and hyphens, 30 at most.`);
}

/** Processes may run in different folders. */
export function absolute(url: string): string {
  return url.startsWith('sqlite:') ? `sqlite:${resolve(url.slice('sqlite:'.length))}` : url;
}

/** The address for a comparison. Undefined if the row was changed by hand. */
export function shown(vault: Vault, row: StoreRow): string | undefined {
  try {
    return JSON.stringify(openAddress(vault, row));
  } catch {
    return undefined;
  }
}
