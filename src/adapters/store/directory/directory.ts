/** The stored directory: implements the core's `StoredDirectory` port over any engine. */
import type { DirectoryContents, StoredDirectory, StoreRow } from '../../../core/ports/index.ts';
import { type Engine, type Write, write } from '../engine/engine.ts';
import * as statements from './statements.ts';

const { ONLY } = statements;
/** Attempts to take a number. One fails only if another command takes the same number at the same moment. */
const TRIES_MAX = 10;

export class StoredStores implements StoredDirectory {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async changes(): Promise<number> {
    const [row] = await this.#engine.read(statements.selectDirectory, { key: ONLY });
    return Number(row?.changes ?? 0);
  }

  async contents(): Promise<DirectoryContents | undefined> {
    const [row] = await this.#engine.read(statements.selectDirectory, { key: ONLY });
    if (row === undefined) {
      return undefined;
    }
    const [stores, merchants] = await Promise.all([
      this.#engine.read(statements.selectStores, {}),
      this.#engine.read(statements.selectMerchants, {}),
    ]);
    return {
      id: row.id,
      changes: Number(row.changes),
      stores: stores.map(({ number, name, sealed_address: sealedAddress, woken, closing }) => ({
        number: Number(number),
        name,
        sealedAddress,
        woken: Number(woken),
        closing,
      })),
      merchants: new Map(merchants.map(({ merchant_id: id, store_number: number }) => [id, Number(number)])),
    };
  }

  /** Begins the directory, unless there is one. @param id random */
  async begin(id: string): Promise<void> {
    await this.#engine.commit({
      writes: [write(statements.insertDirectory, { key: ONLY, id, changes: 1, lastNumber: 0 })],
    });
  }

  /**
   * Adds a store under the next number, which no store has had. The directory must have begun.
   *
   * @param sealAddress seals the address for a number
   * @returns undefined if another store has the name
   */
  async add(
    name: string,
    sealAddress: (number: number) => Uint8Array,
    now: number,
    numberMax: number,
  ): Promise<StoreRow | undefined> {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const [row] = await this.#engine.read(statements.selectDirectory, { key: ONLY });
      const before = Number(row?.last_number);
      const number = before + 1;
      if (number > numberMax) {
        throw new Error(`The directory has had ${numberMax} stores, and has no number for another one.`);
      }
      const sealedAddress = sealAddress(number);
      const isAdded = await this.#engine.commit({
        guard: write(statements.takeNumber, { key: ONLY, before, number, one: 1 }),
        furtherGuards: [write(statements.insertStore, { number, name, sealedAddress, now })],
        writes: [],
      });
      if (isAdded) {
        return { number, name, sealedAddress, woken: 0, closing: null };
      }
      const stores = await this.#engine.read(statements.selectStores, {});
      if (stores.some((store) => store.name === name)) {
        return undefined;
      }
    }
    throw new Error('Other commands add stores at the same time. Try again.');
  }

  /**
   * Lets each process open the store within a second, and read the moves of its merchants: a command may have left work
   * in it.
   */
  async wake(number: number): Promise<void> {
    // The first store has no row, and is always open.
    const writes = [
      write(statements.wakeStore, { number, one: 1 }),
      write(statements.countChange, { key: ONLY, one: 1 }),
    ];
    await this.#engine.commit({ writes });
  }

  /** Removes a store that no merchant is placed in. Its number is not used again. @returns false if one is */
  remove(number: number): Promise<boolean> {
    return this.#change(write(statements.deleteStore, { number }));
  }

  /** Closes a store in all processes. @param closing names the closing, random @returns false if it is closed */
  close(number: number, closing: string): Promise<boolean> {
    return this.#change(write(statements.closeStore, { number, closing }));
  }

  /** Ends the closing. @returns false if the store is not closed under this name */
  reopen(number: number, closing: string): Promise<boolean> {
    return this.#change(write(statements.reopenStore, { number, closing }));
  }

  /** Ends the closing at another address. @returns false if the store is not closed under this name */
  readdress(number: number, closing: string, sealedAddress: Uint8Array): Promise<boolean> {
    return this.#change(write(statements.readdressStore, { number, closing, sealedAddress }));
  }

  /** Removes a closed store. Its number is not used again. @returns false if a merchant is placed in it */
  removeClosed(number: number, closing: string): Promise<boolean> {
    return this.#change(write(statements.deleteClosedStore, { number, closing }));
  }

  /** @returns the number of the merchant's store; undefined if the directory does not have the merchant */
  async storeOf(merchantId: string): Promise<number | undefined> {
    const [row] = await this.#engine.read(statements.selectMerchant, { id: merchantId });
    return row === undefined ? undefined : Number(row.store_number);
  }

  /**
   * Places a merchant in a store, unless the directory has the merchant.
   *
   * @returns the number of the store that the directory then has for the merchant
   */
  async place(merchantId: string, number: number): Promise<number> {
    await this.#change(write(statements.insertMerchant, { id: merchantId, number }));
    return (await this.storeOf(merchantId)) ?? number;
  }

  /** Removes a merchant from the directory, unless it is in another store. */
  async release(merchantId: string, number: number): Promise<void> {
    await this.#change(write(statements.deleteMerchant, { id: merchantId, number }));
  }

  /** Changes the store of a merchant. @returns false if the directory does not have the merchant in the store `from` */
  async move(id: string, from: number, to: number): Promise<boolean> {
    const isMoved = await this.#change(write(statements.moveMerchant, { id, from, to }));
    // A merchant of the first store may have no row.
    return isMoved || (from === 0 && (await this.#change(write(statements.insertMerchant, { id, number: to }))));
  }

  #change(guard: Write): Promise<boolean> {
    return this.#engine.commit({ guard, writes: [write(statements.countChange, { key: ONLY, one: 1 })] });
  }
}
