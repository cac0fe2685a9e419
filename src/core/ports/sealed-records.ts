/** The port that reads and re-seals all kinds of sealed rows. */

import type { WithPasswords } from './merchants.ts';

/** A kind of row with sealed data. */
export type SealedKind =
  | 'AUTHENTICATION'
  | 'CARD'
  | 'CONSOLE_FACTOR'
  | 'CONSOLE_VIEW'
  | 'NOTIFICATION_KEY'
  | 'SAVED_CUSTOMER'
  | 'SESSION_CARD'
  | 'SESSION_SENSITIVE'
  | 'STORE_ADDRESS'
  | 'TOKEN';

export interface SealedRow {
  readonly key: number;
  readonly merchantKey: number;
  /** The key of the order for a card or an authentication, the generation for a notification key, otherwise 0. */
  readonly parent: number;
  /** Null if the row has no sealed data. */
  readonly sealed: Uint8Array | null;
}

/** A token's row, with the fields from which the card's hash is made. */
export interface SealedToken extends SealedRow {
  readonly sealed: Uint8Array;
  /** The instrument without card data, as JSON text. */
  readonly fields: string;
  readonly cardHash: Uint8Array | null;
}

/** The row of a payer with saved cards, with the hash of the customer id that it seals. */
export interface SealedCustomer extends SealedRow {
  readonly sealed: Uint8Array;
  readonly hash: Uint8Array;
}

export interface StoredProfile extends WithPasswords {
  readonly key: number;
  readonly id: string;
  /** The profile, as JSON text. */
  readonly profile: string;
}

export interface SealedRecords {
  /** @param after the key of the last row read @returns at most `limit` rows, by ascending key */
  page(kind: SealedKind, after: number, limit: number): Promise<SealedRow[]>;
  tokens(after: number, limit: number): Promise<SealedToken[]>;
  customers(after: number, limit: number): Promise<SealedCustomer[]>;
  /** @returns false if the seal has changed since it was read; no row is written then */
  replace(kind: SealedKind, row: SealedRow, sealed: Uint8Array): Promise<boolean>;
  /** @returns false if the token was changed since it was read; no row is written then */
  rehash(token: SealedToken, cardHash: Uint8Array): Promise<boolean>;
  /** @returns false if the row was changed since it was read; no row is written then */
  rehashCustomer(customer: SealedCustomer, hash: Uint8Array): Promise<boolean>;
  profiles(): Promise<StoredProfile[]>;
  /** @returns false if the profile has changed since it was read; no row is written then */
  replaceProfile(before: StoredProfile, profile: string): Promise<boolean>;
}
