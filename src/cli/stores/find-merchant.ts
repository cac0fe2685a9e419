/** Finds a merchant in whichever store has it, for commands on the first store that name one. */
import { openStore } from '../../adapters/store/index.ts';
import { FIRST_STORE } from '../../core/directory/index.ts';
import type { Merchant } from '../../core/index.ts';
import type { CommandCall } from '../command.ts';
import { settingsOf } from './store-settings.ts';

/** @param call on the first store @returns undefined if there is no such merchant @throws StoreError */
export async function findMerchant(
  { store: first, settings }: Pick<CommandCall, 'settings' | 'store'>,
  id: string,
): Promise<Pick<Merchant, 'id' | 'key'> | undefined> {
  const number = (await first.directory.storeOf(id)) ?? FIRST_STORE;
  const row = (await first.directory.contents())?.stores.find((one) => one.number === number);
  if (row === undefined) {
    return first.merchants.find(id);
  }
  const store = await openStore(await settingsOf(first, settings, row), { owner: false, schema: 'REQUIRE' });
  try {
    return await store.merchants.find(id);
  } finally {
    await store.close();
  }
}
