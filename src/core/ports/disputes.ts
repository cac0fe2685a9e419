/** Disputes about the money of orders, as reports and providers have them, and the port to the store. */
import { DAY_MS } from '../../contract/durations.ts';

/** A dispute's contents. None of them names a payer. */
export interface DisputeFacts {
  /** The reason's code: of the card scheme, or of the provider. */
  readonly reason?: string | undefined;
  /** The provider's name of the stage: `INQUIRY`, `CHARGEBACK`. */
  readonly stage?: string | undefined;
  /** The provider's name of the status: `WAITING_FOR_SELLER_RESPONSE`. */
  readonly status?: string | undefined;
  /** The provider's name of the result: `RESOLVED_SELLER_FAVOUR`. */
  readonly outcome?: string | undefined;
  /** The disputed amount, minor units as text. */
  readonly amount?: string | undefined;
  /** ISO 4217. */
  readonly currency?: string | undefined;
  /** The day on which the dispute began, `2026-11-23`. */
  readonly date?: string | undefined;
  /** The last day to answer, of a report that has a day and no time. */
  readonly lastDay?: string | undefined;
  /** The source's own reference, by which people answer there. */
  readonly reference?: string | undefined;
}

/** A dispute as a provider describes it. Times are milliseconds since 1970. */
export interface ProviderDispute {
  /** The provider's own id. */
  readonly id: string;
  readonly isOpen: boolean;
  /** The end of the time to answer; absent while the provider awaits no answer of the merchant. */
  readonly dueAt?: number | undefined;
  readonly changedAt: number;
  readonly facts: DisputeFacts;
}

export interface StoredDispute extends ProviderDispute {
  readonly key: number;
  readonly merchantKey: number;
  readonly orderKey: number;
  /** The merchant's id of the order. */
  readonly orderId: string;
  /** An acquirer's name or a provider's id. Empty: the order's ledger alone has a chargeback. */
  readonly source: string;
}

/** A place in a list: the deadline of an open dispute, or the last change of a closed one. */
export interface DisputePosition {
  readonly at: number;
  readonly key: number;
}

export interface DisputeSearch {
  readonly merchantKey: number;
  /** Open ones come by their deadline, closed ones by their last change, the newest first. */
  readonly isOpen: boolean;
  /** A dispute whose deadline was before this time counts as closed. */
  readonly overdueSince: number;
  readonly after?: DisputePosition | undefined;
  readonly limit: number;
}

export interface Disputes {
  search(search: DisputeSearch): Promise<readonly StoredDispute[]>;
  /** The disputes of an order, the oldest first. */
  ofOrder(orderKey: number): Promise<readonly StoredDispute[]>;
  find(key: number): Promise<StoredDispute | undefined>;
}

/** @returns the place of a dispute in its list */
export function disputePosition({ key, dueAt = NO_DEADLINE, changedAt }: StoredDispute, isOpen: boolean) {
  return { at: isOpen ? dueAt : changedAt, key };
}

/** The stored deadline of a dispute without one: the end of the year 9999. */
export const NO_DEADLINE = 253_402_300_799_999;

/** The second mail about a dispute comes this long before its deadline. */
export const REMINDED_BEFORE_MS = 3 * DAY_MS;
