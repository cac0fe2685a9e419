/**
 * Ids of sessions that this process was told, by their keys. A session's id is a password that is stored nowhere, and
 * what goes on without a request knows the session by its key: the id opens the security code that waits in it.
 */
import { randomInt } from 'node:crypto';
import { base62 } from '../gateway/index.ts';
import { LIFE_DEFAULT_MS } from './session-life.ts';

const ID_CHARACTERS = 24;
export const SESSION_ID = /^SESSION[0-9A-Za-z]{24}$/;

export function newSessionId(): string {
  return `SESSION${base62(ID_CHARACTERS, (below) => randomInt(below))}`;
}

/** Ten thousand payers between the press of the button and their bank's answer; of more, the first are forgotten. */
const REMEMBERED_MAX = 10_000;

/** By a session's key. */
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
