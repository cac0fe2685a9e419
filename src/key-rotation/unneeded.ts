/** Which keys nothing needs any more, by purpose. */
import type { KeyPurpose, WrappedDataKey } from '../gateway/ports/index.ts';
import type { KeyNeeds } from './key-needs.ts';

const DAY_MS = 86_400_000;
/** A payer's cookie lives for a day. */
const COOKIE_MS = DAY_MS;
/** Links to status pages in receipts that were mailed work for as long as a payer may dispute the payment, and more. */
const STATE_MS = 400 * DAY_MS;
/**
 * Between the moment at which nothing needs a key and its end. A process that was suspended may wake with a row that it
 * has sealed and not written.
 */
export const DESTROYED_AFTER_MS = 60 * 60_000;

interface Replaced {
  readonly key: WrappedDataKey;
  readonly needs: KeyNeeds;
  /** How long another key has been in use in its place. */
  readonly sinceMs: number;
}

/**
 * Request fingerprints are hashed by a HASH key and cannot be hashed anew, as the request is not stored. While the key
 * is held, a repeat of an old request is recognised; so only the operator decides that it goes, by naming it. A rule
 * that lists a card by a hash of it would let that card pass.
 */
const RULES: Readonly<Record<KeyPurpose, (replaced: Replaced, isNamed: boolean) => boolean>> = {
  SEAL: ({ key, needs }) => !needs.sealed.has(key.id),
  HASH: ({ key, needs }, isNamed) => isNamed && !needs.hashed.has(key.id) && needs.listing.length === 0,
  STATE: ({ sinceMs }, isNamed) => isNamed || sinceMs > STATE_MS,
  COOKIE: ({ sinceMs }) => sinceMs > COOKIE_MS,
};

/** @param isNamed the operator named this key @returns false also for one that is in use or coming into use */
export function isUnneeded(
  key: WrappedDataKey,
  keys: readonly WrappedDataKey[],
  needs: KeyNeeds,
  now: number,
  isNamed: boolean,
): boolean {
  const successor = keys
    .filter(({ id, purpose, activeFrom }) => purpose === key.purpose && id > key.id && activeFrom !== null)
    .toSorted((one, other) => (one.activeFrom ?? 0) - (other.activeFrom ?? 0))[0];
  if (key.activeFrom === null || successor?.activeFrom == null || successor.activeFrom > now) {
    return false;
  }
  return RULES[key.purpose]({ key, needs, sinceMs: now - successor.activeFrom }, isNamed);
}
