/** The ports of key rotation: the kinds of encrypted rows, and the hashes of passwords. */
import type { SealedKind, SealedRow, SealPlace } from '../../../core/ports/index.ts';

/** The rows of a kind, with the place to which the encryption of each is bound. */
export interface KindOfRows {
  readonly kind: SealedKind;
  /** The kind's name for the operator. */
  readonly name: string;
  readonly place: (row: SealedRow) => SealPlace;
}

export interface PasswordHashes {
  /** True if a stored password's hash used a key. */
  isKeyed(stored: string): boolean;
  /** @returns the key of a stored password's hash; undefined if it used the very first key, or no key */
  keyOf(stored: string): number | undefined;
}
