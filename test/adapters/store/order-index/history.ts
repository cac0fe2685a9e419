/** Random histories of orders in several gateway processes, with deaths, and the index of orders that results. */
import { openStore, type Store } from '../../../../src/adapters/store/store.ts';
import type { GatewayCode } from '../../../../src/contract/gateway-codes.ts';
import { resultOf } from '../../../../src/contract/gateway-codes.ts';
import { orderEntry } from '../../../../src/core/index.ts';
import { applyMovement, newOrder, resolveMovement, type TransactionType } from '../../../../src/core/order/order.ts';
import { orderStatus } from '../../../../src/core/order/order-status.ts';
import { IndexPace } from '../../../../src/core/order-index/index-pace.ts';
import { OrderIndexWorker } from '../../../../src/core/order-index/index-worker.ts';
import type { Intent, OrderIndexFeed, StoredOrder, StoredTransaction } from '../../../../src/core/ports/index.ts';
import { type DatabasePlace, onPostgres, type Row } from '../../../support/database-place.ts';
import type { SeededRandom } from '../../../support/random.ts';
import { instrument, NOW } from '../stored-transactions.ts';

export const sealer = { hash: (purpose: string, text: string) => Buffer.from(`${purpose} ${text}`).subarray(-32) };

const BATCH = 3;
/** One step of so many is a death or a build. */
const RARE = 12;

interface OpenTransaction {
  readonly store: Store;
  readonly intent: Intent;
}

export class History {
  readonly #place: DatabasePlace;
  readonly #random: SeededRandom;
  readonly #hasBuilds: boolean;
  stores: Store[] = [];
  #open: OpenTransaction[] = [];
  #count = 0;
  readonly #orderKeys: number[] = [];
  #later = 1_000_000_000;

  /** @param hasBuilds whether builds of the whole index begin, which would hide changes that were missed */
  constructor(place: DatabasePlace, random: SeededRandom, hasBuilds: boolean) {
    this.#place = place;
    this.#random = random;
    this.#hasBuilds = hasBuilds;
  }

  async begin(): Promise<void> {
    for (let at = 0; at < (onPostgres() ? 3 : 1); at += 1) {
      this.stores.push(await openStore(this.#place.url));
    }
    await this.#index();
  }

  async step(): Promise<void> {
    const steps = [
      ...[this.#pay, this.#pay, this.#complete, this.#complete, this.#complete, this.#followUp, this.#followUp],
      ...[this.#resolve, this.#resolve, this.#record, this.#erase, this.#indexSome, this.#indexSome, this.#save],
    ];
    const rare = [this.#indexAndDie, this.#die, this.#rebuild];
    await this.#one(this.#random.between(0, RARE) === 0 ? rare : steps).call(this);
  }

  /** Ends every transaction and brings the index up to date. */
  async settle(): Promise<void> {
    while (this.#open.length > 0) {
      await this.#complete();
    }
    await this.#index();
  }

  async #index(): Promise<void> {
    for (const store of [...this.stores, ...this.stores]) {
      await workerOf(store).run();
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.stores.map((store) => store.close()));
  }

  /** The whole index, but for what counts its writes. */
  async index(): Promise<Record<'counts' | 'rows' | 'terms', Row[]>> {
    const [build] = await this.#place.rows('select served from order_index_build');
    const rows = await this.#place.rows('select * from order_index order by order_key');
    return {
      rows: rows.map(({ generation: _generation, revision: _revision, ...row }) => ({
        ...row,
        terms: sorted(row.terms),
      })),
      terms: await this.#place.rows('select * from order_term order by kind, value, merchant_key, order_key'),
      counts: await this.#place.rows(
        `select merchant_key, day, currency, kind, result, method, brand, processor, reason, times,
          volume_billions * 1000000000 + volume_units as volume from order_count
          where generation = ? and (times <> 0 or volume_billions <> 0 or volume_units <> 0)
          order by merchant_key, day, currency, kind, result, method, brand, processor, reason`,
        Number(build?.served),
      ),
    };
  }

  /** Empties the index, and makes it of the orders alone. */
  async fromScratch(): Promise<void> {
    for (const table of ['order_index', 'order_term', 'order_count', 'order_change']) {
      await this.#place.run(`delete from ${table}`);
    }
    await this.#place.run('update order_index_build set building = served + 1, cursor = 0, owner = null');
    await this.#index();
  }

  #one<T>(some: readonly T[]): T {
    return some[this.#random.between(0, some.length)] as T;
  }

  get #store(): Store {
    return this.#one(this.stores);
  }

  async #pay(): Promise<void> {
    const store = this.#store;
    const merchant = await store.merchants.put({ id: this.#one(['SHOP', 'OTHER']), name: 'Shop' }, NOW);
    this.#count += 1;
    const [orderKey, key] = [store.orders.newKey(), store.orders.newKey()];
    this.#orderKeys.push(orderKey);
    const createdAt = NOW + this.#count * 40_000_000;
    const amount = BigInt(this.#random.between(0, 3)) * 12_000_000_000n + 1_200n;
    const order: StoredOrder = {
      key: orderKey,
      merchantKey: merchant.key,
      orderId: `ORDER-${this.#count}`,
      state: newOrder('EUR', amount),
      lockedBy: key,
      fence: 1,
      createdAt,
      updatedAt: createdAt,
    };
    const transaction = this.#transaction(order, key, 'PAYMENT', amount);
    await this.#start(store, { order, isNew: true, transaction, sealedCard: null });
  }

  async #start(store: Store, intent: Intent): Promise<void> {
    if (await store.orders.begin(intent)) {
      this.#open.push({ store, intent });
    }
  }

  #transaction(order: StoredOrder, key: number, type: TransactionType, amount: bigint): StoredTransaction {
    const brand = this.#one(['MASTERCARD', 'VISA'] as const);
    return {
      key,
      orderKey: order.key,
      transactionId: `${order.state.movements.length + 1}`,
      fingerprint: Buffer.from('fingerprint'),
      request: {
        operation: 'PAY',
        type,
        version: 100,
        entryPoint: 'WEB_SERVICES_API',
        currency: 'EUR',
        amount,
        instrument: {
          ...instrument,
          brand,
          scheme: brand,
          nameOnCard: this.#one(['Jane Doe', 'JANE  DOE', 'Ann Lee']),
        },
        details: {
          customer: { email: this.#one(['a@example.com', 'B@example.com', 'b@Example.com']) },
          order: { reference: this.#one(['R-1', 'R-2']) },
        },
      },
      createdAt: order.updatedAt,
      updatedAt: order.updatedAt,
    };
  }

  /** Completes a transaction: the process that began it, or another one after its death. */
  async #complete(): Promise<void> {
    const at = this.#random.between(0, this.#open.length);
    const [found] = this.#open.splice(at, 1);
    if (found === undefined) {
      return;
    }
    const { intent } = found;
    const store = this.stores.includes(found.store) ? found.store : this.#store;
    const gatewayCode = this.#one<GatewayCode>(['APPROVED', 'APPROVED', 'DECLINED', 'PENDING']);
    const movement = movementOf(intent.transaction, gatewayCode);
    const { order } = intent;
    const state = applyMovement(order.state, movement, 'EUR');
    await store.orders.complete({
      order: { ...order, state, updatedAt: order.updatedAt + 1_000 },
      ...outcomeOf(intent.transaction, gatewayCode, order, state),
    });
  }

  async #someOrder(): Promise<{ readonly store: Store; readonly order: StoredOrder } | undefined> {
    const store = this.#store;
    const orderKey = this.#orderKeys[this.#random.between(0, this.#orderKeys.length)];
    const order = orderKey === undefined ? undefined : await store.orders.byKey(orderKey);
    return order === undefined || order.lockedBy !== null ? undefined : { store, order };
  }

  async #followUp(): Promise<void> {
    const found = await this.#someOrder();
    if (found === undefined) {
      return;
    }
    const { store, order } = found;
    const key = store.orders.newKey();
    const locked = { ...order, lockedBy: key, fence: order.fence + 1, updatedAt: order.updatedAt + 1_000 };
    const transaction = this.#transaction(locked, key, 'REFUND', 100n);
    await this.#start(store, { order: locked, isNew: false, transaction, sealedCard: null });
  }

  async #resolve(): Promise<void> {
    const found = await this.#someOrder();
    const pending = found?.order.state.movements.find(({ result }) => result === 'PENDING');
    if (found === undefined || pending === undefined) {
      return;
    }
    const { store, order } = found;
    const transaction = await store.orders.transaction(order.key, pending.transactionId);
    const gatewayCode = this.#one<GatewayCode>(['APPROVED', 'DECLINED']);
    const state = resolveMovement(order.state, pending.transactionId, gatewayCode);
    await store.orders.resolvePending({
      order: { ...order, state, fence: order.fence + 1, updatedAt: order.updatedAt + 1_000 },
      ...outcomeOf(transaction as StoredTransaction, gatewayCode, order, state),
    });
  }

  async #record(): Promise<void> {
    const found = await this.#someOrder();
    if (found === undefined) {
      return;
    }
    const { store, order } = found;
    const transaction = this.#transaction(order, store.orders.newKey(), 'CHARGEBACK', 50n);
    const state = applyMovement(order.state, movementOf(transaction, 'APPROVED'), 'EUR');
    const after = { ...order, state, fence: order.fence + 1, updatedAt: order.updatedAt + 1_000 };
    await store.orders.record({
      order: after,
      transactions: [{ order: after, ...outcomeOf(transaction, 'APPROVED', order, state) }],
    });
  }

  async #erase(): Promise<void> {
    const found = await this.#someOrder();
    if (found === undefined) {
      return;
    }
    const { store, order } = found;
    const transactions = await store.orders.transactions(order.key);
    await store.erasure.erase(
      {
        order,
        transactions: transactions.map(({ key, request, outcome }) => {
          const { nameOnCard: _name, ...shown } = request.instrument as { nameOnCard?: string } & typeof instrument;
          return { key, outcome, request: { ...request, instrument: shown, details: {} } };
        }),
        authentications: [],
        links: [],
        notifications: [],
        sessions: [],
      },
      NOW,
    );
  }

  /** One batch of each source in one process. @returns whether the store wrote and did not learn that it is done */
  async #indexSome(): Promise<void> {
    const { orderFeed } = this.#store;
    await orderFeed.prepare();
    for (const source of orderFeed.sources) {
      const found = await source.next(BATCH);
      if (found !== undefined && (await orderFeed.write(found.orderKeys, (one) => orderEntry(one, sealer)))) {
        await found.done();
      } else {
        found?.failed();
      }
    }
  }

  /** A process writes entries and dies before it notes that they are written. */
  async #indexAndDie(): Promise<void> {
    const store = this.#store;
    const { orderFeed } = store;
    await orderFeed.prepare();
    const found = await this.#one(orderFeed.sources).next(BATCH);
    await orderFeed.write(found?.orderKeys ?? [], (one) => orderEntry(one, sealer));
    await this.#dieAs(store);
  }

  #die(): Promise<void> {
    return this.#dieAs(this.#store);
  }

  async #dieAs(store: Store): Promise<void> {
    await store.close();
    this.stores = this.stores.filter((one) => one !== store);
    this.stores.push(await openStore(this.#place.url));
  }

  /** Stores the progress, twenty seconds after the last time. */
  async #save(): Promise<void> {
    const { orderFeed } = this.#store;
    this.#later += 20_000;
    await orderFeed.saveProgress(this.#later);
  }

  async #rebuild(): Promise<void> {
    if (this.#hasBuilds && this.#random.between(0, 4) === 0) {
      await this.#store.orderIndex.rebuild();
    }
  }
}

export function workerOf(store: Store, feed: OrderIndexFeed = store.orderFeed): OrderIndexWorker {
  return new OrderIndexWorker({
    pace: new IndexPace(),
    feed,
    sealer,
    behindSince: () => store.orderIndex.behindSince(),
    clock: { now: () => Date.now() },
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (about: unknown, text: string) => {
        throw new Error(text, { cause: about });
      },
    } as never,
  });
}

function movementOf({ transactionId, request }: StoredTransaction, gatewayCode: GatewayCode) {
  return { transactionId, type: request.type, result: resultOf(gatewayCode), gatewayCode, amount: request.amount };
}

function outcomeOf(
  transaction: StoredTransaction,
  gatewayCode: GatewayCode,
  { createdAt, updatedAt }: StoredOrder,
  state: StoredOrder['state'],
) {
  const { movements: _movements, notifications: _notifications, authentications: _, isBarred: __, ...totals } = state;
  const outcome = { gatewayCode, order: { ...totals, status: orderStatus(state), createdAt, updatedAt } };
  return { transaction: { ...transaction, outcome }, outcome };
}

function sorted(terms: unknown): unknown {
  return (JSON.parse(String(terms)) as unknown[]).map((one) => JSON.stringify(one)).sort();
}
