/** Statements over tokens. */
import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';
import { type Placeholder, statement } from './statement.ts';

export const selectToken = statement((db, p) =>
  db.selectFrom('token').selectAll().where('merchant_key', '=', p('merchantKey')).where('token', '=', p('token')),
);

export const findTokenByCard = statement((db, p) =>
  db
    .selectFrom('token')
    .selectAll()
    .where('merchant_key', '=', p('merchantKey'))
    .where('card_hash', '=', p('cardHash'))
    .orderBy('key')
    .limit(p('limit')),
);

const values = (p: Placeholder) => ({
  key: p('key'),
  merchant_key: p('merchantKey'),
  token: p('token'),
  fields: p('fields'),
  sealed_card: p('sealedCard'),
  card_hash: p('cardHash'),
  verification: p('verification'),
  created_at: p('createdAt'),
  updated_at: p('updatedAt'),
});

export const insertToken = statement((db, p) =>
  db
    .insertInto('token')
    .values(values(p))
    .onConflict((c) => c.columns(['merchant_key', 'token']).doNothing()),
);

/** Another token of the same card than the one that is written. */
const otherToken = (db: Kysely<Schema>, p: Placeholder) =>
  db
    .selectFrom('token as other')
    .select('other.key')
    .where('other.merchant_key', '=', p('merchantKey'))
    .where('other.card_hash', '=', p('cardHash'))
    .where('other.key', '!=', p('key'));

export const insertTokenOfNewCard = statement((db, p) => {
  const columns = Object.entries(values(p)) as [keyof Schema['token'], unknown][];
  return db
    .insertInto('token')
    .columns(columns.map(([name]) => name))
    .expression((eb) =>
      eb
        .selectFrom('merchant')
        .select((eb) => columns.map(([name, value]) => eb.val(value).as(name)))
        .where('merchant.key', '=', p('merchantKey'))
        .where(({ not, exists }) => not(exists(otherToken(db, p)))),
    )
    .onConflict((c) => c.columns(['merchant_key', 'token']).doNothing());
});

const changed = (p: Placeholder) => ({
  fields: p('fields'),
  sealed_card: p('sealedCard'),
  card_hash: p('cardHash'),
  verification: p('verification'),
  updated_at: p('updatedAt'),
});

export const replaceToken = statement((db, p) =>
  db.updateTable('token').set(changed(p)).where('key', '=', p('key')).where('sealed_card', '=', p('sealedBefore')),
);

export const replaceTokenByNewCard = statement((db, p) =>
  db
    .updateTable('token')
    .set(changed(p))
    .where('key', '=', p('key'))
    .where('sealed_card', '=', p('sealedBefore'))
    .where(({ not, exists }) => not(exists(otherToken(db, p)))),
);

export const removeToken = statement((db, p) =>
  db.deleteFrom('token').where('merchant_key', '=', p('merchantKey')).where('token', '=', p('token')),
);

/** Changes nothing: it only locks the row until the commit. */
export const holdMerchant = statement((db, p) =>
  db
    .updateTable('merchant')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('key', '=', p('merchantKey')),
);
