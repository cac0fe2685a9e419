import type { Kysely } from 'kysely';
import { type Placeholder, statement } from '../engine/statement.ts';
import type { Schema } from '../schema/index.ts';
import { TOKEN_COLUMNS } from './columns.ts';

interface ChangedToken {
  readonly fields: string;
  readonly sealedCard: Uint8Array;
  readonly cardHash: Uint8Array | null;
  readonly verification: string | null;
  readonly keptFor: 'PAYER' | null;
  readonly updatedAt: number | null;
}

interface TokenColumns extends ChangedToken {
  readonly key: number;
  readonly merchantKey: number;
  readonly token: string;
  readonly createdAt: number;
}

/** Parameters of a guard that touches no row if another request has changed the token since it was read. */
interface Replacement extends ChangedToken {
  readonly key: number;
  readonly sealedBefore: Uint8Array;
}

/** A card's hash under each loaded key. With fewer keys, the last hash is repeated. */
export interface CardHashes {
  readonly hash1: Uint8Array;
  readonly hash2: Uint8Array;
  readonly hash3: Uint8Array;
  readonly hash4: Uint8Array;
}

type OtherToken = Pick<TokenColumns, 'key' | 'merchantKey'> & CardHashes;

export const selectToken = statement((db, p: Placeholder<{ merchantKey: number; token: string }>) =>
  db
    .selectFrom('token')
    .select(TOKEN_COLUMNS)
    .where('merchant_key', '=', p('merchantKey'))
    .where('token', '=', p('token')),
);

export const findTokenByCard = statement((db, p: Placeholder<CardHashes & { merchantKey: number; limit: number }>) =>
  db
    .selectFrom('token')
    .select(TOKEN_COLUMNS)
    .where('merchant_key', '=', p('merchantKey'))
    .where('card_hash', 'in', [p('hash1'), p('hash2'), p('hash3'), p('hash4')])
    .orderBy('key')
    .limit(p('limit')),
);

const values = (p: Placeholder<TokenColumns>) => ({
  key: p('key'),
  merchant_key: p('merchantKey'),
  token: p('token'),
  fields: p('fields'),
  sealed_card: p('sealedCard'),
  card_hash: p('cardHash'),
  verification: p('verification'),
  kept_for: p('keptFor'),
  created_at: p('createdAt'),
  updated_at: p('updatedAt'),
});

export const insertToken = statement((db, p: Placeholder<TokenColumns>) =>
  db
    .insertInto('token')
    .values(values(p))
    .onConflict((c) => c.columns(['merchant_key', 'token']).doNothing()),
);

/** Finds a token of the same card other than the one being written. */
const otherToken = (db: Kysely<Schema>, p: Placeholder<OtherToken>) =>
  db
    .selectFrom('token as other')
    .select('other.key')
    .where('other.merchant_key', '=', p('merchantKey'))
    .where('other.card_hash', 'in', [p('hash1'), p('hash2'), p('hash3'), p('hash4')])
    .where('other.key', '!=', p('key'));

export const insertTokenOfNewCard = statement((db, p: Placeholder<TokenColumns & CardHashes>) => {
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

const changedColumns = (p: Placeholder<ChangedToken>) => ({
  fields: p('fields'),
  sealed_card: p('sealedCard'),
  card_hash: p('cardHash'),
  verification: p('verification'),
  kept_for: p('keptFor'),
  updated_at: p('updatedAt'),
});

export const replaceToken = statement((db, p: Placeholder<Replacement>) =>
  db
    .updateTable('token')
    .set(changedColumns(p))
    .where('key', '=', p('key'))
    .where('sealed_card', '=', p('sealedBefore')),
);

export const replaceTokenByNewCard = statement(
  (db, p: Placeholder<Replacement & CardHashes & { merchantKey: number }>) =>
    db
      .updateTable('token')
      .set(changedColumns(p))
      .where('key', '=', p('key'))
      .where('sealed_card', '=', p('sealedBefore'))
      .where(({ not, exists }) => not(exists(otherToken(db, p)))),
);

export const deleteToken = statement((db, p: Placeholder<{ merchantKey: number; token: string }>) =>
  db.deleteFrom('token').where('merchant_key', '=', p('merchantKey')).where('token', '=', p('token')),
);

/** Guard: locks the merchant's row until the commit, without changing a value. */
export const holdMerchant = statement((db, p: Placeholder<{ merchantKey: number }>) =>
  db
    .updateTable('merchant')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('key', '=', p('merchantKey')),
);
