/**
 * Caches the ids of sessions that this process has seen, by their keys. A session's id is a password and is not stored;
 * work without a request knows only the session's key, and needs the id to open a security code that is sealed under
 * it.
 */
import { randomInt } from 'node:crypto';
import { base62 } from '../../platform/base62.ts';
import { storeCode } from '../../platform/store-ids.ts';
import { LIFE_DEFAULT_MS } from './session-life.ts';

const ID_CHARACTERS = 24;
/** With the code of the session's store, if that is not 0. */
export const SESSION_ID = /^SESSION(?:[0-9A-Za-z]{2})?[0-9A-Za-z]{24}$/;

/** @returns 31 characters in store 0, and 33 in others */
export function newSessionId(storeNumber: number): string {
  return `SESSION${storeCode(storeNumber)}${base62(ID_CHARACTERS, (below) => randomInt(below))}`;
}

/** Ten thousand payers between pressing Pay and their bank's answer; beyond that the oldest are evicted. */
const REMEMBERED_MAX = 10_000;

/** A cache of fixed size by the session's key, with the lifetime of a session. */
export class SessionIds<Known> {
  readonly #known = new Map<number, { readonly known: Known; readonly until: number }>();

  remember(key: number, known: Known, now: number): void {
    this.#known.delete(key);
    this.#known.set(key, { known, until: now + LIFE_DEFAULT_MS });
    for (const [oldest, { until }] of this.#known) {
      if (this.#known.size <= REMEMBERED_MAX && until > now) {
        break;
      }
      this.#known.delete(oldest);
    }
  }

  of(key: number, now: number): Known | undefined {
    const entry = this.#known.get(key);
    return entry !== undefined && entry.until > now ? entry.known : undefined;
  }
}
