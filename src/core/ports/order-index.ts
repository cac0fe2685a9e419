/** The port to the index by which orders are found: a copy of each order, made again shortly after each change. */
import type { OrderStatus } from '../order/order-status.ts';
import type { CheckoutEventKind } from './checkout-events.ts';
import type { StoredOrder, StoredTransaction } from './order-records.ts';

/** The steps of a payer, and the way in which a checkout ended without a payment. */
export type PayerStep = 'ABANDONED' | 'AUTHENTICATED' | 'CANCELLED' | 'DECLINED' | 'PAID' | 'REDIRECTED' | 'TIMED_OUT';

/** The values of an order that searches compare and show. Amounts are minor units. */
export interface IndexedOrder {
  readonly orderKey: number;
  readonly merchantKey: number;
  readonly orderId: string;
  readonly status: OrderStatus;
  readonly currency: string;
  readonly amount: bigint;
  readonly totalAuthorized: bigint;
  readonly totalCaptured: bigint;
  readonly totalRefunded: bigint;
  readonly totalChargedBack: bigint;
  /** `CARD`, `GIFT_CARD`, or the browser-payment provider; null before the first attempt. */
  readonly method: string | null;
  readonly brand: string | null;
  readonly lastFour: string | null;
  /** The merchant's `order.reference`. */
  readonly reference: string | null;
  readonly providerReference: string | null;
  /** The `gatewayCode` of the last attempt where none succeeded, and the processor's own code. */
  readonly declineCode: string | null;
  readonly acquirerCode: string | null;
  readonly steps: readonly PayerStep[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

/**
 * EMAIL and NAME have keyed hashes of the customer's address and name. CHARGEBACK is `standing` or `returned`, of an
 * order that had one.
 */
export type TermKind = 'CHARGEBACK' | 'EMAIL' | 'LAST_FOUR' | 'NAME' | 'PROVIDER_REFERENCE' | 'REFERENCE';

export interface OrderTerm {
  readonly kind: TermKind;
  readonly value: string;
}

/** The share of one transaction, or of one checkout without a payment, in the counts of its day. */
export interface CountedEvent {
  /** In UTC, such as `2026-11-29`. */
  readonly day: string;
  readonly currency: string;
  /** A transaction's type, or the kind of a checkout's event. */
  readonly kind: string;
  readonly result: string;
  readonly method: string;
  readonly brand: string;
  /** The acquirer or the browser-payment provider. */
  readonly processor: string;
  /** The `gatewayCode` of a failure; of a checkout's event, the payer's last step. */
  readonly reason: string;
  /** Minor units. */
  readonly amount: bigint;
}

/** All that the index stores of an order. */
export interface OrderEntry {
  readonly order: IndexedOrder;
  readonly terms: readonly OrderTerm[];
  readonly counted: readonly CountedEvent[];
}

/** The stored records of which an entry is made. */
export interface OrderSource {
  readonly order: StoredOrder;
  /** In no order. */
  readonly transactions: readonly StoredTransaction[];
  /** The numbers that browser-payment providers gave, by the key of the transaction. */
  readonly providerReferences: ReadonlyMap<number, string>;
  /** The end of a checkout of the order without a payment. */
  readonly event?: { readonly kind: CheckoutEventKind; readonly at: number } | undefined;
}

/** Orders whose entries are to be made again. */
export interface ChangedOrders {
  readonly orderKeys: readonly number[];
  /** Called once their entries are durable. */
  readonly done: () => Promise<void>;
  /** Called if they are not: the orders are returned again later. */
  readonly failed: () => void;
}

/** A place where changed orders are noted. */
export interface ChangeSource {
  /** @returns undefined if there are none now */
  next(limit: number): Promise<ChangedOrders | undefined>;
}

/** The writing half of the index, for its worker. */
export interface OrderIndexFeed {
  /** Orders changed by this process first, then those of other processes and commands, and a build under way. */
  readonly sources: readonly ChangeSource[];
  /** Reads the build under way. Called at least every few seconds, while no entries are being written. */
  prepare(): Promise<void>;
  /**
   * Makes the entries of orders again, in one commit.
   *
   * @param entryOf makes the entry of one order
   * @returns false if another process has written one of them meanwhile; no entry is written then
   */
  write(orderKeys: readonly number[], entryOf: (source: OrderSource) => OrderEntry): Promise<boolean>;
  /** Notes an order whose entry could not be made, for a later try. */
  postpone(orderKey: number): Promise<void>;
  /** Stores how far this process has come, so that another process can continue after its death. */
  saveProgress(): Promise<void>;
  /** True if this process has begun a payment since the last call. */
  isBusy(): boolean;
  /** Ends the feed of this process, if the index has all its changes. */
  leave(): Promise<void>;
}

/** The state of the index, for its readers. */
export interface IndexAge {
  /** The time of the oldest change that the index lacks; null if it lacks none. */
  readonly behindSince: number | null;
  /** False until the first build is complete: orders of the time before are missing until then. */
  readonly isComplete: boolean;
}

/** NEWEST and OLDEST compare the times at which orders were made, the others the times of their last changes. */
export const ORDER_SORTS = ['NEWEST', 'OLDEST', 'LAST_CHANGED', 'FIRST_CHANGED'] as const;

export type OrderSort = (typeof ORDER_SORTS)[number];

/** Conditions of a search, all of which hold for each order found. */
export interface OrderFilters {
  readonly status?: string | undefined;
  readonly currency?: string | undefined;
  readonly method?: string | undefined;
  readonly brand?: string | undefined;
  /** The beginning of the order's id. */
  readonly orderId?: string | undefined;
  /** Minor units, both ends included. */
  readonly amountFrom?: bigint | undefined;
  readonly amountTo?: bigint | undefined;
  /** Milliseconds since 1970: from the first, and before the second. */
  readonly createdFrom?: number | undefined;
  readonly createdTo?: number | undefined;
  readonly updatedFrom?: number | undefined;
  readonly updatedTo?: number | undefined;
  /** The order has a term of each list. A list has several where the hash of a text was made with several keys. */
  readonly terms?: readonly (readonly OrderTerm[])[] | undefined;
  /** The order is one of these. */
  readonly orderKeys?: readonly number[] | undefined;
}

/** A place between two orders of a sorted list. It stays the same while orders are added. */
export interface OrderPosition {
  readonly at: number;
  readonly key: number;
}

export interface OrderSearch {
  readonly merchantKey: number | 'ALL';
  readonly filters: OrderFilters;
  readonly sort: OrderSort;
  /** The position after which the list continues; absent at its beginning. */
  readonly after?: OrderPosition | undefined;
  readonly limit: number;
}

export interface OrderPage {
  readonly orders: readonly IndexedOrder[];
  /**
   * Where the list continues; undefined at its end. A page may have fewer orders than the limit, and even none, before
   * the end: a search reads a bounded number of rows.
   */
  readonly next: OrderPosition | undefined;
}

/** Counts of one kind of transaction with one result, on one day. `amount` is the sum. */
export interface DayCount extends Pick<CountedEvent, 'amount' | 'currency' | 'day' | 'kind' | 'result'> {
  readonly times: number;
}

/** Counts over several days and all currencies. */
export interface NamedCount extends Omit<CountedEvent, 'amount' | 'currency' | 'day'> {
  readonly times: number;
}

/** The same transactions twice, each time without what the other has. */
export interface OrderCounts {
  readonly byDay: readonly DayCount[];
  readonly byName: readonly NamedCount[];
}

/** The reading half of the index. */
export interface OrderIndex {
  search(search: OrderSearch): Promise<OrderPage>;
  age(): Promise<IndexAge>;
  /** The counts of the days from the first to the last, such as `2026-11-29`, at one moment. */
  counters(merchantKey: number | 'ALL', from: string, to: string): Promise<OrderCounts>;
}
