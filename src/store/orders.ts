/** Orders and transactions at rest: implements the gateway's `Orders` port over any engine. */

import { ACQUIRER, processorOf } from '../gateway/processor.ts';
import type {
  Finish,
  FollowUp,
  Intent,
  LeftUnderWay,
  Orders,
  PendingReversal,
  RefundDecision,
  StoredOrder,
  StoredTransaction,
} from '../gateway/records.ts';
import { insertBrowserPayment, setPageUrl } from './browser-payment-statements.ts';
import { eventWrite } from './browser-payments.ts';
import { type Engine, type Write, write } from './engine.ts';
import { notificationWrites } from './notifications.ts';
import * as statements from './order-statements.ts';
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
import { Repository } from './repository.ts';
import type { RowKeys } from './row-keys.ts';

export class StoredOrders extends Repository implements Orders {
  readonly #process: { readonly key: number };

  /** @param process to which locks and due rows that are taken here belong */
  constructor(engine: Engine, keys: RowKeys, process: { readonly key: number }) {
    super(engine, keys);
    this.#process = process;
  }

  async find(merchantKey: number, orderId: string): Promise<StoredOrder | undefined> {
    const [row] = await this.engine.read(statements.findOrder, { merchantKey, orderId });
    return row && orderFrom(row);
  }

  async transaction(orderKey: number, transactionId: string): Promise<StoredTransaction | undefined> {
    const [row] = await this.engine.read(statements.findTransaction, { orderKey, transactionId });
    return row && transactionFrom(row);
  }

  async transactions(orderKey: number): Promise<StoredTransaction[]> {
    return (await this.engine.read(statements.transactionsOfOrder, { orderKey })).map(transactionFrom);
  }

  async sealedCard(key: number): Promise<Uint8Array | null> {
    const [row] = await this.engine.read(statements.findSealedCard, { key });
    return row?.sealed_card ?? null;
  }

  begin({ order, isNew, transaction, sealedCard, spentSession, browserPayment }: Intent): Promise<boolean> {
    const { key, fence, lockedBy, updatedAt } = order;
    const { key: owner } = this.#process;
    const guard = isNew
      ? write(statements.insertOrder, { ...order, owner, state: stateText(order.state) })
      : write(statements.lockOrder, { key, fence, lockedBy, owner, updatedAt, fenceBefore: fence - 1 });
    const writes: Write[] = [
      write(statements.insertTransaction, {
        ...transaction,
        request: requestText(transaction.request),
        sealedCard,
      }),
      ...(browserPayment === undefined
        ? []
        : [
            write(insertBrowserPayment, {
              ...browserPayment,
              transactionKey: transaction.key,
              createdAt: updatedAt,
              none: null,
            }),
          ]),
    ];
    // Of two payments that read the same security code one alone may send it.
    const secondGuard =
      spentSession === undefined
        ? {}
        : { secondGuard: write(statements.spendSession, { key: spentSession, none: null }) };
    return this.engine.commit({ guard, ...secondGuard, writes });
  }

  finish(finish: Finish): Promise<boolean> {
    const { key, fence, lockedBy, updatedAt, state } = finish.order;
    const guard = write(statements.finishOrder, {
      key,
      fence,
      lockedBy,
      unlocked: null,
      updatedAt,
      state: stateText(state),
    });
    return this.engine.commit({
      guard,
      writes: [newOutcome(finish), ...companions(finish, this.#process.key), ...refundRequest(finish)],
    });
  }

  settle(settled: Finish): Promise<boolean> {
    const { key, fence, updatedAt, state } = settled.order;
    const guard = write(statements.settleOrder, {
      key,
      fence,
      fenceBefore: fence - 1,
      updatedAt,
      state: stateText(state),
    });
    return this.engine.commit({ guard, writes: [settledOutcome(settled), ...companions(settled, this.#process.key)] });
  }

  async unfinished(limit: number): Promise<LeftUnderWay[]> {
    return this.withOrders(await this.engine.read(statements.abandonedTransactions, { limit }));
  }

  dueFollowUps(now: number, limit: number): Promise<FollowUp[]> {
    return this.takeFollowUps(ACQUIRER, now, limit);
  }

  async takeFollowUps(processor: string, now: number, limit: number): Promise<FollowUp[]> {
    const owner = this.#process.key;
    const taken = await this.engine.take(statements.takeFollowUps, { owner, processor, now, limit });
    const longestDue = taken.toSorted((one, other) => Number(one.follow_up_at) - Number(other.follow_up_at));
    const rows = longestDue.map(({ transaction_key: key }) =>
      this.engine.read(statements.transactionWithOrder, { key }),
    );
    return this.withOrders((await Promise.all(rows)).flat());
  }

  async followUpAsked(key: number, asked: number, dueAt: number): Promise<void> {
    await this.engine.commit({ writes: [write(statements.followUpAsked, { key, asked, dueAt })] });
  }

  /** Rows with a transaction and its order's names, as what the gateway works with. */
  async withOrders(rows: readonly TransactionWithOrderRow[]): Promise<FollowUp[]> {
    const found = await Promise.all(
      rows.map(async (row) => {
        const order = await this.find(Number(row.merchant_key), row.order_id);
        return (
          order && {
            order,
            transaction: transactionFrom(row),
            merchantId: row.merchant_id,
            asked: Number(row.follow_ups ?? 0),
          }
        );
      }),
    );
    return found.filter((entry) => entry !== undefined);
  }

  /** For the operator: refunds that wait for a word, the oldest first. */
  async waitingRefunds(limit: number): Promise<FollowUp[]> {
    return this.withOrders(await this.engine.read(statements.waitingRefunds, { limit }));
  }

  /** False when nothing waits there, or somebody was faster. */
  decideRefund(key: number, decision: RefundDecision['decision'], by: string, at: number): Promise<boolean> {
    return this.engine.commit({ guard: write(statements.decideRefund, { key, decision, by, at }), writes: [] });
  }

  async refundDecisions(limit: number): Promise<RefundDecision[]> {
    const rows = await this.engine.read(statements.undoneRefundDecisions, { limit });
    const decisions = new Map(rows.map((row) => [Number(row.key), row.decision]));
    const found = await this.withOrders(rows);
    return found.flatMap((entry) => {
      const decision = decisions.get(entry.transaction.key);
      return decision == null ? [] : [{ ...entry, decision }];
    });
  }

  async refundDecisionDone(key: number, at: number): Promise<void> {
    await this.engine.commit({ writes: [write(statements.refundDecisionDone, { key, at })] });
  }

  async dueReversals(now: number, limit: number): Promise<PendingReversal[]> {
    const owner = this.#process.key;
    const rows = await this.engine.take(statements.takeReversals, { owner, now, limit });
    const longestDue = rows.toSorted((one, other) => Number(one.due_at) - Number(other.due_at));
    return longestDue.map((row) => ({
      key: Number(row.key),
      advice: adviceFrom(row.advice),
      attempts: Number(row.attempts),
    }));
  }

  async reversalTried(key: number, attempts: number, dueAt: number): Promise<void> {
    await this.engine.commit({ writes: [write(statements.reversalTried, { key, attempts, dueAt })] });
  }

  async reversalAcknowledged(key: number, at: number): Promise<void> {
    await this.engine.commit({ writes: [write(statements.reversalAcknowledged, { key, at, none: null })] });
  }
}

function newOutcome({ transaction, outcome, followUpAt }: Finish): Write {
  const { key, updatedAt } = transaction;
  return write(statements.insertOutcome, {
    key,
    outcome: outcomeText(outcome),
    followUpAt: followUpAt ?? null,
    followUps: 0,
    processor: processorOf(transaction.request),
    updatedAt,
  });
}

function settledOutcome({ transaction, outcome, followUpAt }: Finish): Write {
  const { key, updatedAt } = transaction;
  return write(statements.settleOutcome, {
    key,
    outcome: outcomeText(outcome),
    updatedAt,
    followUpAt: followUpAt ?? null,
    followUps: 0,
  });
}

/** A refund that waits for a person is found by a row of its own. */
function refundRequest({ transaction }: Finish): Write[] {
  const { key, request } = transaction;
  return request.type === 'REFUND_REQUEST' ? [write(statements.insertRefundRequest, { key, none: null })] : [];
}

/** What commits with an outcome: notification, reversal, and what is noted of a browser payment. */
function companions(
  { order, transaction, notification, reversal, events = [], pageUrl }: Finish,
  owner: number,
): Write[] {
  const { updatedAt } = order;
  const writes: Write[] = events.map((event) => eventWrite(transaction.key, event));
  if (pageUrl !== undefined) writes.push(write(setPageUrl, { transactionKey: transaction.key, pageUrl }));
  if (notification !== undefined) writes.push(...notificationWrites(transaction, notification, updatedAt, owner));
  if (reversal !== undefined) {
    writes.push(
      write(statements.insertReversal, {
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

type OrderRow = NonNullable<(typeof statements.findOrder)['row']>;
export type TransactionWithOrderRow = NonNullable<(typeof statements.transactionWithOrder)['row']>;
type TransactionRow = NonNullable<(typeof statements.findTransaction)['row']>;

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

export function transactionFrom(row: TransactionRow): StoredTransaction {
  return {
    key: Number(row.key),
    orderKey: Number(row.order_key),
    transactionId: row.transaction_id,
    meaning: row.meaning,
    request: requestFrom(row.request),
    ...(row.outcome !== null && { outcome: outcomeFrom(row.outcome) }),
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at ?? row.created_at),
  };
}
