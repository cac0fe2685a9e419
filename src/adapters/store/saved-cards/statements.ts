/** Statements over saved cards. A payer is found by the hash of the merchant's customer id under each loaded key. */
import type { Kysely } from 'kysely';
import { type Placeholder, statement } from '../engine/statement.ts';
import type { Schema } from '../schema/index.ts';
import { TOKEN_COLUMNS } from '../tokens/columns.ts';
import type { CardHashes } from '../tokens/statements.ts';

/** The hash of merchant and customer id under each loaded key. With fewer keys, the last hash is repeated. */
type CustomerHashes = CardHashes & { readonly merchantKey: number };

const tokenColumns = TOKEN_COLUMNS.map((name) => `t.${name}` as const);

/** A card whose token was deleted is left out. */
const cards = (db: Kysely<Schema>) =>
  db
    .selectFrom('saved_card as s')
    .innerJoin('token as t', 't.key', 's.token_key')
    .select([
      's.key as card_key',
      's.customer_key',
      's.kept_until',
      's.used_at',
      's.created_at as saved_at',
      ...tokenColumns,
    ]);

/** The merchant is compared with the token's too, so that no row can link a payer to another merchant's token. */
export const cardsOfCustomer = statement((db, p: Placeholder<CustomerHashes>) =>
  cards(db)
    .innerJoin('saved_customer as c', (join) =>
      join.onRef('c.key', '=', 's.customer_key').onRef('c.merchant_key', '=', 't.merchant_key'),
    )
    .where('c.merchant_key', '=', p('merchantKey'))
    .where('c.customer_hash', 'in', [p('hash1'), p('hash2'), p('hash3'), p('hash4')])
    .orderBy('s.used_at', 'desc')
    .orderBy('s.key', 'desc'),
);

export const cardsOfKey = statement((db, p: Placeholder<{ customerKey: number }>) =>
  cards(db).where('s.customer_key', '=', p('customerKey')).orderBy('s.used_at', 'desc').orderBy('s.key', 'desc'),
);

const customer = (db: Kysely<Schema>, p: Placeholder<CustomerHashes>) =>
  db
    .selectFrom('saved_customer')
    .select('key')
    .where('merchant_key', '=', p('merchantKey'))
    .where('customer_hash', 'in', [p('hash1'), p('hash2'), p('hash3'), p('hash4')]);

export const findCustomer = statement((db, p: Placeholder<CustomerHashes>) => customer(db, p).orderBy('key'));

interface NewCustomer extends CustomerHashes {
  readonly key: number;
  readonly hash: Uint8Array;
  readonly sealed: Uint8Array;
  readonly createdAt: number;
}

/** Guard, under the lock of `holdMerchant`: touches no row if the payer has a row already. */
export const insertCustomer = statement((db, p: Placeholder<NewCustomer>) =>
  db
    .insertInto('saved_customer')
    .columns(['key', 'merchant_key', 'customer_hash', 'sealed_customer', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('merchant')
        .select((eb) => [
          eb.val(p('key')).as('key'),
          'merchant.key as merchant_key',
          eb.val(p('hash')).as('customer_hash'),
          eb.val(p('sealed')).as('sealed_customer'),
          eb.val(p('createdAt')).as('created_at'),
        ])
        .where('merchant.key', '=', p('merchantKey'))
        .where(({ not, exists }) => not(exists(customer(db, p)))),
    ),
);

/** Guard: the payer's row still exists. */
export const holdCustomer = statement((db, p: Placeholder<{ customerKey: number }>) =>
  db
    .updateTable('saved_customer')
    .set((eb) => ({ created_at: eb.ref('created_at') }))
    .where('key', '=', p('customerKey')),
);

interface NewCard {
  readonly cardKey: number;
  readonly customerKey: number;
  readonly tokenKey: number;
  readonly keptUntil: number;
  readonly usedAt: number;
  readonly savedAt: number;
}

/** Guard: touches no row if the token is gone. */
export const insertCard = statement((db, p: Placeholder<NewCard>) =>
  db
    .insertInto('saved_card')
    .columns(['key', 'customer_key', 'token_key', 'kept_until', 'used_at', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('token')
        .select((eb) => [
          eb.val(p('cardKey')).as('key'),
          eb.val(p('customerKey')).as('customer_key'),
          'token.key as token_key',
          eb.val(p('keptUntil')).as('kept_until'),
          eb.val(p('usedAt')).as('used_at'),
          eb.val(p('savedAt')).as('created_at'),
        ])
        .where('token.key', '=', p('tokenKey')),
    )
    .onConflict((c) =>
      c.columns(['customer_key', 'token_key']).doUpdateSet({ kept_until: p('keptUntil'), used_at: p('usedAt') }),
    ),
);

export const useCard = statement((db, p: Placeholder<{ key: number; keptUntil: number; usedAt: number }>) =>
  db
    .updateTable('saved_card')
    .set({ kept_until: p('keptUntil'), used_at: p('usedAt') })
    .where('key', '=', p('key')),
);

export const cardLink = statement((db, p: Placeholder<{ key: number }>) =>
  db
    .selectFrom('saved_card as s')
    .innerJoin('saved_customer as c', 'c.key', 's.customer_key')
    .select(['s.key', 's.customer_key', 's.token_key', 's.kept_until', 'c.merchant_key'])
    .where('s.key', '=', p('key')),
);

export const cardKeys = statement((db, p: Placeholder<{ customerKey: number }>) =>
  db.selectFrom('saved_card').select('key').where('customer_key', '=', p('customerKey')),
);

/** Guard: does not match a card that its payer has used since it was read. */
export const removeCard = statement((db, p: Placeholder<{ key: number; keptUntil: number }>) =>
  db.deleteFrom('saved_card').where('key', '=', p('key')).where('kept_until', '=', p('keptUntil')),
);

/** Deletes a token that was stored only for the payers who saved it, once none of them has it any more. */
export const removeUnkeptToken = statement((db, p: Placeholder<{ tokenKey: number; payer: 'PAYER' }>) =>
  db
    .deleteFrom('token')
    .where('key', '=', p('tokenKey'))
    .where('kept_for', '=', p('payer'))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('saved_card').select('saved_card.key').where('saved_card.token_key', '=', p('tokenKey')))),
    ),
);

export const removeCustomerWithoutCards = statement((db, p: Placeholder<{ customerKey: number }>) =>
  db
    .deleteFrom('saved_customer')
    .where('key', '=', p('customerKey'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('saved_card').select('saved_card.key').where('saved_card.customer_key', '=', p('customerKey')),
        ),
      ),
    ),
);
