/** Decides, by purpose, whether a key is still needed. */
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import type { KeyPurpose, WrappedDataKey } from '../../../core/ports/index.ts';
import type { KeyNeeds } from './key-needs.ts';

/** The lifetime of a payer's cookie. */
const COOKIE_MS = DAY_MS;
/** A replaced STATE key is needed for this time: links in mailed receipts work for longer than a payer may dispute. */
const STATE_MS = 400 * DAY_MS;
/**
 * Time between the moment at which a key becomes unneeded and its destruction. A suspended process may wake up with a
 * row that it has encrypted but not written.
 */
export const DESTROYED_AFTER_MS = HOUR_MS;

interface ReplacedKey {
  readonly key: WrappedDataKey;
  readonly needs: KeyNeeds;
  /** How long its successor has been in use. */
  readonly sinceMs: number;
}

/**
 * Request fingerprints are made with a HASH key and cannot be recomputed, because the request is not stored. While the
 * key exists, a repeat of an old request is recognised, so only the operator may decide to drop it, by naming it. A
 * risk rule that lists a card by a hash of the key would no longer match that card.
 */
const RULES: Readonly<Record<KeyPurpose, (replaced: ReplacedKey, isNamed: boolean) => boolean>> = {
  SEAL: ({ key, needs }) => !needs.sealed.has(key.id),
  HASH: ({ key, needs }, isNamed) => isNamed && !needs.hashed.has(key.id) && needs.listing.length === 0,
  STATE: ({ sinceMs }, isNamed) => isNamed || sinceMs > STATE_MS,
  COOKIE: ({ sinceMs }) => sinceMs > COOKIE_MS,
};

/** @param isNamed true if the operator named this key @returns false also for a key in use or about to be used */
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
  // A key that came with a merchant from another store was in use there until then.
  const replacedAt = Math.max(successor.activeFrom, key.createdAt);
  return RULES[key.purpose]({ key, needs, sinceMs: now - replacedAt }, isNamed);
}
