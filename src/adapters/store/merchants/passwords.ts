/** A merchant's API passwords: the current one and the former ones. */
import type { Kysely } from 'kysely';
import type { FormerPassword, WithPasswords } from '../../../core/ports/index.ts';
import { type Write, write } from '../engine/engine.ts';
import { type Placeholder, statement } from '../engine/statement.ts';
import type { Schema } from '../schema/index.ts';

/** Maximum number of former passwords. Older ones are dropped even if they are still valid. */
export const FORMER_PASSWORDS_MAX = 4;

interface Replacement {
  readonly id: string;
  readonly hash: string;
  readonly former: string | null;
  readonly now: number;
}

const withNewPassword = (db: Kysely<Schema>, p: Placeholder<Replacement>) =>
  db
    .updateTable('merchant')
    .set({
      password_hash: p('hash'),
      password_set_at: p('now'),
      former_passwords: p('former'),
      updated_at: p('now'),
    })
    .where('id', '=', p('id'));
const setPassword = statement(withNewPassword);
const replacePassword = statement((db, p: Placeholder<Replacement & { readonly before: string }>) =>
  withNewPassword(db, p).where('password_hash', '=', p('before')),
);
const changeFormer = statement((db, p: Placeholder<{ id: string; before: string; former: string }>) =>
  db
    .updateTable('merchant')
    .set({ former_passwords: p('former') })
    .where('id', '=', p('id'))
    .where('former_passwords', '=', p('before')),
);

/**
 * Sets a new password. @param keptUntil the time until which the replaced password stays valid; at or before `now` it
 * is invalid at once
 */
export function newPasswordWrite(
  id: string,
  { passwordHash, formerPasswords = [] }: WithPasswords,
  hash: string,
  { now, keptUntil }: { readonly now: number; readonly keptUntil: number },
): Write {
  if (passwordHash === null) {
    return write(setPassword, { id, hash, former: null, now });
  }
  const former = [{ hash: passwordHash, until: keptUntil }, ...formerPasswords.map((one) => endedBy(one, keptUntil))];
  return write(replacePassword, {
    id,
    hash,
    now,
    before: passwordHash,
    former: JSON.stringify(former.slice(0, FORMER_PASSWORDS_MAX)),
  });
}

/** Invalidates the former passwords that are still valid. @returns undefined if there are no former passwords */
export function endFormerWrite(id: string, { formerPasswords = [] }: WithPasswords, now: number): Write | undefined {
  return formerPasswords.length === 0 ? undefined : formerWrite(id, formerPasswords, (one) => endedBy(one, now));
}

const rehashPassword = statement((db, p: Placeholder<{ after: string; id: string; before: string }>) =>
  db
    .updateTable('merchant')
    .set({ password_hash: p('after') })
    .where('id', '=', p('id'))
    .where('password_hash', '=', p('before')),
);

/** Replaces the hash of a password, current or former, by another hash of the same password. */
export function rehashWrite(
  id: string,
  { passwordHash, formerPasswords = [] }: WithPasswords,
  before: string,
  after: string,
): Write {
  return passwordHash === before
    ? write(rehashPassword, { id, before, after })
    : formerWrite(id, formerPasswords, (one) => (one.hash === before ? { ...one, hash: after } : one));
}

/** Guard: changes the former passwords only if they are still those that were read. */
function formerWrite(
  id: string,
  before: readonly FormerPassword[],
  change: (one: FormerPassword) => FormerPassword,
): Write {
  return write(changeFormer, { id, before: JSON.stringify(before), former: JSON.stringify(before.map(change)) });
}

export function formerPasswordsIn(text: string | null): readonly FormerPassword[] {
  return text === null ? [] : (JSON.parse(text) as readonly FormerPassword[]);
}

function endedBy({ hash, until }: FormerPassword, end: number): FormerPassword {
  return { hash, until: Math.min(until, end) };
}
