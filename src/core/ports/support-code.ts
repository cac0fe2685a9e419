/**
 * Support codes of payments: eight characters that a payer reads to the shop, and by which the operator finds the
 * order. A code is the encrypted key of the order's row: it is not stored, and found again by the table's primary key.
 * The cipher is a permutation of the 2^40 texts of eight characters, as many as a store has keys, so that codes of
 * consecutive orders look random, and with a million orders one text of a million is a code. Three more characters are
 * the number of the store, if it is not 0.
 */
import { type Cipheriv, createCipheriv, createHash } from 'node:crypto';
import { isStoreNumber, KEYS_OF_STORE, storeOfKey } from '../../platform/store-ids.ts';
import type { Sealer } from './sealer.ts';

/** Crockford's base 32, which omits letters that are easily misread or misheard. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE = /^([0-9A-HJKMNP-TV-Z]{8})([0-9A-HJKMNP-TV-Z]{3})?$/;
const GROUP_CHARACTERS = 4;
/** The letters that are read as digits. */
const MISREAD: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };
/** Spaces, dashes of any length, and format characters, which copied texts may contain. */
const BETWEEN = /[\s\p{Pd}\p{Cf}.]/gu;

/** Eight characters of five bits, as two halves. */
const HALF_BITS = 20;
const HALF = 2 ** HALF_BITS;
const SHIFTS = [15, 10, 5, 0];
const STORE_SHIFTS = [10, 5, 0];
const CHARACTER_MASK = 31;
/** A Feistel network with AES has ten rounds on short numbers, as in FF1 (NIST SP 800-38G). */
const ROUNDS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const AES_BLOCK_BYTES = 16;

/** The last cipher for new codes, and the hash it was made from: making one takes longer than making a code. */
let last: { readonly hash: Uint8Array; readonly cipher: Cipheriv } | undefined;

const PURPOSE = 'support code';
const SUBJECT = 'order';

/** @returns the code of the order's payments, such as `K3DQ-9XF2`; `K3DQ-9XF2-00A` in store 10 */
export function supportCode(sealer: Pick<Sealer, 'hash'>, orderKey: number): string {
  const hash = sealer.hash(PURPOSE, SUBJECT);
  if (last === undefined || Buffer.compare(last.hash, hash) !== 0) {
    last = { hash, cipher: cipherOf(hash) };
  }
  const { cipher } = last;
  const [store, place] = [storeOfKey(orderKey), orderKey % KEYS_OF_STORE];
  let [left, right] = [Math.floor(place / HALF), place % HALF];
  for (const round of ROUNDS) {
    [left, right] = [right, left ^ roundOf(cipher, round, right)];
  }
  const code = `${textOf(left)}-${textOf(right)}`;
  return store === 0 ? code : `${code}-${textOf(store, STORE_SHIFTS)}`;
}

/**
 * @param typed the code as a person typed it: in any case, with or without separators, with O, I and L for digits
 * @returns the order's key, one for each loaded key of the vault; undefined if the text is no code
 */
export function orderKeysOf(sealer: Pick<Sealer, 'hashes'>, typed: string): readonly number[] | undefined {
  const [, code, named] = CODE.exec(plainCode(typed)) ?? [];
  const store = named === undefined ? 0 : numberOf(named);
  if (code === undefined || !isStoreNumber(store) || (named !== undefined && store === 0)) {
    return undefined;
  }
  return sealer.hashes(PURPOSE, SUBJECT).map((hash) => {
    const cipher = cipherOf(hash);
    let [left, right] = [numberOf(code.slice(0, GROUP_CHARACTERS)), numberOf(code.slice(GROUP_CHARACTERS))];
    for (const round of ROUNDS.toReversed()) {
      [left, right] = [right ^ roundOf(cipher, round, left), left];
    }
    return store * KEYS_OF_STORE + left * HALF + right;
  });
}

/** The characters of a typed code in their own spelling. Other texts stay invalid. */
export function plainCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(BETWEEN, '')
    .toUpperCase()
    .replace(/[OIL]/g, (letter) => MISREAD[letter] ?? letter);
}

function cipherOf(hash: Uint8Array): Cipheriv {
  // In ECB mode each block is encrypted by itself, so that one object serves all rounds.
  return createCipheriv('aes-256-ecb', createHash('sha256').update(hash).digest(), null);
}

function roundOf(cipher: Cipheriv, round: number, half: number): number {
  const block = Buffer.alloc(AES_BLOCK_BYTES);
  block.writeUInt32BE(round);
  block.writeUInt32BE(half, AES_BLOCK_BYTES / 2);
  return cipher.update(block).readUInt32BE() >>> (32 - HALF_BITS);
}

function textOf(number: number, shifts = SHIFTS): string {
  return shifts.map((shift) => ALPHABET[(number >>> shift) & CHARACTER_MASK]).join('');
}

function numberOf(characters: string): number {
  return [...characters].reduce((number, character) => number * ALPHABET.length + ALPHABET.indexOf(character), 0);
}
