/**
 * The number of a store in what it makes: in the row keys, which name messages to acquirers and providers, and in the
 * ids of payers' addresses, which name no merchant. A process that serves many stores finds the store of an id by it.
 *
 * Store 0 is the only one of most installations. Its ids have no code, as those of releases without numbers.
 */
import { BASE62 } from './base62.ts';

/** The largest number of a store: two characters of base62. */
export const STORE_NUMBER_MAX = 62 ** 2 - 1;

/** Row keys of each store: store N has the keys from N × 2^40 + 1. The last one of store 3,843 is below 2^53. */
export const KEYS_OF_STORE = 2 ** 40;

/** A store with fewer keys left is reported. They last for five months of a thousand payments a second. */
export const KEYS_LEFT_LOW = 2 ** 36;

export function isStoreNumber(number: number): boolean {
  return Number.isInteger(number) && number >= 0 && number <= STORE_NUMBER_MAX;
}

/** @returns two characters of base62 for ids in payers' addresses; the empty text for store 0 @throws RangeError */
export function storeCode(number: number): string {
  requireNumber(number);
  return number === 0 ? '' : BASE62.charAt(Math.floor(number / 62)) + BASE62.charAt(number % 62);
}

/** @returns the smallest row key of a store @throws RangeError */
export function firstKeyOf(number: number): number {
  requireNumber(number);
  return number * KEYS_OF_STORE + 1;
}

/** @returns the number of the store that has made the row; it keeps its key where its merchant has moved to another */
export function storeOfKey(key: number): number {
  return Math.floor(key / KEYS_OF_STORE);
}

/** Ids with a code where `(..)` is. The code is absent from those of store 0, so the length decides. */
const CODED: readonly RegExp[] = [
  // A session, or an alias of one.
  /^SESSION([0-9A-Za-z]{2})?[0-9A-Za-z]{24}$/,
  // The handle of a browser payment.
  /^([0-9A-Za-z]{2})?[0-9A-Za-z]{24}$/,
  // A link that takes payments.
  /^([0-9A-Za-z]{2})?[0-9A-Za-z]{16}$/,
  // A logo.
  /^([0-9A-Za-z]{2})?[0-9a-f]{32}\.(?:png|svg)$/,
];

const SIGNATURE = '[0-9A-Za-z_-]{22}';

/** Signed texts that begin with a row key, in base36. Their signatures cover the key. */
const KEYED: readonly RegExp[] = [
  // The handle of a payment by card, or of an authentication.
  new RegExp(`^[ac]([0-9a-z]{1,11})-${SIGNATURE}$`),
  // The state in a provider's return address.
  new RegExp(`^([0-9a-z]{1,11})-[0-9a-z]{1,9}-${SIGNATURE}$`),
  // A page of saved cards, which begins with the merchant's key: the second is that of the payer.
  new RegExp(`^[0-9a-z]{1,11}-([0-9a-z]{1,11})-[0-9a-z]{1,6}-${SIGNATURE}$`),
];

/** The state in the addresses of an authentication. It is apart from the others, because `a…` may be a key. */
const AUTHENTICATION_STATE = new RegExp(`^([0-9a-z]{1,11})-${SIGNATURE}$`);

/** The transaction id of the 3DS Server: version 4 in store 0; version 5 with the store's number in the others. */
const TRANSACTION_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])([0-9a-f]{3})-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const NUMBERED_VERSION = '5';

/**
 * The store that has made an id in a payer's address: of a session, a link, a logo, a browser payment, a payment by
 * card, an authentication's status page, a return from a provider, or saved cards. The signature of a text that has one
 * is not verified here.
 *
 * @returns undefined for a text that no store can have made
 */
export function storeOfId(id: string): number | undefined {
  // A minus sign is before each signature, and in no other id.
  const isKeyed = id.includes('-');
  for (const shape of isKeyed ? KEYED : CODED) {
    const found = shape.exec(id);
    if (found !== null) {
      const [, store] = found;
      return store === undefined ? 0 : isKeyed ? storeOfText(store) : numberOf(store);
    }
  }
  return undefined;
}

/**
 * The store that has made the state in an address below `/checkout/authentication/`.
 *
 * @returns undefined for a text that no store can have made
 */
export function storeOfAuthenticationState(state: string): number | undefined {
  const [, key] = AUTHENTICATION_STATE.exec(state) ?? [];
  return key === undefined ? undefined : storeOfText(key);
}

/**
 * The store of an authentication, by the `threeDSServerTransID` of a directory server's result.
 *
 * @returns undefined for a text that no store can have made
 */
export function storeOfTransactionId(id: string): number | undefined {
  const [, version, digits = ''] = TRANSACTION_ID.exec(id) ?? [];
  if (version === undefined) {
    return undefined;
  }
  const number = version === NUMBERED_VERSION ? Number.parseInt(digits, 16) : 0;
  return isStoreNumber(number) ? number : undefined;
}

/** @param random a UUID of version 4 @returns the transaction id of a store's 3DS Server */
export function transactionIdOf(number: number, random: string): string {
  return number === 0
    ? random
    : random.slice(0, 14) + NUMBERED_VERSION + number.toString(16).padStart(3, '0') + random.slice(18);
}

function requireNumber(number: number): void {
  if (!isStoreNumber(number)) {
    throw new RangeError(`A store's number is an integer from 0 to ${STORE_NUMBER_MAX}, not ${number}.`);
  }
}

function numberOf(code: string): number {
  return BASE62.indexOf(code.charAt(0)) * 62 + BASE62.indexOf(code.charAt(1));
}

/** @param key in base36 */
function storeOfText(key: string): number | undefined {
  const number = storeOfKey(Number.parseInt(key, 36));
  return isStoreNumber(number) ? number : undefined;
}
