/** `store close`, `store open`, `store put` and `store remove`: a store's new address, and its end. */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openStore, type Store } from '../../adapters/store/index.ts';
import { Vault } from '../../adapters/vault/index.ts';
import {
  Directory,
  type DirectoryAddress,
  FIRST_STORE,
  sealAddress,
  storeProblem,
} from '../../core/directory/index.ts';
import type { StoreRow } from '../../core/ports/index.ts';
import { readStoreAddress, settingsOfStore, wrongMode } from '../../settings/index.ts';
import { type CommandCall, UsageError } from '../command.ts';
import { closeStore, reopenStore } from './closing.ts';
import { absolute, factsOf, shown } from './store-commands.ts';
import { settingsOf } from './store-settings.ts';

/** The time in which the last commits of the old database reach its copy. */
const ARRIVED_MS_MAX = 5_000;
const LOOK_EVERY_MS = 100;
/** The time in which each process has read the directory. */
const FOLLOWED_MS = 3_000;

/** Closes a store, so that its database can be copied or its standby promoted. */
export async function closeCommand(call: CommandCall): Promise<string> {
  const { name } = read(call, {});
  const row = await rowOf(call, name);
  await withStore(call, row, async (store) => closeStore({ first: call.store, row, store }));
  return `The store ${name} is closed, and no process writes to its database. Its merchants get 503 until: store put, or store open.`;
}

/** Opens a closed store again at its address. */
export async function openCommand(call: CommandCall): Promise<string> {
  const { name } = read(call, {});
  const row = await rowOf(call, name);
  if (row.closing === null) {
    return `The store ${name} is open.`;
  }
  const { closing } = row;
  await withStore(call, row, (store) => reopenStore({ first: call.store, row, store }, closing));
  return `The store ${name} is open again. Running gateways serve it within a second.`;
}

/** Gives a store another address, at which the same store must be. */
export async function putStore(call: CommandCall): Promise<string> {
  const { store: first, settings } = call;
  const { name, options } = read(call, { url: 'string', schema: 'string', 'without-old': 'boolean' });
  const url = (options.url as string | undefined) ?? settings.providers.env.STORE_URL;
  if (url === undefined || url === '') {
    throw new UsageError(call.usage);
  }
  const row = await rowOf(call, name);
  const address = readStoreAddress(settings, absolute(url), options.schema as string | undefined);
  const vault = await Vault.open(settings.keys, first.dataKeys);
  await refuseKnown(call, row, address, vault);
  const copy = await openStore(settingsOfStore(settings, { ...row, ...address }), { owner: false, schema: 'REQUIRE' });
  try {
    await refuseOther(call, row, copy);
    const closing = options['without-old'] ? await withoutOld(call, row, copy) : await closedCopy(call, row, copy);
    await copy.installation.arrive(closing);
    if (!(await first.directory.readdress(row.number, closing, sealAddress(vault, row.number, address)))) {
      throw new Error(`Another command has changed the store ${name}. See: turnpike store list`);
    }
  } finally {
    await copy.close();
  }
  const end = options['without-old']
    ? `It is closed until it is compared with the ledgers. See: turnpike restored --store ${name} --open`
    : 'Running gateways serve it there within a second.';
  return `The store ${name} has the new address. ${end}`;
}

/** Removes a store without merchants. Its database stays where it is. */
export async function removeStore(call: CommandCall): Promise<string> {
  const { store: first } = call;
  const { name, options } = read(call, { 'end-addresses': 'boolean' });
  const row = await rowOf(call, name);
  await withStore(call, row, async (store) => {
    await refuseMerchants(store, name);
    const left = await store.moves.all();
    if (left.length > 0 && !options['end-addresses']) {
      throw new Error(
        `${left.length} merchants have left the store ${name}, and payers may still follow their links, pages and ` +
          'QR codes with its number. With --end-addresses they end as unknown ones.',
      );
    }
    const closing = await closeStore({ first, row, store });
    try {
      // A merchant may have been created meanwhile.
      await refuseMerchants(store, name);
      if (!(await first.directory.removeClosed(row.number, closing))) {
        throw new Error(`The directory has merchants in the store ${name}. See: turnpike store list`);
      }
    } catch (error) {
      await reopenStore({ first, row, store }, closing);
      throw error;
    }
  });
  return `The store ${name} is removed, and its number ${row.number} is not given again. Its database was left as it is.`;
}

/** Without merchants a store has no orders, and so no work that is not finished. */
async function refuseMerchants({ merchants }: Store, name: string): Promise<void> {
  const { length } = await merchants.ids();
  if (length > 0) {
    throw new Error(
      `The store ${name} has ${length === 1 ? 'a merchant' : `${length} merchants`}: move or remove them first.`,
    );
  }
}

/**
 * Closes the store at its old address. A copy that has the record of that has every commit before it.
 *
 * @returns the name of the closing, which the copy has recorded
 */
async function closedCopy(call: CommandCall, row: StoreRow, copy: Store): Promise<string> {
  const { closing: before } = row;
  if (before !== null && (await isCopyOf(copy, before))) {
    // The closing was completed, and its record has reached the copy: the old database is not needed any more.
    return before;
  }
  return withStore(call, row, async (store) => {
    const parts = { first: call.store, row, store };
    const closing = await closeStore(parts);
    for (const until = performance.now() + ARRIVED_MS_MAX; !(await isCopyOf(copy, closing)); ) {
      if (performance.now() > until) {
        if (before === null) {
          await reopenStore(parts, closing);
        }
        throw new Error(
          `The database at the new address lacks the last commits of the store ${row.name}, which is as before. ` +
            `Close it first, by turnpike store close ${row.name}, and then copy it or promote its standby.`,
        );
      }
      await pause(LOOK_EVERY_MS);
    }
    return closing;
  });
}

async function isCopyOf({ installation }: Store, closing: string): Promise<boolean> {
  return (await installation.closing()) === closing || (await installation.arrived()) === closing;
}

/** The old database is gone for good. Commits may be lost, so the copy is closed like a restored backup. */
async function withoutOld({ store: first, settings }: CommandCall, row: StoreRow, copy: Store): Promise<string> {
  const old = await openStore(await settingsOf(first, settings, row), CHECKED).catch(() => undefined);
  if (old !== undefined) {
    await old.close();
    throw new UsageError(`The database at the old address of ${row.name} answers: call without --without-old.`);
  }
  const closing = row.closing ?? crypto.randomUUID();
  if (row.closing === null && !(await first.directory.close(row.number, closing))) {
    throw new Error(`Another command has just closed the store ${row.name}. Call again.`);
  }
  await pause(FOLLOWED_MS);
  await copy.restoration.close(Date.now());
  return closing;
}

const CHECKED = { owner: false, isReader: true, schema: 'REQUIRE' } as const;

async function refuseKnown(
  { store: first }: CommandCall,
  row: StoreRow,
  address: DirectoryAddress,
  vault: Vault,
): Promise<void> {
  const stores = (await first.directory.contents())?.stores ?? [];
  const same = stores.find((one) => shown(vault, one) === JSON.stringify(address));
  if (same?.number === row.number) {
    throw new UsageError(`The store ${row.name} is at this address. A closed store is opened by: turnpike store open.`);
  }
  if (same !== undefined) {
    throw new UsageError(`This is the store ${same.name}.`);
  }
}

/** @throws Error if the database at the new address is not this store */
async function refuseOther({ store: first, settings }: CommandCall, row: StoreRow, copy: Store): Promise<void> {
  const directory = new Directory(first.directory);
  await directory.refresh();
  const problem = storeProblem(row, { ...(await factsOf(copy)), closing: undefined }, directory);
  if (problem !== undefined) {
    throw new Error(problem.message);
  }
  const mode = settings.testMode ?? 'live';
  const recorded = (await copy.installation.mode()) ?? mode;
  if (recorded !== mode) {
    throw new Error(wrongMode(recorded, mode));
  }
}

async function withStore<Result>(
  { store: first, settings }: CommandCall,
  row: StoreRow,
  run: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(await settingsOf(first, settings, row), { owner: false, schema: 'REQUIRE' });
  try {
    return await run(store);
  } finally {
    await store.close();
  }
}

async function rowOf({ store: first }: CommandCall, name: string): Promise<StoreRow> {
  if (first.number !== FIRST_STORE) {
    throw new UsageError('The database is a store of a directory: use the settings of the first store.');
  }
  const row = (await first.directory.contents())?.stores.find((one) => one.name === name);
  if (row === undefined) {
    throw new UsageError(`There is no further store ${name}. See: turnpike store list`);
  }
  return row;
}

function read(
  { args, usage }: CommandCall,
  types: Readonly<Record<string, 'boolean' | 'string'>>,
): { readonly name: string; readonly options: Readonly<Record<string, unknown>> } {
  try {
    const options = Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type }]));
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [name, ...rest] = positionals;
    if (name !== undefined && rest.length === 0) {
      return { name, options: values };
    }
  } catch {
    // Falls through to the usage error below.
  }
  throw new UsageError(usage);
}
