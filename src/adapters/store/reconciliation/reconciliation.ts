/**
 * All stored transactions, order by order, for comparison with the acquirer's ledger; and counts of open work. Only
 * reads.
 */
import { ALERT_AFTER_TRIES, acquirerOfProcessor } from '../../../core/index.ts';
import type { StoredTransaction } from '../../../core/ports/index.ts';
import type { StoreGauges } from '../../../platform/metrics/index.ts';
import type { Engine } from '../engine/engine.ts';
import { numberOrNull } from '../engine/number-or-null.ts';
import { transactionFrom } from '../transactions/rows.ts';
import * as statements from './statements.ts';

/** The number of orders in a page, which with their transactions are a few megabytes at most. */
const ORDERS_PER_PAGE = 500;
/** The maximum of each count, because counting more rows would slow down the gateway. */
const COUNTED_MAX = 10_000;
/** The number of waiting orders among which the oldest notification is looked for. */
const OLDEST_MAX = 100;

export interface OrderWithTransactions {
  readonly orderKey: number;
  readonly merchantId: string;
  readonly orderId: string;
  /** The order's transactions, by key. */
  readonly transactions: readonly StoredTransaction[];
}

/** The orders with keys above `after` and up to `last`. */
export interface OrderPage {
  readonly after: number;
  readonly last: number;
  readonly orders: readonly OrderWithTransactions[];
}

export class StoredReconciliation {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Yields every order once, by key. Orders that are created during the reading come last. */
  async *orders(): AsyncGenerator<OrderWithTransactions> {
    for await (const { orders } of this.pages()) {
      yield* orders;
    }
  }

  /** @returns undefined if there is no order of this key */
  async order(orderKey: number): Promise<OrderWithTransactions | undefined> {
    const after = orderKey - 1;
    const [row] = await this.#engine.read(statements.orderPage, { after, limit: 1 });
    if (Number(row?.key) !== orderKey) {
      return undefined;
    }
    const rows = await this.#engine.read(statements.transactionsOfPage, { after, last: orderKey });
    return row && orderFrom(row, rows.map(transactionFrom));
  }

  /** Yields the orders page by page. */
  async *pages(): AsyncGenerator<OrderPage> {
    for (let after = 0; ; ) {
      const page = await this.#engine.read(statements.orderPage, { after, limit: ORDERS_PER_PAGE });
      const last = Number(page.at(-1)?.key ?? after);
      if (last === after) {
        return;
      }
      const rows = await this.#engine.read(statements.transactionsOfPage, { after, last });
      const ofOrder = Map.groupBy(rows.map(transactionFrom), ({ orderKey }) => orderKey);
      const orders = page.map((row) => orderFrom(row, ofOrder.get(Number(row.key)) ?? []));
      yield { after, last, orders };
      after = last;
    }
  }

  /** Row keys of transactions with an unacknowledged reversal. */
  async reversing(): Promise<ReadonlySet<number>> {
    const rows = await this.#engine.read(statements.reversedTransactions, { zero: 0 });
    return new Set(rows.map(({ transaction_key: key }) => Number(key)));
  }

  /** Names of the acquirers with an unacknowledged reversal or an open result. */
  async awaitedAcquirers(): Promise<ReadonlySet<string>> {
    const reversing = await this.#engine.read(statements.reversingAcquirers, { empty: '' });
    const open = await this.#engine.read(statements.awaitedProcessors, { empty: '' });
    return new Set([
      ...reversing.map(({ acquirer }) => acquirer),
      ...open.flatMap(({ processor }) => acquirerOfProcessor(processor) ?? []),
    ]);
  }

  /** Each gauge is at most `COUNTED_MAX`. */
  async gauges(): Promise<StoreGauges> {
    const [row] = await this.#engine.read(statements.storeGauges, {
      zero: 0,
      tries: ALERT_AFTER_TRIES,
      empty: '',
      most: COUNTED_MAX,
      first: OLDEST_MAX,
      walked: COUNTED_MAX,
    });
    return {
      reversalsDue: Number(row?.reversals_due),
      reversalAlerts: Number(row?.reversal_alarms),
      openResults: Number(row?.open_results),
      processes: Number(row?.processes),
      notificationsDue: Number(row?.notifications_due),
      notificationsSince: numberOrNull(row?.notifications_since ?? null),
      receiptsDue: Number(row?.receipts_due),
    };
  }
}

function orderFrom(
  { key, merchant_id: merchantId, order_id: orderId }: NonNullable<(typeof statements.orderPage)['row']>,
  transactions: readonly StoredTransaction[],
): OrderWithTransactions {
  return { orderKey: Number(key), merchantId, orderId, transactions };
}
