/** Statements over merchants, and over the rows that are deleted with a merchant. */
import { sql } from 'kysely';
import { isOfOpenMerchant } from '../engine/open-merchants.ts';
import { type Placeholder, statement } from '../engine/statement.ts';

/**
 * The columns are listed, because PostgreSQL refuses a prepared statement with `*` after a newer process has added a
 * column.
 */
const MERCHANT_COLUMNS = [
  'merchant.key',
  'merchant.id',
  'merchant.profile',
  'merchant.password_hash',
  'merchant.password_set_at',
  'merchant.former_passwords',
  'disabled_merchant.disabled_at',
  'merchant_logo.hash as logo_hash',
  'merchant_logo.type as logo_type',
  'merchant_logo.width as logo_width',
  'merchant_logo.height as logo_height',
] as const;

/** Merchants that are moved to another store are not listed while they are closed here. */
const IS_OPEN = isOfOpenMerchant('merchant.key');

export const findMerchant = statement((db, p: Placeholder<{ id: string }>) =>
  db
    .selectFrom('merchant')
    .leftJoin('disabled_merchant', 'disabled_merchant.merchant_key', 'merchant.key')
    .leftJoin('merchant_logo', 'merchant_logo.merchant_key', 'merchant.key')
    .select(MERCHANT_COLUMNS)
    .select(sql<number>`case when ${IS_OPEN} then 0 else 1 end`.as('is_closed'))
    .where('merchant.id', '=', p('id')),
);

export const findMerchantByKey = statement((db, p: Placeholder<{ key: number }>) =>
  db.selectFrom('merchant').select('id').where('key', '=', p('key')),
);

export const listMerchants = statement((db) =>
  db
    .selectFrom('merchant')
    .leftJoin('disabled_merchant', 'disabled_merchant.merchant_key', 'merchant.key')
    .leftJoin('merchant_logo', 'merchant_logo.merchant_key', 'merchant.key')
    .select(MERCHANT_COLUMNS)
    .where(IS_OPEN)
    .orderBy('merchant.id'),
);

export const listIds = statement((db) => db.selectFrom('merchant').select('id').where(IS_OPEN).orderBy('id'));

export const countMerchants = statement((db) =>
  db.selectFrom('merchant').select(({ fn }) => fn.countAll<number>().as('merchants')),
);

export const putMerchant = statement(
  (db, p: Placeholder<{ key: number; id: string; profile: string; none: null; now: number }>) =>
    db
      .insertInto('merchant')
      .values({
        key: p('key'),
        id: p('id'),
        profile: p('profile'),
        password_hash: p('none'),
        updated_at: p('now'),
      })
      .onConflict((c) => c.column('id').doUpdateSet({ profile: p('profile'), updated_at: p('now') })),
);

export const replaceProfile = statement(
  (db, p: Placeholder<{ id: string; before: string; profile: string; now: number }>) =>
    db
      .updateTable('merchant')
      .set({ profile: p('profile'), updated_at: p('now') })
      .where('id', '=', p('id'))
      .where('profile', '=', p('before')),
);

export const insertDisabled = statement((db, p: Placeholder<{ key: number; disabledAt: number }>) =>
  db
    .insertInto('disabled_merchant')
    .values({ merchant_key: p('key'), disabled_at: p('disabledAt') })
    .onConflict((c) => c.column('merchant_key').doUpdateSet({ disabled_at: p('disabledAt') })),
);

export const deleteDisabled = statement((db, p: Placeholder<{ key: number }>) =>
  db.deleteFrom('disabled_merchant').where('merchant_key', '=', p('key')),
);

export const deleteMerchant = statement((db, p: Placeholder<{ id: string }>) =>
  db
    .deleteFrom('merchant')
    .where('id', '=', p('id'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('payment_order').select('payment_order.key').whereRef('merchant_key', '=', 'merchant.key')),
      ),
    ),
);

export const deleteSessions = statement((db, p: Placeholder<{ key: number }>) =>
  db.deleteFrom('session').where('merchant_key', '=', p('key')),
);

export const deleteTokens = statement((db, p: Placeholder<{ key: number }>) =>
  db.deleteFrom('token').where('merchant_key', '=', p('key')),
);

export const deleteSigningKeys = statement((db, p: Placeholder<{ key: number }>) =>
  db.deleteFrom('notification_key').where('merchant_key', '=', p('key')),
);

export const deleteEndpoints = statement((db, p: Placeholder<{ key: number }>) =>
  db.deleteFrom('notification_endpoint').where('merchant_key', '=', p('key')),
);

export const deleteConsoleRoles = statement((db, p: Placeholder<{ key: number }>) =>
  db.deleteFrom('console_role').where('merchant_key', '=', p('key')),
);

/** Before `deleteLinks`, by whose rows it finds them. */
export const deleteLinkOrders = statement((db, p: Placeholder<{ key: number }>) =>
  db
    .deleteFrom('link_order')
    .where('link_key', 'in', (of) =>
      of.selectFrom('payment_link').select('payment_link.key').where('merchant_key', '=', p('key')),
    ),
);

export const deleteLinks = statement((db, p: Placeholder<{ key: number }>) =>
  db.deleteFrom('payment_link').where('merchant_key', '=', p('key')),
);
