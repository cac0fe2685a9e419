/** Checks whether any stored data needs the data keys. */
import type { Engine } from '../engine/engine.ts';
import { type Placeholder, statement } from '../engine/statement.ts';

/** Finds at most one row of each kind. */
const SEALED_ROWS = [
  statement((db, p: Placeholder<{ one: number }>) =>
    db.selectFrom('payment_transaction').select('key').where('sealed_card', 'is not', null).limit(p('one')),
  ),
  statement((db, p: Placeholder<{ one: number }>) =>
    db.selectFrom('session').select('key').where('sealed_card', 'is not', null).limit(p('one')),
  ),
  statement((db, p: Placeholder<{ one: number }>) => db.selectFrom('token').select('key').limit(p('one'))),
  statement((db, p: Placeholder<{ one: number }>) => db.selectFrom('saved_customer').select('key').limit(p('one'))),
  statement((db, p: Placeholder<{ one: number }>) =>
    db.selectFrom('payer_authentication').select('key').limit(p('one')),
  ),
  statement((db, p: Placeholder<{ one: number }>) =>
    db.selectFrom('console_person').select('key').where('sealed_factor', 'is not', null).limit(p('one')),
  ),
  statement((db, p: Placeholder<{ one: number }>) =>
    db.selectFrom('notification_key').select('merchant_key as key').limit(p('one')),
  ),
  statement((db, p: Placeholder<{ one: number }>) => db.selectFrom('store').select('number as key').limit(p('one'))),
  statement((db, p: Placeholder<{ sealed: string; keyed: string; one: number }>) =>
    db
      .selectFrom('merchant')
      .select('key')
      .where((where) => where.or([where('profile', 'like', p('sealed')), where('password_hash', 'like', p('keyed'))]))
      .limit(p('one')),
  ),
] as const;

export async function hasSealedRows(engine: Engine): Promise<boolean> {
  for (const rows of SEALED_ROWS) {
    const parameters = { one: 1, sealed: '%"sealed:%', keyed: 'hmac-sha256$%' };
    if ((await engine.read(rows, parameters)).length > 0) {
      return true;
    }
  }
  return false;
}
