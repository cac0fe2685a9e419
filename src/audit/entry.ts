/**
 * One entry of the audit trail, and the hash that binds it to the entry before it.
 *
 * The hash is not keyed: an auditor checks the chain with the table and the head file alone, and a key that turns would
 * break it. Whoever rewrites the whole table with right hashes is found by the heads, which lie outside the database.
 */
import { hash } from 'node:crypto';
import type { Unmasking } from '../gateway/ports/index.ts';

/** What is said to have happened, before it has a place in the chain. */
export interface AuditEvent {
  /** From the table of `docs/operating/audit.md`: `merchant put`, `unmask`. */
  readonly action: string;
  /** Who did it: an operator's name, `merchant.ID`, or `gateway`. */
  readonly actor: string;
  /** What it was done to, mostly a merchant's id. */
  readonly subject: string | null;
  /** Never a secret, nor card data. */
  readonly details: Readonly<Record<string, unknown>>;
  /** The row of the table `unmasking` that is stored with it. */
  readonly unmasking?: Unmasking;
}

/** As it is stored. */
export interface AuditEntry {
  /** 1, 2, 3, without gaps, over all processes. */
  readonly sequence: number;
  /** A row key: tells equal events of two processes apart. The row of `unmasking` beside it has the same. */
  readonly key: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  readonly subject: string | null;
  /** JSON. */
  readonly details: string;
  /** The hash of the entry before it, hex; zeros for the first. */
  readonly previous: string;
  readonly hash: string;
}

/** Where the chain ends. */
export interface ChainHead {
  readonly sequence: number;
  readonly hash: string;
}

/** Before the first entry. */
export const GENESIS: ChainHead = { sequence: 0, hash: '0'.repeat(64) };

/** Names what is hashed, so that no other hash of this program can stand for it. */
const DOMAIN = 'turnpike audit 1';
/** A longer one says no more. */
const NAME_CHARACTERS_MAX = 200;
/** Bounds a row: the longest legal details are the changed members of a whole profile. */
const DETAILS_CHARACTERS_MAX = 20_000;

/** SHA-256 of the entry without its own hash, hex. */
export function entryHash(entry: Omit<AuditEntry, 'hash'>): string {
  const { previous, sequence, key, at, actor, action, subject, details } = entry;
  return hash('sha256', JSON.stringify([DOMAIN, previous, sequence, key, at, actor, action, subject, details]));
}

/** The entry that follows `head`. */
export function nextEntry(head: ChainHead, event: AuditEvent, key: number, at: number): AuditEntry {
  const entry = {
    sequence: head.sequence + 1,
    key,
    at,
    actor: stored(event.actor),
    action: stored(event.action),
    subject: event.subject === null ? null : stored(event.subject),
    details: detailsText(event.details),
    previous: head.hash,
  };
  return { ...entry, hash: entryHash(entry) };
}

/** As both engines give it back letter for letter: a lone surrogate is no text to them. */
function stored(text: string): string {
  return text.slice(0, NAME_CHARACTERS_MAX).toWellFormed();
}

function detailsText(details: AuditEvent['details']): string {
  const text = JSON.stringify(details).toWellFormed();
  return text.length <= DETAILS_CHARACTERS_MAX ? text : JSON.stringify({ tooLong: text.length });
}
