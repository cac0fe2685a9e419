/** The port that stores browser payments. */
import type {
  BrowserEvent,
  FoundPayment,
  LateCapture,
  PaymentTimeline,
  StatusQuery,
} from './browser-payment-records.ts';
import type { FollowUp } from './order-records.ts';

/** Stores browser payments. `Orders.begin` inserts them, and `Orders.complete` sets their page. */
export interface BrowserPayments {
  timeline(transactionKey: number): Promise<PaymentTimeline | undefined>;
  find(transactionKey: number): Promise<FoundPayment | undefined>;
  /** @param name which of the two unique names */
  findBy(name: 'handle' | 'reference', value: string): Promise<FoundPayment | undefined>;
  /**
   * Increments the count where an event of the same kind with the same outcome is stored.
   * @param askAt when to query the provider next, where that is to change
   */
  note(transactionKey: number, events: readonly BrowserEvent[], askAt?: number): Promise<void>;
  /**
   * Stores an event that happens at most once.
   * @returns false when it had happened before; nothing is written then
   */
  noteFirst(transactionKey: number, event: BrowserEvent, askAt?: number): Promise<boolean>;
  /**
   * Stores what was begun once the payer had chosen.
   * @param pageUrl absent: the page stays
   * @returns false when something was begun before; nothing is written then
   */
  setBegun(
    transactionKey: number,
    begun: { readonly providerReference: string; readonly pageUrl?: string },
    events: readonly BrowserEvent[],
    askAt: number,
  ): Promise<boolean>;
  /**
   * @param askAt null: never again
   * @returns false when it was not `before`; nothing is written then
   */
  setLate(
    transactionKey: number,
    change: { readonly before: LateCapture | null; readonly after: LateCapture },
    events: readonly BrowserEvent[],
    askAt: number | null,
  ): Promise<boolean>;
  /** Transactions of one provider whose status query is due, or whose advice is to be retried. */
  due(provider: string, now: number, limit: number): Promise<FollowUp[]>;
  /**
   * Counts one more status query. Where an event arrived while it was in flight, that event decides when to query next,
   * and not this call.
   *
   * @param dueAt of the next query; null: never again
   */
  queried(
    transactionKey: number,
    query: StatusQuery,
    dueAt: number | null,
    events?: readonly BrowserEvent[],
  ): Promise<void>;
  /** Payments whose late capture waits for the operator, the oldest first. */
  reported(limit: number): Promise<FoundPayment[]>;
}
