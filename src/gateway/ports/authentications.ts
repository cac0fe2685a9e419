/** The port that stores payers' authentications. */
import type { FoundAuthentication, StoredAuthentication } from './authentication-records.ts';
import type { StoredOrder } from './order-records.ts';

export interface Authentications {
  /** A key for a new row; never issued twice. */
  newKey(): number;
  find(orderKey: number, transactionId: string): Promise<StoredAuthentication | undefined>;
  /** @param id `threeDSServerTransID` */
  findByServerId(id: string): Promise<FoundAuthentication | undefined>;
  findByKey(key: number): Promise<FoundAuthentication | undefined>;
  /** In the order in which they began. */
  ofOrder(orderKey: number): Promise<StoredAuthentication[]>;
  /**
   * Inserts it, with its order where that is new; of an order that exists, `order` is one fence further.
   * @returns false when the order was created, locked or changed meanwhile; nothing is written then
   */
  begin(begun: {
    readonly order: StoredOrder;
    readonly isNew: boolean;
    readonly authentication: StoredAuthentication;
  }): Promise<boolean>;
  /**
   * Replaces what may change: purpose, request's fingerprint, state, time.
   * @param after one revision further than what was read
   * @returns false when it was changed meanwhile; nothing is written then
   */
  change(after: StoredAuthentication): Promise<boolean>;
  /** Claims those whose time has come: each goes to one process alone, until that changes it or dies. */
  due(now: number, limit: number): Promise<FoundAuthentication[]>;
  /** Those whose time came before this one and that no process has taken up, the oldest first: for the operator. */
  overdue(before: number, limit: number): Promise<FoundAuthentication[]>;
}
