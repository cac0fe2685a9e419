/** The tables for finding orders, as kysely types. A part of the schema. */
import type { IndexedOrder } from '../../../core/ports/index.ts';

export interface OrderIndexTables {
  /** A copy of each order for searches, made again after each change by the index worker. */
  order_index: {
    order_key: number;
    merchant_key: number;
    order_id: string;
    status: IndexedOrder['status'];
    currency: string;
    /** Minor units, like the totals: decimal text of twenty digits, so that texts compare as amounts do. */
    amount: string;
    total_authorized: string;
    total_captured: string;
    total_refunded: string;
    total_charged_back: string;
    /** `CARD`, `GIFT_CARD`, or the browser-payment provider. Null before the first attempt. */
    method: string | null;
    brand: string | null;
    last_four: string | null;
    /** The merchant's `order.reference`. */
    reference: string | null;
    provider_reference: string | null;
    /** The `gatewayCode` and the processor's own code of the last attempt, where no attempt succeeded. */
    decline_code: string | null;
    acquirer_code: string | null;
    /** The payer's steps, separated by spaces. */
    steps: string;
    /** The order's rows in `order_term`, JSON. */
    terms: string;
    /** The order's share of `order_count`, JSON. */
    counted: string;
    /** The build of the index that wrote the row first. */
    generation: number;
    /** Incremented with each write, so that a process that read an older copy of the order cannot write. */
    revision: number;
    created_at: number;
    updated_at: number;
  };
  /** The values by which an order is found, of which it may have several. */
  order_term: {
    kind: string;
    /** The text without differences of case and spaces, or a keyed hash of it. */
    value: string;
    merchant_key: number;
    order_key: number;
  };
  /** Counts and sums of transactions of one day. An empty text stands for a value that the transactions do not have. */
  order_count: {
    generation: number;
    merchant_key: number;
    /** The day in UTC, such as `2026-11-29`. */
    day: string;
    currency: string;
    kind: string;
    result: string;
    method: string;
    brand: string;
    processor: string;
    reason: string;
    times: number;
    /** The sum of the amounts, minor units: `volume_billions` times a billion, and `volume_units`. */
    volume_billions: number;
    volume_units: number;
  };
  /** Orders that changed outside of the two commits of an operation, until the index has them. */
  order_change: {
    order_key: number;
    /** Incremented with each change, so that a process deletes the row only if it has read the last one. */
    changes: number;
    due_at: number;
    created_at: number;
    /** Key of the process that claimed the row; other processes do not claim it as long as that process is alive. */
    owner: number | null;
  };
  /** The progress of each process with the orders that it changes in the two commits of an operation. */
  order_index_feed: {
    process_key: number;
    /** Every transaction of the process with a lower key is in the index, or its order is in `order_change`. */
    mark: number;
    /** For a dead process: a key above those of its transactions; null while it is alive. */
    until_key: number | null;
    /** The build that the process writes. Null before it has read one. */
    seen: number | null;
    /** The time of the oldest change that the index lacks; null if it lacks none. */
    behind_since: number | null;
    saved_at: number;
    /** The process that reads the transactions of a dead one. */
    owner: number | null;
  };
  /** A single row: the build that searches read, and the build under way. */
  order_index_build: {
    key: number;
    /** Zero before the first build is complete. */
    served: number;
    /** Null if no build is under way. */
    building: number | null;
    /** The last order of the build under way. */
    cursor: number;
    owner: number | null;
  };
}
