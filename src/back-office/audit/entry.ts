/**
 * An entry of the audit trail, and the hash that links it to the previous entry.
 *
 * The hash is not keyed: an auditor verifies the chain with only the table and the head file, and key rotation would
 * break it. If the whole table is rewritten with valid hashes, the heads outside the database reveal it.
 */
import { hash } from 'node:crypto';
import type { Unmasking } from '../../core/ports/index.ts';

/** An event before it has a place in the chain. */
export interface AuditEvent {
  /** An action of the table in `docs/operating/audit.md`, such as `merchant put` or `unmask`. */
  readonly action: string;
  /** An operator's name, `merchant.ID`, or `gateway`. */
  readonly actor: string;
  /** The object of the action, mostly a merchant's id. */
  readonly subject: string | null;
  /** Must not contain secrets or card data. */
  readonly details: Readonly<Record<string, unknown>>;
  /** The row of the table `unmasking` that is stored with the entry. */
  readonly unmasking?: Unmasking;
  /** The key of the order that it is about, by which `AuditEntries.ofOrder` finds the entry. */
  readonly orderKey?: number | undefined;
}

/** An entry as it is stored. */
export interface AuditEntry {
  /** 1, 2, 3, without gaps, across all processes. */
  readonly sequence: number;
  /**
   * A row key, which distinguishes equal events of two processes. The associated row of `unmasking` has the same key.
   */
  readonly key: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  readonly subject: string | null;
  /** JSON. */
  readonly details: string;
  /** The hash of the previous entry, hex; zeros for the first entry. */
  readonly previous: string;
  readonly hash: string;
}

/** The end of the chain. */
export interface ChainHead {
  readonly sequence: number;
  readonly hash: string;
}

/** The head of an empty chain. */
export const GENESIS: ChainHead = { sequence: 0, hash: '0'.repeat(64) };

/** Domain separation: a part of the hashed text that other hashes of this program do not have. */
const DOMAIN = 'turnpike audit 1';
/** The longest name in an entry. Longer names are truncated. */
const NAME_CHARACTERS_MAX = 200;
/**
 * Maximum length of an entry's details, which limits the size of a row. The longest valid details are the changed
 * members of a whole profile.
 */
const DETAILS_CHARACTERS_MAX = 20_000;

/** SHA-256 of the entry without its own hash, hex. */
export function entryHash(entry: Omit<AuditEntry, 'hash'>): string {
  const { previous, sequence, key, at, actor, action, subject, details } = entry;
  return hash('sha256', JSON.stringify([DOMAIN, previous, sequence, key, at, actor, action, subject, details]));
}

/** Returns the entry that follows `head`. */
export function nextEntry(head: ChainHead, event: AuditEvent, key: number, at: number): AuditEntry {
  const entry = {
    sequence: head.sequence + 1,
    key,
    at,
    actor: storableText(event.actor),
    action: storableText(event.action),
    subject: event.subject === null ? null : storableText(event.subject),
    details: detailsText(event.details),
    previous: head.hash,
  };
  return { ...entry, hash: entryHash(entry) };
}

/** Replaces lone surrogates, which the databases do not return unchanged. */
function storableText(text: string): string {
  return text.slice(0, NAME_CHARACTERS_MAX).toWellFormed();
}

function detailsText(details: AuditEvent['details']): string {
  const text = JSON.stringify(details).toWellFormed();
  return text.length <= DETAILS_CHARACTERS_MAX ? text : JSON.stringify({ tooLong: text.length });
}
