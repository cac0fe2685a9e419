/** The port by which every sealed row is read and sealed anew, whatever it is. */

import type { WithPasswords } from './merchants.ts';

/** A kind of rows with something sealed in them. */
export type SealedKind =
  | 'AUTHENTICATION'
  | 'CARD'
  | 'NOTIFICATION_KEY'
  | 'SESSION_CARD'
  | 'SESSION_SENSITIVE'
  | 'TOKEN';

export interface SealedRow {
  readonly key: number;
  readonly merchantKey: number;
  /** Of a card and of an authentication its order's key, of a notification key its generation; else 0. */
  readonly parent: number;
  /** Null where nothing is sealed in this row. */
  readonly sealed: Uint8Array | null;
}

/** A token's row, with what its card's hash is made of. */
export interface SealedToken extends SealedRow {
  readonly sealed: Uint8Array;
  /** The instrument without card data, JSON. */
  readonly fields: string;
  readonly cardHash: Uint8Array | null;
}

export interface StoredProfile extends WithPasswords {
  readonly key: number;
  readonly id: string;
  /** JSON. */
  readonly profile: string;
}

export interface SealedRecords {
  /** @param after the key of the last row that was read @returns at most `limit`, in the order of their keys */
  page(kind: SealedKind, after: number, limit: number): Promise<SealedRow[]>;
  tokens(after: number, limit: number): Promise<SealedToken[]>;
  /** @returns false when it is no longer sealed as it was read: nothing is written then */
  replace(kind: SealedKind, row: SealedRow, sealed: Uint8Array): Promise<boolean>;
  /** @returns false when the token was changed since it was read: nothing is written then */
  rehash(token: SealedToken, cardHash: Uint8Array): Promise<boolean>;
  profiles(): Promise<StoredProfile[]>;
  /** @returns false when the profile is no longer as it was read: nothing is written then */
  replaceProfile(before: StoredProfile, profile: string): Promise<boolean>;
}
