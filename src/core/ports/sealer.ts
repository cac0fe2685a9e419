/** The port of the vault. */
import { timingSafeEqual } from 'node:crypto';

/**
 * The purpose of a seal: it can be opened for this merchant and record only. Keys of older versions use the shorter
 * form.
 */
export interface RecordPlace {
  /** Identifies the merchant and the record. */
  readonly bound: string;
  /** Identifies the record only, for keys of older versions. */
  readonly before: string;
}

export type SealPlace = RecordPlace | string;

/** Seals card data and makes keyed hashes; the vault implements it. */
export interface Sealer {
  seal(plain: string, place: SealPlace): Uint8Array;
  open(sealed: Uint8Array, place: SealPlace): string;
  /** Hashes with the key in use: for hashes that are stored or sent. */
  hash(purpose: string, text: string): Uint8Array;
  /** Hashes with all loaded keys, first with the key in use, to find hashes that were made before a key change. */
  hashes(purpose: string, text: string): readonly Uint8Array[];
}

type Hashes = Pick<Sealer, 'hashes'>;

/** True if `given` is the hash of the text under any loaded key. */
export function isHash(sealer: Hashes, purpose: string, text: string, given: Uint8Array): boolean {
  return sealer.hashes(purpose, text).some((hash) => hash.length === given.length && timingSafeEqual(hash, given));
}

/** True if `given` is the first `bytes` bytes of the hash of the text under any loaded key. */
export function isHashStart(sealer: Hashes, purpose: string, text: string, given: Uint8Array, bytes: number): boolean {
  return sealer.hashes(purpose, text).some((hash) => {
    const start = hash.subarray(0, bytes);
    return start.length === given.length && given.length > 0 && timingSafeEqual(start, given);
  });
}
