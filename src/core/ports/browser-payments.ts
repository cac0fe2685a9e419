/** The port that stores browser payments. */
import type {
  BrowserEvent,
  FoundPayment,
  LateCapture,
  PaymentTimeline,
  StatusQuery,
} from './browser-payment-records.ts';
import type { ProviderDispute } from './disputes.ts';
import type { FollowUp } from './order-records.ts';

/** Stores browser payments. `Orders.begin` inserts them, and `Orders.complete` sets their `pageUrl`. */
export interface BrowserPayments {
  /** The number of the store that has the payments, from 0 to 3,843: new handles name it. */
  readonly storeNumber: number;
  timeline(transactionKey: number): Promise<PaymentTimeline | undefined>;
  find(transactionKey: number): Promise<FoundPayment | undefined>;
  /** @param name the unique name to search by */
  findBy(name: 'handle' | 'reference', value: string): Promise<FoundPayment | undefined>;
  /**
   * Stores events. An event with the kind and outcome of a stored one increments its count.
   * @param askAt the new time of the next status query; absent: unchanged
   */
  note(transactionKey: number, events: readonly BrowserEvent[], askAt?: number): Promise<void>;
  /** Stores a dispute about the payment, unless a later state of it is stored. */
  recordDispute(found: FoundPayment, dispute: ProviderDispute, now: number): Promise<void>;
  /**
   * Stores an event that may happen only once.
   * @returns false if it has happened before; no row is written then
   */
  noteFirst(transactionKey: number, event: BrowserEvent, askAt?: number): Promise<boolean>;
  /**
   * Stores the provider's number and page of a payment that started once the payer had chosen an option.
   * @param pageUrl absent: the page is unchanged
   * @returns false if a payment was started before; no row is written then
   */
  setStarted(
    transactionKey: number,
    started: { readonly providerReference: string; readonly pageUrl?: string },
    events: readonly BrowserEvent[],
    askAt: number,
  ): Promise<boolean>;
  /**
   * @param askAt null: no further query
   * @returns false if the state was not `before`; no row is written then
   */
  setLate(
    transactionKey: number,
    change: { readonly before: LateCapture | null; readonly after: LateCapture },
    events: readonly BrowserEvent[],
    askAt: number | null,
  ): Promise<boolean>;
  /** The transactions of a provider with a due status query or a due advice repeat. */
  due(provider: string, now: number, limit: number): Promise<FollowUp[]>;
  /**
   * Counts one more status query. If an event during the query has set another time for the next query, that time is
   * preserved.
   *
   * @param dueAt the time of the next query; null: no further query
   */
  recordQuery(
    transactionKey: number,
    query: StatusQuery,
    dueAt: number | null,
    events?: readonly BrowserEvent[],
  ): Promise<void>;
  /** Payments whose late capture waits for the operator, the oldest first. */
  reportedPayments(limit: number): Promise<FoundPayment[]>;
}
