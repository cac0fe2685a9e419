/** Ports of data retention: walks over the rows of each kind, and the removal of a row's data. */
import type { MerchantProfile } from '../../core/index.ts';
import type { LinkTerms, StoredAuthentication, StoredOrder, StoredTransaction } from '../../core/ports/index.ts';

export const SWEEP_KINDS = [
  'SESSION',
  'NOTIFICATION',
  'BROWSER_PAYMENT',
  'CARD',
  'SAVED_CARD',
  'LINK_ORDER',
  'LINK',
  'CONSOLE_VIEW',
  'ARCHIVE',
] as const;

export type SweepKind = (typeof SWEEP_KINDS)[number];

/** A walk over the rows of a kind, by key. */
export interface Sweep {
  readonly kind: SweepKind;
  /** The last key that was read. */
  readonly cursor: number;
  /** The lowest key so far of a row that still has data to remove; null if all rows so far are done. */
  readonly leftAt: number | null;
}

export interface RetainedRow {
  readonly key: number;
  readonly merchantKey: number;
  /** Start of its retention period; null while the order or notification is still active. */
  readonly since: number | null;
  /** Additional time for which other records need the row. */
  readonly keptMoreMs?: number;
  /** True if there is no data left to remove. */
  readonly isEmpty: boolean;
  /** For an order of a link: its payer only began. */
  readonly isOnlyBegun?: boolean;
}

export interface RetentionStore {
  /** Claims the walk for this process. @returns undefined if it is not due, or if another live process has it */
  claim(kind: SweepKind, now: number): Promise<Sweep | undefined>;
  /** @returns false if another process has the walk by now */
  advance(before: Sweep, after: Sweep): Promise<boolean>;
  /**
   * Ends the walk. The next one starts at the lowest key with data left.
   *
   * @returns false if another process has the walk by now
   */
  end(sweep: Sweep, nextAt: number): Promise<boolean>;
  /** The rows after a key, by key. */
  rows(kind: SweepKind, after: number, limit: number): Promise<RetainedRow[]>;
  /** This and the following methods return false, and remove no data, if the row has changed meanwhile. */
  removeSession(row: RetainedRow, now: number): Promise<boolean>;
  eraseNotification(row: RetainedRow): Promise<boolean>;
  erasePage(row: RetainedRow): Promise<boolean>;
  removeSavedCard(row: RetainedRow): Promise<boolean>;
  /** @returns false if the view was opened or deleted meanwhile */
  removeView(row: RetainedRow): Promise<boolean>;
  /** The order to which a payer of a link was led; undefined if the payer made no attempt. */
  orderOfLink(row: RetainedRow): Promise<StoredOrder | undefined>;
  /** False also while the session of the payer is stored. */
  removeLinkOrder(row: RetainedRow): Promise<boolean>;
  /** Ends the link, if it has not ended. False while one of its orders is stored. */
  removeLink(row: RetainedRow): Promise<boolean>;
  order(key: number): Promise<StoredOrder | undefined>;
  authentications(order: StoredOrder): Promise<readonly StoredAuthentication[]>;
  /** Erases the card numbers of the order, and the card hashes of its authentications. */
  eraseCards(order: StoredOrder, now: number): Promise<boolean>;
  /** Moves the requests and outcomes of the order's transactions to a monthly archive. They can be read as before. */
  archive(order: StoredOrder, now: number): Promise<boolean>;
}

/** Finds a merchant's retention periods. */
export interface RetentionMerchants {
  byKey(key: number): Promise<
    | {
        readonly profile: Pick<
          MerchantProfile,
          'authorizationValidityDays' | 'retention' | 'savedCards' | 'voidWindowHours'
        >;
      }
    | undefined
  >;
}

/** The stored records of an order. */
export interface OrderRecords {
  readonly order: StoredOrder;
  readonly transactions: readonly StoredTransaction[];
  readonly authentications: readonly StoredAuthentication[];
  /** The links for one payment whose place the order has. */
  readonly links: readonly LinkTexts[];
  readonly notifications: readonly {
    readonly key: number;
    /** True if the notification is not delivered yet. */
    readonly isWaiting: boolean;
    readonly hasBody: boolean;
  }[];
}

/** A link, with what the merchant wrote about its payer. */
export interface LinkTexts {
  readonly key: number;
  readonly terms: LinkTerms;
}

/** The stored texts of a merchant's session. */
export interface SessionText {
  readonly key: number;
  /** The session's fields and form, as stored. */
  readonly texts: readonly (string | null)[];
  readonly orderId: string | undefined;
}

/** The records to store in place of those with customer data. */
export interface OrderErasure {
  readonly order: StoredOrder;
  readonly transactions: readonly Pick<StoredTransaction, 'key' | 'outcome' | 'request'>[];
  readonly authentications: readonly Pick<StoredAuthentication, 'key' | 'purpose'>[];
  readonly links: readonly LinkTexts[];
  readonly notifications: readonly number[];
  readonly sessions: readonly number[];
}

export interface ErasureStore {
  records(merchantKey: number, orderId: string): Promise<OrderRecords | undefined>;
  /** Ids of the merchant's orders with a matching text, page by page. */
  ordersWith(merchantKey: number, fits: (text: string | null) => boolean): AsyncGenerator<string>;
  sessionsOf(merchantKey: number): AsyncGenerator<SessionText>;
  /** @returns false, and erases no data, if the order has changed meanwhile */
  erase(erasure: OrderErasure, now: number): Promise<boolean>;
  removeSessions(keys: readonly number[]): Promise<void>;
  linksOf(merchantKey: number): AsyncGenerator<LinkTexts>;
  setLinkTexts(links: readonly LinkTexts[]): Promise<void>;
}
