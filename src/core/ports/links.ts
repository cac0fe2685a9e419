/**
 * The port to stored links. Every payer who begins gets an order of its own. An order takes one of the link's payments
 * when its payer presses Pay: it keeps it once it is paid, and gives it back when its payment fails or is left.
 */

/** The merchant's choices. Amounts are decimal texts in major units. */
export interface LinkTerms {
  /** Undefined: the payer types it. */
  readonly amount?: string | undefined;
  readonly minimumAmount?: string | undefined;
  readonly maximumAmount?: string | undefined;
  /** ISO 4217. */
  readonly currency: string;
  readonly description?: string | undefined;
  readonly note?: string | undefined;
  /** As the merchant wrote it. */
  readonly locale?: string | undefined;
  readonly operation: 'AUTHORIZE' | 'PURCHASE';
  readonly reference?: string | undefined;
  readonly isAmountInPreview?: true | undefined;
}

export interface StoredLink {
  readonly key: number;
  /** Sixteen random letters and digits: the address that payers get has it. */
  readonly id: string;
  readonly merchantKey: number;
  readonly terms: LinkTerms;
  /** How many payments it takes; null: any number. */
  readonly paymentsMax: number | null;
  /** How many of its orders are TAKEN or PAID. */
  readonly taken: number;
  /** Milliseconds since 1970; null: never. */
  readonly expiresAt: number | null;
  readonly endedAt: number | null;
  readonly createdAt: number;
}

/** An order that a payer of the link began to pay. */
export interface LinkOrder {
  readonly key: number;
  readonly linkKey: number;
  readonly orderId: string;
  /** Null until the session was made. */
  readonly sessionKey: number | null;
  /** The session's id, sealed under the token of the form that began it. */
  readonly sealedSession: string | null;
  /** OPEN: it holds no payment of the link. TAKEN: its payer has pressed Pay. PAID: for good. */
  readonly state: 'OPEN' | 'PAID' | 'TAKEN';
  /** The attempt for which it was taken last: a transaction's id. */
  readonly attempt: string | null;
  /** When that was. */
  readonly takenAt: number | null;
  readonly createdAt: number;
}

/** The taking as it was read, which a release must find unchanged. */
export type TakenOrder = Pick<LinkOrder, 'attempt' | 'key' | 'linkKey' | 'takenAt'>;

/** One of a link's payments, taken by an order for an attempt. */
export interface TakenPlace {
  /** Key of the `LinkOrder`. */
  readonly linkOrder: number;
  readonly attempt: string;
}

export interface Links {
  /** The number of the store that has the links, from 0 to 3,843: new ids name it. */
  readonly storeNumber: number;
  newKey(): number;
  /** @returns false where there is a link of this id */
  insert(link: StoredLink): Promise<boolean>;
  find(id: string): Promise<StoredLink | undefined>;
  findByKey(key: number): Promise<StoredLink | undefined>;
  /** The newest first. @param before the key of a link: those that were made before it */
  ofMerchant(merchantKey: number, limit: number, before?: number): Promise<readonly StoredLink[]>;
  /** @returns false where it has ended before */
  end(key: number, now: number): Promise<boolean>;

  /** @param start a hash of the form's token */
  findOrder(start: string): Promise<LinkOrder | undefined>;
  findOrderByKey(key: number): Promise<LinkOrder | undefined>;
  /** The newest first. */
  orders(linkKey: number, limit: number): Promise<readonly LinkOrder[]>;
  takenOrders(linkKey: number, limit: number): Promise<readonly LinkOrder[]>;
  countPaid(linkKey: number): Promise<number>;
  /** @returns false where the same form has made one before */
  insertOrder(order: LinkOrder, start: string): Promise<boolean>;
  /** @returns false where it has a session */
  setSession(key: number, sessionKey: number, sealedSession: string): Promise<boolean>;
  /**
   * Takes one of the link's payments for an attempt of an OPEN order.
   *
   * @returns false where none is left, or the order has taken one
   */
  take(order: Pick<LinkOrder, 'key' | 'linkKey'>, attempt: string, now: number): Promise<boolean>;
  /** Keeps what a TAKEN order holds for its next attempt. @returns false where it holds none any more */
  keep(key: number, attempt: string, now: number): Promise<boolean>;
  /** Gives back what a TAKEN order holds. @returns false where its payer has made another attempt since */
  release(order: TakenOrder): Promise<boolean>;
  markPaid(key: number): Promise<void>;
}
