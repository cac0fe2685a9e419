/** The port that stores payer authentications. */
import type { FoundAuthentication, StoredAuthentication } from './authentication-records.ts';
import type { StoredOrder } from './order-records.ts';

export interface Authentications {
  /** Returns a new key for a row. Keys are not reused. */
  newKey(): number;
  find(orderKey: number, transactionId: string): Promise<StoredAuthentication | undefined>;
  /** @param id `threeDSServerTransID` */
  findByServerId(id: string): Promise<FoundAuthentication | undefined>;
  findByKey(key: number): Promise<FoundAuthentication | undefined>;
  /** The oldest first. */
  ofOrder(orderKey: number): Promise<StoredAuthentication[]>;
  /**
   * Inserts it, and its order if that is new. For an existing order, `order` has the next fence.
   * @returns false if the order was created, locked or changed meanwhile; no row is written then
   */
  begin(begun: {
    readonly order: StoredOrder;
    readonly isNew: boolean;
    readonly authentication: StoredAuthentication;
  }): Promise<boolean>;
  /**
   * Replaces the members that may change: purpose, request fingerprint, state, wake time.
   * @param after with the next revision
   * @returns false if it was changed meanwhile; no row is written then
   */
  change(after: StoredAuthentication): Promise<boolean>;
  /** Claims the authentications that are due. Each goes to one process only, until that process changes it or dies. */
  due(now: number, limit: number): Promise<FoundAuthentication[]>;
  /**
   * For the operator: authentications that were due before `before` and that no process has claimed, the oldest first.
   */
  overdue(before: number, limit: number): Promise<FoundAuthentication[]>;
}
