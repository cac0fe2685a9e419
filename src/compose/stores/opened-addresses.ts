/** The addresses at which the stores of a process were last opened, to follow a change of one in the directory. */
import { openAddress } from '../../core/directory/index.ts';
import type { Sealer, StoreRow } from '../../core/ports/index.ts';

export class OpenedAddresses {
  readonly #sealer: Pick<Sealer, 'open'>;
  readonly #addresses = new Map<number, string>();

  constructor(sealer: Pick<Sealer, 'open'>) {
    this.#sealer = sealer;
  }

  note(row: StoreRow): void {
    const address = this.#textOf(row);
    if (address !== undefined) {
      this.#addresses.set(row.number, address);
    }
  }

  /** @returns whether the store was opened at another address. The address of the row is that of the next call */
  hasChanged(row: StoreRow): boolean {
    const before = this.#addresses.get(row.number);
    const address = this.#textOf(row);
    const isOther = before !== undefined && address !== undefined && before !== address;
    if (isOther) {
      this.note(row);
    }
    return isOther;
  }

  /** @returns undefined if the row was changed by hand */
  #textOf(row: StoreRow): string | undefined {
    try {
      return JSON.stringify(openAddress(this.#sealer, row));
    } catch {
      return undefined;
    }
  }
}
