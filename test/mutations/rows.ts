/** Digests of all stored rows, so that an unexpected change is noticed. */
import { hash } from 'node:crypto';
import { type Row, withDatabase } from '../support/database.ts';

/** Row name to a digest of its contents. */
export type Rows = ReadonlyMap<string, string>;

/**
 * An order's state includes its transactions. A session's expiry and the use count of its password are left out: each
 * use changes them, even by a request that is refused later.
 */
const QUERIES = [
  `select 'order ' || m.id || ' ' || o.order_id as name, o.fence || ' ' || coalesce(o.locked_by, '') || o.state ||
       (select count(*) from payment_transaction t where t.order_key = o.key) as text
     from payment_order o join merchant m on m.key = o.merchant_key`,
  `select 'session ' || id as name, version || fields || coalesce(checkout, '') || coalesce(hex(sealed_card), '') as text
     from session`,
  `select 'token ' || m.id || ' ' || t.token as name, t.fields || hex(t.sealed_card) || coalesce(t.verification, '') as text
     from token t join merchant m on m.key = t.merchant_key`,
  `select 'merchant ' || id as name, profile || coalesce(password_hash, '') as text from merchant`,
];

/** @param folder of a gateway in this process */
export function rowsIn(folder: string): Rows {
  const rows = new Map<string, string>();
  withDatabase(folder, (db) => {
    for (const query of QUERIES) {
      for (const { name, text } of db.prepare<[], Row>(query).iterate()) {
        rows.set(String(name), hash('md5', String(text), 'base64'));
      }
    }
  });
  return rows;
}

/** Rows added, removed or changed, except those that may have. */
export function unasked(before: Rows, after: Rows, mayChange: (name: string) => boolean): string[] {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.filter((name) => before.get(name) !== after.get(name) && !mayChange(name));
}
