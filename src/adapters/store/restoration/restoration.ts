/**
 * The state of a store that was restored from a backup. The store stays closed until it has been compared with the
 * ledgers of acquirers and providers, and movements that only a ledger has are adopted or barred.
 */
import type { RecordedTransactions, StoredOrder } from '../../../core/ports/index.ts';
import { type Engine, type Write, write } from '../engine/engine.ts';
import type { IdAllocator } from '../engine/id-allocator.ts';
import { Repository } from '../engine/repository.ts';
import { orderNote } from '../transactions/change-statements.ts';
import { serialiseState } from '../transactions/serialisation.ts';
import { orderInsert, orderResolution, outcomeInsert, transactionInsert } from '../transactions/writes.ts';
import * as statements from './statements.ts';

/** The name of the row that closes the store. Other rows are named after ledgers. */
const RESTORED_ROW = 'RESTORED';

/** Keys to skip: more than any store issues between two backups, and less than a thousandth of a store's keys. */
const KEYS_PASSED_OVER = 1_000_000_000;

/** The time of the restore, and the ledgers compared since then. */
export interface Restoration {
  readonly since: number;
  readonly comparedLedgers: ReadonlySet<string>;
}

export interface BarredOrder {
  readonly merchantId: string;
  readonly orderId: string;
  /** Movements that only a processor's ledger has. */
  readonly movements: string;
  readonly barredAt: number;
}

export class StoredRestoration extends Repository {
  readonly #keys: IdAllocator;

  constructor(engine: Engine, keys: IdAllocator) {
    super(engine, keys);
    this.#keys = keys;
  }

  /** @returns undefined if the store is open */
  async state(): Promise<Restoration | undefined> {
    const rows = await this.engine.read(statements.restoredRows, {});
    const since = rows.find(({ name }) => name === RESTORED_ROW)?.at;
    const names = rows.map(({ name }) => name).filter((name) => name !== RESTORED_ROW);
    return since === undefined ? undefined : { since: Number(since), comparedLedgers: new Set(names) };
  }

  /**
   * Closes a store that lacks commits, after a restore or the promotion of a standby that lagged, and discards earlier
   * comparisons. Keys that were issued in the lost part are skipped, since they name messages to the acquirer.
   */
  async close(at: number): Promise<void> {
    const writes = [
      write(statements.deleteRestoredRows, {}),
      write(statements.putRestoredRow, { name: RESTORED_ROW, at }),
    ];
    await this.engine.commit({ writes });
    await this.#keys.passOver(KEYS_PASSED_OVER);
  }

  /** @param ledger name of an acquirer's or provider's ledger */
  async recordComparison(ledger: string, at: number): Promise<void> {
    await this.engine.commit({ writes: [write(statements.putRestoredRow, { name: ledger, at })] });
  }

  async open(): Promise<void> {
    await this.engine.commit({ writes: [write(statements.deleteRestoredRows, {})] });
  }

  /** Ids of the providers of all stored browser payments. */
  async providers(): Promise<string[]> {
    return (await this.engine.read(statements.usedProviders, {})).map(({ provider }) => provider);
  }

  async isKeyUsed(key: number): Promise<boolean> {
    return (await this.engine.read(statements.selectTransactionKey, { key })).length > 0;
  }

  /** @returns false if the order is locked or has changed; no row is written then */
  adopt({ order, transactions }: RecordedTransactions, isNew: boolean): Promise<boolean> {
    return this.engine.commit({
      guard: isNew ? unlockedInsert(order) : orderResolution(order),
      writes: [
        ...transactions.flatMap((one) => [transactionInsert(one.transaction, null), outcomeInsert(one)]),
        orderNote(order.key),
      ],
    });
  }

  /** @returns false if the order has changed; no row is written then */
  bar(order: StoredOrder, isNew: boolean, movements: string, at: number): Promise<boolean> {
    const barred: StoredOrder = { ...order, state: { ...order.state, isBarred: true } };
    return this.engine.commit({
      guard: isNew ? unlockedInsert(barred) : setOrderState(barred),
      writes: [write(statements.insertBarred, { orderKey: order.key, movements, at }), orderNote(order.key)],
    });
  }

  /** @returns false if the order has changed; no row is written then */
  lift({ state: { isBarred: _barred, ...state }, ...order }: StoredOrder): Promise<boolean> {
    return this.engine.commit({
      guard: setOrderState({ ...order, state }),
      writes: [write(statements.deleteBarred, { orderKey: order.key }), orderNote(order.key)],
    });
  }

  /** Returns the barred orders, those barred longest first. */
  async barredOrders(limit: number): Promise<BarredOrder[]> {
    const rows = await this.engine.read(statements.barredOrders, { limit });
    return rows.map(({ merchant_id: merchantId, order_id: orderId, movements, barred_at: barredAt }) => ({
      merchantId,
      orderId,
      movements,
      barredAt: Number(barredAt),
    }));
  }
}

function unlockedInsert(order: StoredOrder): Write {
  return orderInsert({ ...order, lockedBy: null }, null);
}

function setOrderState({ key, fence, state }: StoredOrder) {
  return write(statements.setState, { key, fence, state: serialiseState(state) });
}
