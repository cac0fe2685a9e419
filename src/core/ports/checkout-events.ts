/** The port to events of checkouts that ended without a payment, of which merchants are notified. */
import type { NewNotification } from './order-commits.ts';
import type { StoredOrder } from './order-records.ts';

/**
 * CHECKOUT_ABANDONED: the payer cancelled, or made no step for as long as the merchant's profile says.
 * CHECKOUT_TIMED_OUT: the session, or the payment link, has ended.
 */
export type CheckoutEventKind = 'CHECKOUT_ABANDONED' | 'CHECKOUT_TIMED_OUT';

/** A checkout that has no event yet, claimed by this process. */
export interface WatchedCheckout {
  readonly sessionKey: number;
  readonly merchantKey: number;
  /** It is due again at this time, if its process has died. Identifies the claim. */
  readonly claimedUntil: number;
}

export interface NewCheckoutEvent {
  readonly event: CheckoutEventKind;
  /** The session as it was read. */
  readonly session: { readonly expiresAt: number; readonly updatedAt: number };
  readonly orderId: string;
  /** The order as it was read; undefined if it had no attempt. */
  readonly order: Pick<StoredOrder, 'fence' | 'key'> | undefined;
  readonly notification: NewNotification;
  readonly at: number;
}

export interface CheckoutEvents {
  newKey(): number;
  /** Claims due checkouts, the longest due first, for this process only. */
  claim(now: number, until: number, limit: number): Promise<readonly WatchedCheckout[]>;
  postpone(watched: WatchedCheckout, dueAt: number): Promise<void>;
  /** The checkout needs no event any more. */
  drop(watched: WatchedCheckout): Promise<void>;
  /**
   * Writes the event and its notification.
   *
   * @returns false, without a write, if another process has claimed the checkout, or if its session or order has
   *   changed since it was read
   */
  insert(watched: WatchedCheckout, event: NewCheckoutEvent): Promise<boolean>;
}
