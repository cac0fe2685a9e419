/**
 * Opens the store that a command is about: that of `--store`, or that of the merchant or the id in its arguments, or
 * the first.
 */
import { type OpenOptions, openStore, type Store } from '../../adapters/store/index.ts';
import { Directory, FIRST_STORE, FIRST_STORE_NAME } from '../../core/directory/index.ts';
import type { StoreRow } from '../../core/ports/index.ts';
import type { Settings } from '../../settings/index.ts';
import { type CalledStore, type CommandCall, type StoreCommand, UsageError } from '../command.ts';
import { findById } from './find-by-id.ts';
import { settingsOf } from './store-settings.ts';

/** The option of every command on a store. */
export const STORE_OPTION = '--store';

export interface OpenedCall extends Pick<CommandCall, 'called' | 'settings' | 'store'> {
  close(): Promise<void>;
}

/** Commands beside a gateway do not own the store that they only read the directory of. */
const FOR_DIRECTORY: OpenOptions = { owner: false, schema: 'REQUIRE' };

export function calledOf({ store, called }: Pick<CommandCall, 'called' | 'store'>): CalledStore {
  return called ?? { number: FIRST_STORE, name: FIRST_STORE_NAME, first: store };
}

/**
 * @example takeStoreOption(['SHOP', '--store', 'two']) // { name: 'two', args: ['SHOP'] }
 * @throws UsageError if the option has no value
 */
export function takeStoreOption(
  words: readonly string[],
  usage: string,
): { readonly name: string | undefined; readonly args: readonly string[] } {
  const at = words.indexOf(STORE_OPTION);
  if (at === -1) {
    return { name: undefined, args: words };
  }
  const name = words[at + 1];
  if (name === undefined || words.includes(STORE_OPTION, at + 1)) {
    throw new UsageError(usage);
  }
  return { name, args: words.toSpliced(at, 2) };
}

/**
 * @param name the value of `--store`
 * @param options those with which the command opens its store
 * @throws UsageError if the directory has no such store
 */
export async function openCalled(
  settings: Settings,
  { merchantsIn, namedById, isOfAllStores }: Pick<StoreCommand, 'isOfAllStores' | 'merchantsIn' | 'namedById'>,
  { name, args }: { readonly name: string | undefined; readonly args: readonly string[] },
  options: OpenOptions,
): Promise<OpenedCall> {
  if (name !== undefined && isOfAllStores) {
    throw new UsageError('The command is about all stores: it takes no --store.');
  }
  const isFurther = name !== undefined && name !== FIRST_STORE_NAME;
  const first = await openStore(settings, isFurther ? FOR_DIRECTORY : options);
  try {
    const row = isFurther
      ? await storeNamed(first, name)
      : name === undefined
        ? ((merchantsIn && (await storeOf(first, merchantsIn(args)))) ??
          (namedById && (await findById(first, settings, namedById, args))))
        : undefined;
    if (row === undefined) {
      return { store: first, settings, called: undefined, close: () => first.close() };
    }
    if (row.closing !== null) {
      throw new Error(`The store ${row.name} is closed. See: turnpike store open ${row.name}`);
    }
    const ofStore = await settingsOf(first, settings, row);
    const store = await openStore(ofStore, isFurther ? withoutMaking(options) : FOR_DIRECTORY);
    return {
      store,
      settings: ofStore,
      called: { ...row, first },
      async close() {
        await store.close();
        await first.close();
      },
    };
  } catch (error) {
    await first.close();
    throw error;
  }
}

/** A store of the directory is made by `store add` alone. */
function withoutMaking(options: OpenOptions): OpenOptions {
  return options.schema === 'MIGRATE' ? { ...options, schema: 'UPGRADE' } : options;
}

async function storeNamed({ directory }: Store, name: string): Promise<StoreRow> {
  const stores = (await directory.contents())?.stores ?? [];
  const row = stores.find((store) => store.name === name);
  if (row === undefined) {
    throw new UsageError(`There is no store ${name}. See: turnpike store list`);
  }
  return row;
}

async function storeOf({ directory: stored }: Store, merchants: readonly string[]): Promise<StoreRow | undefined> {
  const directory = new Directory(stored);
  await directory.refresh();
  const number = merchants.map((id) => directory.numberOf(id)).find((one) => one !== FIRST_STORE);
  if (number === undefined) {
    return undefined;
  }
  const row = directory.store(number);
  if (row === undefined) {
    throw new Error(`The directory has the merchant in the store ${number}, which it does not have.`);
  }
  return row;
}
