/**
 * The signed address of the page on which a payer sees and deletes saved cards. Its holder sees masked cards, and
 * can only delete them, so that it may stand in a mail. It names rows of the store by their keys, and no customer id.
 */
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts';
import { type CustomerCard, isHashStart, type Sealer } from '../../core/ports/index.ts';

export const SAVED_CARDS_PATH = '/checkout/cards/';

/** 128 bits of the HMAC: the address grants access to the page, so it must not be guessable. */
const SIGNATURE_BYTES = 16;
const PURPOSE = 'saved cards link';
/** A replaced signing key is kept for so long. */
const LIFE_MS_MAX = 400 * DAY_MS;
/** Keys of merchant and payer, the hour of its end, and the signature. */
const HANDLE = /^([0-9a-z]{1,11}-[0-9a-z]{1,11}-[0-9a-z]{1,6})-([0-9A-Za-z_-]{22})$/;

export interface SavedCardsLink {
  readonly merchantKey: number;
  readonly customerKey: number;
  /** Milliseconds since 1970. */
  readonly validUntil: number;
}

/** @returns the path of the page, which is valid as long as a card of the payer is kept; undefined without cards */
export function savedCardsAddress(
  sealer: Pick<Sealer, 'hash'>,
  cards: readonly CustomerCard[],
  now: number,
): string | undefined {
  const [card] = cards;
  if (card === undefined) {
    return undefined;
  }
  const keptUntil = Math.max(...cards.map((one) => one.keptUntil));
  const hours = Math.ceil(Math.min(keptUntil, now + LIFE_MS_MAX) / HOUR_MS);
  const named = [card.token.merchantKey, card.customerKey, hours].map((part) => part.toString(36)).join('-');
  return addressOf(`${named}-${signature(sealer, named).toString('base64url')}`);
}

/** @returns undefined for a handle that this gateway has not issued; an expired one is returned */
export function readSavedCardsHandle(sealer: Pick<Sealer, 'hashes'>, handle: string): SavedCardsLink | undefined {
  const [, named, signed] = HANDLE.exec(handle) ?? [];
  if (named === undefined || signed === undefined) {
    return undefined;
  }
  const given = Buffer.from(signed, 'base64url');
  // Only the canonical spelling is accepted: base64url has spare bits.
  if (given.toString('base64url') !== signed || !isHashStart(sealer, PURPOSE, named, given, SIGNATURE_BYTES)) {
    return undefined;
  }
  const [merchantKey = 0, customerKey = 0, hours = 0] = named.split('-').map((part) => Number.parseInt(part, 36));
  return { merchantKey, customerKey, validUntil: hours * HOUR_MS };
}

export const addressOf = (handle: string): string => SAVED_CARDS_PATH + encodeURIComponent(handle);

function signature(sealer: Pick<Sealer, 'hash'>, named: string): Buffer {
  return Buffer.from(sealer.hash(PURPOSE, named)).subarray(0, SIGNATURE_BYTES);
}
