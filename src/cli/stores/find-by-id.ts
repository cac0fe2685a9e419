/**
 * Finds the store that has what a command's argument names, such as a link: the one that made the id, or one to which a
 * merchant has moved from there.
 */
import { openStore, type Store } from '../../adapters/store/index.ts';
import { Directory, FIRST_STORE } from '../../core/directory/index.ts';
import type { StoreRow } from '../../core/ports/index.ts';
import type { Settings } from '../../settings/index.ts';
import type { NamedById } from '../command.ts';
import { settingsOf } from './store-settings.ts';

/**
 * @returns undefined if the first store has it, or none: the command then says so
 * @throws Error if a store that may have it is closed or does not answer, and no other one has it
 */
export async function findById(
  first: Store,
  settings: Settings,
  { madeIn, isIn }: NamedById,
  args: readonly string[],
): Promise<StoreRow | undefined> {
  const directory = new Directory(first.directory);
  await directory.refresh();
  const maker = directory.isEmpty ? undefined : madeIn(args);
  if (maker === undefined) {
    return undefined;
  }
  let failed: unknown;
  /** @returns whether the store has it, and the stores of the merchants that have left it */
  const look = async (number: number): Promise<{ readonly has: boolean; readonly left: readonly number[] }> => {
    const row = directory.store(number);
    if (row === undefined && number !== FIRST_STORE) {
      return { has: false, left: [] };
    }
    try {
      if (row?.closing != null) {
        throw new Error(`The store ${row.name} is closed. See: turnpike store open ${row.name}`);
      }
      return await inStore(first, settings, row, async (store, ofStore) => ({
        has: await isIn(store, ofStore, args),
        left: (await store.moves.all())
          .filter(({ step }) => step === 'GONE')
          .map(({ merchantId }) => directory.numberOf(merchantId)),
      }));
    } catch (error) {
      failed ??= error;
      return { has: false, left: [] };
    }
  };
  const numbers = new Set(maker === 'ANY' ? [FIRST_STORE, ...directory.stores.map((row) => row.number)] : [maker]);
  // A set goes on with what is added on the way.
  for (const number of numbers) {
    const { has, left } = await look(number);
    if (has) {
      return directory.store(number);
    }
    for (const one of left) {
      numbers.add(one);
    }
  }
  if (failed !== undefined) {
    throw failed;
  }
  return undefined;
}

async function inStore<Result>(
  first: Store,
  settings: Settings,
  row: StoreRow | undefined,
  use: (store: Store, settings: Settings) => Promise<Result>,
): Promise<Result> {
  if (row === undefined) {
    return use(first, settings);
  }
  const ofStore = await settingsOf(first, settings, row);
  const store = await openStore(ofStore, { owner: false, schema: 'REQUIRE' });
  try {
    return await use(store, ofStore);
  } finally {
    await store.close();
  }
}
