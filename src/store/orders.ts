/** Orders and transactions at rest: implements the gateway's `Orders` port over any engine. */
import type { Kysely } from 'kysely';
import type {
  Finish,
  FollowUp,
  Intent,
  Orders,
  PendingReversal,
  StoredOrder,
  StoredTransaction,
} from '../gateway/records.ts';
import { type Engine, type Write, write } from './engine.ts';
import {
  adviceFrom,
  adviceText,
  outcomeFrom,
  outcomeText,
  requestFrom,
  requestText,
  stateFrom,
  stateText,
} from './record-text.ts';
import type { RowKeys } from './row-keys.ts';
import type { Schema } from './schema.ts';
import { statement } from './statement.ts';

const findOrder = statement((db, p) =>
  db
    .selectFrom('payment_order')
    .selectAll()
    .where('merchant_key', '=', p('merchantKey'))
    .where('order_id', '=', p('orderId')),
);

const insertOrder = statement((db, p) =>
  db
    .insertInto('payment_order')
    .values({
      key: p('key'),
      merchant_key: p('merchantKey'),
      order_id: p('orderId'),
      state: p('state'),
      locked_by: p('lockedBy'),
      fence: p('fence'),
      created_at: p('createdAt'),
      updated_at: p('updatedAt'),
    })
    .onConflict((c) => c.columns(['merchant_key', 'order_id']).doNothing()),
);

const lockOrder = statement((db, p) =>
  db
    .updateTable('payment_order')
    .set({ locked_by: p('lockedBy'), fence: p('fence'), updated_at: p('updatedAt') })
    .where('key', '=', p('key'))
    .where('fence', '=', p('fenceBefore'))
    .where('locked_by', 'is', null),
);

const finishOrder = statement((db, p) =>
  db
    .updateTable('payment_order')
    .set({ state: p('state'), locked_by: p('unlocked'), updated_at: p('updatedAt') })
    .where('key', '=', p('key'))
    .where('fence', '=', p('fence'))
    .where('locked_by', '=', p('lockedBy')),
);

const findTransaction = statement((db, p) =>
  db
    .selectFrom('payment_transaction')
    .selectAll()
    .where('order_key', '=', p('orderKey'))
    .where('transaction_id', '=', p('transactionId')),
);

const transactionsOfOrder = statement((db, p) =>
  db.selectFrom('payment_transaction').selectAll().where('order_key', '=', p('orderKey')).orderBy('key'),
);

const insertTransaction = statement((db, p) =>
  db.insertInto('payment_transaction').values({
    key: p('key'),
    order_key: p('orderKey'),
    transaction_id: p('transactionId'),
    phase: p('phase'),
    request: p('request'),
    meaning: p('meaning'),
    sealed_card: p('sealedCard'),
    outcome: p('outcome'),
    created_at: p('createdAt'),
    follow_up_at: p('followUpAt'),
    follow_ups: p('followUps'),
    updated_at: p('createdAt'),
  }),
);

const finishTransaction = statement((db, p) =>
  db
    .updateTable('payment_transaction')
    .set({ phase: p('phase'), outcome: p('outcome'), follow_up_at: p('followUpAt'), updated_at: p('updatedAt') })
    .where('key', '=', p('key')),
);

const insertNotification = statement((db, p) =>
  db.insertInto('notification').values({
    key: p('key'),
    order_key: p('orderKey'),
    transaction_key: p('transactionKey'),
    sequence: p('sequence'),
    url: p('url'),
    version: p('version'),
    created_at: p('createdAt'),
    delivered_at: p('deliveredAt'),
  }),
);

const insertReversal = statement((db, p) =>
  db.insertInto('reversal').values({
    key: p('key'),
    transaction_key: p('transactionKey'),
    advice: p('advice'),
    attempts: p('attempts'),
    due_at: p('dueAt'),
    created_at: p('createdAt'),
    acknowledged_at: p('acknowledgedAt'),
  }),
);

const spendSession = statement((db, p) =>
  db
    .updateTable('session')
    .set({ sealed_sensitive: p('none'), sensitive_until: p('none') })
    .where('key', '=', p('key')),
);

const withOrder = (db: Kysely<Schema>) =>
  db
    .selectFrom('payment_transaction as t')
    .innerJoin('payment_order as o', 'o.key', 't.order_key')
    .innerJoin('merchant as m', 'm.key', 'o.merchant_key')
    .selectAll('t')
    .select(['m.id as merchant_id', 'o.merchant_key', 'o.order_id']);

const sentTransactions = statement((db, p) => withOrder(db).where('t.phase', '=', p('phase')).orderBy('t.key'));

const dueFollowUps = statement((db, p) =>
  withOrder(db).where('t.follow_up_at', '<=', p('now')).orderBy('t.follow_up_at').limit(p('limit')),
);

const followUpAsked = statement((db, p) =>
  db
    .updateTable('payment_transaction')
    .set({ follow_up_at: p('dueAt'), follow_ups: p('asked') })
    .where('key', '=', p('key')),
);

const settleOrder = statement((db, p) =>
  db
    .updateTable('payment_order')
    .set({ state: p('state'), fence: p('fence'), updated_at: p('updatedAt') })
    .where('key', '=', p('key'))
    .where('fence', '=', p('fenceBefore'))
    .where('locked_by', 'is', null),
);

const dueReversals = statement((db, p) =>
  db
    .selectFrom('reversal')
    .select(['key', 'advice', 'attempts'])
    .where('due_at', '<=', p('now'))
    .orderBy('due_at')
    .limit(p('limit')),
);

const reversalTried = statement((db, p) =>
  db
    .updateTable('reversal')
    .set({ attempts: p('attempts'), due_at: p('dueAt') })
    .where('key', '=', p('key')),
);

const reversalAcknowledged = statement((db, p) =>
  db
    .updateTable('reversal')
    .set({ due_at: p('none'), acknowledged_at: p('at') })
    .where('key', '=', p('key')),
);

export class StoredOrders implements Orders {
  readonly #engine: Engine;
  readonly #keys: RowKeys;

  constructor(engine: Engine, keys: RowKeys) {
    this.#engine = engine;
    this.#keys = keys;
  }

  newKey(): number {
    return this.#keys.take();
  }

  async find(merchantKey: number, orderId: string): Promise<StoredOrder | undefined> {
    const [row] = await this.#engine.read(findOrder, { merchantKey, orderId });
    return row && orderFrom(row);
  }

  async transaction(orderKey: number, transactionId: string): Promise<StoredTransaction | undefined> {
    const [row] = await this.#engine.read(findTransaction, { orderKey, transactionId });
    return row && transactionFrom(row);
  }

  async transactions(orderKey: number): Promise<StoredTransaction[]> {
    return (await this.#engine.read(transactionsOfOrder, { orderKey })).map(transactionFrom);
  }

  begin({ order, isNew, transaction, sealedCard, spentSession }: Intent): Promise<boolean> {
    const { key, fence, lockedBy, updatedAt } = order;
    const guard = isNew
      ? write(insertOrder, { ...order, state: stateText(order.state) })
      : write(lockOrder, { key, fence, lockedBy, updatedAt, fenceBefore: fence - 1 });
    const writes: Write[] = [
      write(insertTransaction, {
        ...transaction,
        phase: 'SENT',
        request: requestText(transaction.request),
        sealedCard,
        outcome: null,
        followUpAt: null,
        followUps: 0,
      }),
    ];
    if (spentSession !== undefined) writes.push(write(spendSession, { key: spentSession, none: null }));
    return this.#engine.commit({ guard, writes });
  }

  finish(finish: Finish): Promise<boolean> {
    const { key, fence, lockedBy, updatedAt, state } = finish.order;
    const guard = write(finishOrder, { key, fence, lockedBy, unlocked: null, updatedAt, state: stateText(state) });
    return this.#engine.commit({ guard, writes: outcomeWrites(finish) });
  }

  settle(settled: Finish): Promise<boolean> {
    const { key, fence, updatedAt, state } = settled.order;
    const guard = write(settleOrder, { key, fence, fenceBefore: fence - 1, updatedAt, state: stateText(state) });
    return this.#engine.commit({ guard, writes: outcomeWrites(settled) });
  }

  async unfinished(): ReturnType<Orders['unfinished']> {
    return this.#withOrders(await this.#engine.read(sentTransactions, { phase: 'SENT' }));
  }

  async dueFollowUps(now: number, limit: number): Promise<FollowUp[]> {
    return this.#withOrders(await this.#engine.read(dueFollowUps, { now, limit }));
  }

  async followUpAsked(key: number, asked: number, dueAt: number): Promise<void> {
    await this.#engine.commit({ writes: [write(followUpAsked, { key, asked, dueAt })] });
  }

  async #withOrders(rows: readonly TransactionWithOrderRow[]): Promise<FollowUp[]> {
    const found = await Promise.all(
      rows.map(async (row) => {
        const order = await this.find(Number(row.merchant_key), row.order_id);
        return (
          order && {
            order,
            transaction: transactionFrom(row),
            merchantId: row.merchant_id,
            asked: Number(row.follow_ups),
          }
        );
      }),
    );
    return found.filter((entry) => entry !== undefined);
  }

  async dueReversals(now: number, limit: number): Promise<PendingReversal[]> {
    const rows = await this.#engine.read(dueReversals, { now, limit });
    return rows.map((row) => ({
      key: Number(row.key),
      advice: adviceFrom(row.advice),
      attempts: Number(row.attempts),
    }));
  }

  async reversalTried(key: number, attempts: number, dueAt: number): Promise<void> {
    await this.#engine.commit({ writes: [write(reversalTried, { key, attempts, dueAt })] });
  }

  async reversalAcknowledged(key: number, at: number): Promise<void> {
    await this.#engine.commit({ writes: [write(reversalAcknowledged, { key, at, none: null })] });
  }
}

/** What an outcome writes besides the order's row. */
function outcomeWrites({ order, transaction, outcome, notification, reversal, followUpAt }: Finish): Write[] {
  const { key, updatedAt } = order;
  const writes: Write[] = [
    write(finishTransaction, {
      key: transaction.key,
      phase: 'DONE',
      outcome: outcomeText(outcome),
      followUpAt: followUpAt ?? null,
      updatedAt,
    }),
  ];
  if (notification !== undefined) {
    writes.push(
      write(insertNotification, {
        ...notification,
        orderKey: key,
        transactionKey: transaction.key,
        sequence: order.fence,
        version: transaction.request.version,
        createdAt: updatedAt,
        deliveredAt: null,
      }),
    );
  }
  if (reversal !== undefined) {
    writes.push(
      write(insertReversal, {
        key: reversal.key,
        transactionKey: transaction.key,
        advice: adviceText(reversal.advice),
        attempts: 0,
        dueAt: updatedAt,
        createdAt: updatedAt,
        acknowledgedAt: null,
      }),
    );
  }
  return writes;
}

type OrderRow = NonNullable<(typeof findOrder)['row']>;
type TransactionWithOrderRow = NonNullable<(typeof sentTransactions)['row']>;
type TransactionRow = NonNullable<(typeof findTransaction)['row']>;

function orderFrom(row: OrderRow): StoredOrder {
  return {
    key: Number(row.key),
    merchantKey: Number(row.merchant_key),
    orderId: row.order_id,
    state: stateFrom(row.state),
    lockedBy: row.locked_by === null ? null : Number(row.locked_by),
    fence: Number(row.fence),
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
  };
}

function transactionFrom(row: TransactionRow): StoredTransaction {
  return {
    key: Number(row.key),
    orderKey: Number(row.order_key),
    transactionId: row.transaction_id,
    meaning: row.meaning,
    request: requestFrom(row.request),
    ...(row.outcome !== null && { outcome: outcomeFrom(row.outcome) }),
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
  };
}
