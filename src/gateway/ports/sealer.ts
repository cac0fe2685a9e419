/** The port of the vault. */
import { timingSafeEqual } from 'node:crypto';

/** What a sealed text belongs to, where keys of older versions sealed for less. */
export interface RecordPlace {
  /** Merchant and record. */
  readonly bound: string;
  /** The record alone. */
  readonly before: string;
}

export type Place = RecordPlace | string;

/** Seals card data and makes keyed hashes; the vault implements it. */
export interface Sealer {
  seal(plain: string, place: Place): Uint8Array;
  open(sealed: Uint8Array, place: Place): string;
  /** By the key that is in use: to store it, or to hand it out. */
  hash(purpose: string, text: string): Uint8Array;
  /** By every key that is held, the one in use first: to compare with what was made before a key was changed. */
  hashes(purpose: string, text: string): readonly Uint8Array[];
}

type Hashes = Pick<Sealer, 'hashes'>;

/** Whether `given` is the hash of the text by any key that is held. */
export function isHash(sealer: Hashes, purpose: string, text: string, given: Uint8Array): boolean {
  return sealer.hashes(purpose, text).some((hash) => hash.length === given.length && timingSafeEqual(hash, given));
}

/** The same of the first so many bytes of a hash. */
export function isHashStart(sealer: Hashes, purpose: string, text: string, given: Uint8Array, bytes: number): boolean {
  return sealer.hashes(purpose, text).some((hash) => {
    const start = hash.subarray(0, bytes);
    return start.length === given.length && given.length > 0 && timingSafeEqual(start, given);
  });
}
