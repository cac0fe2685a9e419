/** The port of the vault. */

/** Seals card data and makes keyed hashes; the vault implements it. */
export interface Sealer {
  seal(plain: string, place: string): Uint8Array;
  open(sealed: Uint8Array, place: string): string;
  hash(purpose: string, text: string): Uint8Array;
}
