/** The further stores of a process, as the console uses them. */
import { StoreError } from '../../adapters/store/index.ts';
import type { ConsoleStores, FurtherStore, StorePorts } from '../../console/index.ts';
import type { Directory } from '../../core/directory/index.ts';
import type { StoreRow } from '../../core/ports/index.ts';
import type { ServedStore } from './served-store.ts';

/** @param served the store of the number; undefined for one that the process does not know yet */
export function consoleStores(
  directory: Directory,
  served: (number: number) => Pick<ServedStore, 'use'> | undefined,
): ConsoleStores<StorePorts> {
  // The directory makes new rows after each change, so an entry is as old as the directory.
  const entries = new WeakMap<StoreRow, FurtherStore>();
  const entryOf = (row: StoreRow): FurtherStore => {
    const { number, name } = row;
    const entry = entries.get(row) ?? { number, name, merchants: directory.merchantsIn(number) };
    entries.set(row, entry);
    return entry;
  };
  return {
    further: () =>
      directory.isEmpty ? NONE : directory.stores.map(entryOf).sort((one, other) => one.number - other.number),
    storeOf(merchantId) {
      const row = directory.store(directory.numberOf(merchantId));
      return row && entryOf(row);
    },
    async open({ number, name }) {
      try {
        const { gateway, end } = await (served(number) as ServedStore).use();
        return { ports: gateway.parts.consolePorts, end };
      } catch (error) {
        throw new StoreError(`The store ${name} cannot be opened.`, { cause: error });
      }
    },
  };
}

const NONE: readonly FurtherStore[] = [];
