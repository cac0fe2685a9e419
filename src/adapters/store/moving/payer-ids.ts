/** Finds the rows that ids in payers' addresses name, unless their merchant is closed here. */
import { idHash } from '../../../platform/id-seal.ts';
import type { Engine } from '../engine/engine.ts';
import { isOfOpenMerchant, isOfOpenOrder, isOfOpenTransaction } from '../engine/open-merchants.ts';
import { type Placeholder, statement } from '../engine/statement.ts';

const bySession = statement((db, p: Placeholder<{ hash: string }>) =>
  db.selectFrom('session').select('key').where('id', '=', p('hash')).where(isOfOpenMerchant('session.merchant_key')),
);

const byAlias = statement((db, p: Placeholder<{ hash: string }>) =>
  db
    .selectFrom('session_alias as a')
    .innerJoin('session as s', 's.key', 'a.session_key')
    .select('s.key')
    .where('a.id_hash', '=', p('hash'))
    .where(isOfOpenMerchant('s.merchant_key')),
);

const byLink = statement((db, p: Placeholder<{ id: string }>) =>
  db
    .selectFrom('payment_link')
    .select('key')
    .where('id', '=', p('id'))
    .where(isOfOpenMerchant('payment_link.merchant_key')),
);

const byBrowserPayment = statement((db, p: Placeholder<{ id: string }>) =>
  db
    .selectFrom('browser_payment')
    .select('transaction_key as key')
    .where(({ or, eb }) => or([eb('handle', '=', p('id')), eb('reference', '=', p('id'))]))
    .where(isOfOpenTransaction('browser_payment.transaction_key')),
);

const byTransactionKey = statement((db, p: Placeholder<{ key: number }>) =>
  db
    .selectFrom('payment_transaction')
    .select('key')
    .where('key', '=', p('key'))
    .where(isOfOpenTransaction('payment_transaction.key')),
);

const byAuthenticationKey = statement((db, p: Placeholder<{ key: number }>) =>
  db
    .selectFrom('payer_authentication')
    .select('key')
    .where('key', '=', p('key'))
    .where(isOfOpenOrder('payer_authentication.order_key')),
);

const byCustomerKey = statement((db, p: Placeholder<{ key: number }>) =>
  db
    .selectFrom('saved_customer')
    .select('key')
    .where('key', '=', p('key'))
    .where(isOfOpenMerchant('saved_customer.merchant_key')),
);

/** Ids that begin with row keys in base36, and end with a signature. */
const KEYED = /^([0-9a-z]{1,11})-(?:([0-9a-z]{1,11})-)?/;
const SIGNED = /-[0-9A-Za-z_-]{22}$/;

/** @param id in a payer's address; its signature is not verified */
export async function hasPayerId(engine: Engine, id: string): Promise<boolean> {
  const found = SIGNED.test(id) ? keyedRows(engine, id) : namedRows(engine, id);
  return (await Promise.all(found)).some((rows) => rows.length > 0);
}

function namedRows(engine: Engine, id: string): Promise<unknown[]>[] {
  const hash = idHash(id);
  return [
    engine.read(bySession, { hash }),
    engine.read(byAlias, { hash }),
    engine.read(byLink, { id }),
    engine.read(byBrowserPayment, { id }),
  ];
}

function keyedRows(engine: Engine, id: string): Promise<unknown[]>[] {
  // The first letter may be a mark, or a digit of the key.
  const texts = [id, id.slice(1)].flatMap((text) => [...(KEYED.exec(text) ?? [])].slice(1));
  const keys = new Set(texts.filter((text) => text !== undefined).map((text) => Number.parseInt(text, 36)));
  return [...keys]
    .filter(Number.isSafeInteger)
    .flatMap((key) => [
      engine.read(byTransactionKey, { key }),
      engine.read(byAuthenticationKey, { key }),
      engine.read(byCustomerKey, { key }),
    ]);
}
