import type { Store } from '../../adapters/store/index.ts';
import { Vault } from '../../adapters/vault/index.ts';
import { openAddress } from '../../core/directory/index.ts';
import type { StoreRow } from '../../core/ports/index.ts';
import { type Settings, settingsOfStore } from '../../settings/index.ts';

/** The settings of a further store. */
export async function settingsOf(first: Store, settings: Settings, row: StoreRow): Promise<Settings> {
  const vault = await Vault.open(settings.keys, first.dataKeys);
  return settingsOfStore(settings, { ...row, ...openAddress(vault, row) });
}
