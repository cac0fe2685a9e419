/**
 * The directory in memory: a look-up is one access to a map. Each process reads the counter of changes once a second,
 * and the contents after a change. If the first store does not answer, the contents in memory stay in use.
 */
import type { DirectoryContents, StoredDirectory, StoreRow } from '../ports/index.ts';

/** The number of the store that has the directory. */
export const FIRST_STORE = 0;
/** The name of that store for commands. No other store may have it. */
export const FIRST_STORE_NAME = 'first';

export class Directory {
  readonly #stored: StoredDirectory;
  #changes = 0;
  #id = '';
  #stores: ReadonlyMap<number, StoreRow> = new Map();
  #merchants: DirectoryContents['merchants'] = new Map();
  #counts: ReadonlyMap<number, number> = new Map();

  constructor(stored: StoredDirectory) {
    this.#stored = stored;
  }

  /** True if there is no further store. */
  get isEmpty(): boolean {
    return this.#stores.size === 0;
  }

  /** Identifies the directory in its stores. Empty if there is none. */
  get id(): string {
    return this.#id;
  }

  /** The further stores. */
  get stores(): readonly StoreRow[] {
    return [...this.#stores.values()];
  }

  store(number: number): StoreRow | undefined {
    return this.#stores.get(number);
  }

  /** @returns the number of the merchant's store, which the directory may have no row of */
  numberOf(merchantId: string): number {
    return this.#merchants.get(merchantId) ?? FIRST_STORE;
  }

  /** The name of the merchant's store, or its number if the directory does not have the store. */
  nameOf(merchantId: string): string {
    const number = this.numberOf(merchantId);
    return number === FIRST_STORE ? FIRST_STORE_NAME : (this.#stores.get(number)?.name ?? `${number}`);
  }

  /** The number of merchants that the directory has in a further store. */
  merchantsIn(number: number): number {
    return this.#counts.get(number) ?? 0;
  }

  /** The ids of the merchants in further stores, by the store's number. */
  merchantsByStore(): ReadonlyMap<number, readonly string[]> {
    const ofStores = Map.groupBy([...this.#merchants], ([, number]) => number);
    return new Map([...ofStores].map(([number, merchants]) => [number, merchants.map(([id]) => id)]));
  }

  /** Reads the contents again if they have changed. @returns true if they have @throws errors of the store */
  async refresh(): Promise<boolean> {
    const changes = await this.#stored.changes();
    if (changes === this.#changes) {
      return false;
    }
    const contents = await this.#stored.contents();
    // The counter was read first, so a change during the reading is seen at the next call.
    this.#changes = changes;
    this.#id = contents?.id ?? '';
    this.#stores = new Map(contents?.stores.map((row) => [row.number, row]));
    this.#merchants = contents?.merchants ?? new Map();
    this.#counts = countsOf(this.#merchants);
    return true;
  }
}

function countsOf(merchants: DirectoryContents['merchants']): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const number of merchants.values()) {
    counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  return counts;
}
