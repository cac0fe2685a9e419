/** The port that stores payer authentications. */
import type { FoundAuthentication, StoredAuthentication } from './authentication-records.ts';
import type { StoredOrder } from './order-records.ts';

export interface Authentications {
  /** The number of the store that has the authentications, from 0 to 3,843: new transaction ids name it. */
  readonly storeNumber: number;
  /** Returns a new key for a row. Keys are not reused. */
  newKey(): number;
  find(orderKey: number, transactionId: string): Promise<StoredAuthentication | undefined>;
  /** @param id `threeDSServerTransID` */
  findByServerId(id: string): Promise<FoundAuthentication | undefined>;
  findByKey(key: number): Promise<FoundAuthentication | undefined>;
  /** Returns the authentications of an order, the oldest first. */
  ofOrder(orderKey: number): Promise<StoredAuthentication[]>;
  /**
   * Inserts an authentication, and its order if the order is new. For an existing order, `order` has the next fence.
   * @returns false if another operation has created, locked or changed the order; no row is written then
   */
  begin(initiation: {
    readonly order: StoredOrder;
    readonly isNew: boolean;
    readonly authentication: StoredAuthentication;
  }): Promise<boolean>;
  /**
   * Replaces the members that may change: purpose, request fingerprint, state, wake time.
   * @param after the new state, with the next revision
   * @returns false if a concurrent change came first; no row is written then
   */
  change(after: StoredAuthentication): Promise<boolean>;
  /** Claims the authentications that are due. Each goes to one process only, until that process changes it or dies. */
  due(now: number, limit: number): Promise<FoundAuthentication[]>;
  /**
   * For the operator: returns authentications that were due before `before` and are claimed by no process, the oldest
   * first.
   */
  overdue(before: number, limit: number): Promise<FoundAuthentication[]>;
}
