/** The port of what is kept no longer than needed: walks over the rows of each kind, and what is removed of a row. */
import type { MerchantProfile } from '../gateway/index.ts';
import type { StoredAuthentication, StoredOrder, StoredTransaction } from '../gateway/ports/index.ts';

export const SWEEP_KINDS = ['SESSION', 'NOTIFICATION', 'BROWSER_PAYMENT', 'CARD', 'ARCHIVE'] as const;

export type SweepKind = (typeof SWEEP_KINDS)[number];

/** A walk over the rows of a kind, in the order of their keys. */
export interface Sweep {
  readonly kind: SweepKind;
  /** The last key that was seen. */
  readonly cursor: number;
  /** The lowest key of a row that still has something to remove; null: none so far. */
  readonly leftAt: number | null;
}

export interface RetainedRow {
  readonly key: number;
  readonly merchantKey: number;
  /** From when on its period counts; null: what it belongs to goes on. */
  readonly since: number | null;
  /** Beyond its period: something else needs it. */
  readonly keptMoreMs?: number;
  /** Nothing of it is left to remove. */
  readonly isEmpty: boolean;
}

export interface RetentionStore {
  /** Claims the walk for this process. @returns undefined where it is not due, or another live process walks */
  claim(kind: SweepKind, now: number): Promise<Sweep | undefined>;
  /** @returns false where another process walks by now */
  advance(before: Sweep, after: Sweep): Promise<boolean>;
  /** The next walk begins at the lowest key that was left. @returns false likewise */
  end(sweep: Sweep, nextAt: number): Promise<boolean>;
  /** Those behind a key, in the order of their keys. */
  rows(kind: SweepKind, after: number, limit: number): Promise<RetainedRow[]>;
  /** @returns false where the row changed meanwhile; nothing is removed then. So do the others. */
  removeSession(row: RetainedRow): Promise<boolean>;
  eraseNotification(row: RetainedRow): Promise<boolean>;
  erasePage(row: RetainedRow): Promise<boolean>;
  order(key: number): Promise<StoredOrder | undefined>;
  authentications(order: StoredOrder): Promise<readonly StoredAuthentication[]>;
  /** The numbers of the order's cards, and what would tell in its authentications which card it was. */
  eraseCards(order: StoredOrder, now: number): Promise<boolean>;
  /** What its transactions asked and got moves to a monthly piece, from where it is read as before. */
  archive(order: StoredOrder, now: number): Promise<boolean>;
}

/** Whose periods hold. */
export interface RetentionMerchants {
  byKey(
    key: number,
  ): Promise<
    | { readonly profile: Pick<MerchantProfile, 'authorizationValidityDays' | 'retention' | 'voidWindowHours'> }
    | undefined
  >;
}

/** What is stored of an order beside its row. */
export interface OrderRecords {
  readonly order: StoredOrder;
  readonly transactions: readonly StoredTransaction[];
  readonly authentications: readonly StoredAuthentication[];
  readonly notifications: readonly {
    readonly key: number;
    /** It is not delivered yet. */
    readonly isWaiting: boolean;
    readonly hasBody: boolean;
  }[];
}

/** Those of one merchant. */
export interface SessionText {
  readonly key: number;
  /** What it holds, as stored. */
  readonly texts: readonly (string | null)[];
  readonly orderId: string | undefined;
}

/** What takes the place of what was stored. */
export interface OrderErasure {
  readonly order: StoredOrder;
  readonly transactions: readonly Pick<StoredTransaction, 'key' | 'outcome' | 'request'>[];
  readonly authentications: readonly Pick<StoredAuthentication, 'key' | 'purpose'>[];
  readonly notifications: readonly number[];
  readonly sessions: readonly number[];
}

export interface ErasureStore {
  records(merchantKey: number, orderId: string): Promise<OrderRecords | undefined>;
  /** Ids of the merchant's orders in which a text fits, page by page. */
  ordersWith(merchantKey: number, fits: (text: string | null) => boolean): AsyncGenerator<string>;
  sessionsOf(merchantKey: number): AsyncGenerator<SessionText>;
  /** @returns false where the order changed meanwhile; nothing is erased then */
  erase(erasure: OrderErasure, now: number): Promise<boolean>;
  removeSessions(keys: readonly number[]): Promise<void>;
}
