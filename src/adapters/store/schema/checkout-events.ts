/** The table of checkout events, as kysely types. A part of the schema. */
import type { CheckoutEventKind } from '../../../core/ports/index.ts';

export interface CheckoutEventTables {
  /**
   * Checkouts whose merchant is notified if they end without a payment, one row for each session. The row of a checkout
   * that was paid is deleted. The session's key is also that of the event's queue: `notification.order_key`.
   */
  checkout_event: {
    session_key: number;
    merchant_key: number;
    /** When the checkout is looked at next; null once its event is written. */
    due_at: number | null;
    /** Null until the event is written, as are the members of the order. */
    event: CheckoutEventKind | null;
    order_id: string | null;
    /** Null if the order has no attempt. */
    order_key: number | null;
    created_at: number;
  };
}
