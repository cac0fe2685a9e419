/** Statements over payouts and the sums of their entries. */
import { type Kysely, sql } from 'kysely';
import type { EntryKind } from '../../../back-office/settlement/index.ts';
import { type Placeholder, statement } from '../engine/statement.ts';
import type { Schema } from '../schema/index.ts';

interface PayoutName {
  readonly merchantKey: number;
  readonly source: string;
  readonly payout: string;
  readonly currency: string;
}

export const insertPayout = statement((db, p: Placeholder<PayoutName & { key: number; date: string }>) =>
  db
    .insertInto('settlement_payout')
    .values({
      key: p('key'),
      merchant_key: p('merchantKey'),
      source: p('source'),
      payout: p('payout'),
      currency: p('currency'),
      date: p('date'),
    })
    .onConflict((c) => c.columns(['merchant_key', 'source', 'payout', 'currency']).doNothing()),
);

const payouts = (db: Kysely<Schema>) =>
  db.selectFrom('settlement_payout').select(['key', 'merchant_key', 'source', 'payout', 'currency', 'date']);

export const findPayout = statement((db, p: Placeholder<PayoutName>) =>
  payouts(db)
    .where('merchant_key', '=', p('merchantKey'))
    .where('source', '=', p('source'))
    .where('payout', '=', p('payout'))
    .where('currency', '=', p('currency')),
);

export const findPayoutByKey = statement((db, p: Placeholder<{ key: number }>) =>
  payouts(db).where('key', '=', p('key')),
);

interface Page {
  readonly merchantKey: number;
  readonly date: string;
  readonly key: number;
  readonly limit: number;
}

/** The newest payouts before a place in the list. A payout whose first entry was not stored has no sums. */
export const payoutsBefore = statement((db, p: Placeholder<Page>) =>
  payouts(db)
    .where('merchant_key', '=', p('merchantKey'))
    .where(sql<boolean>`(date, key) < (${p('date')}, ${p('key')})`)
    .where(sql<boolean>`exists (select 1 from settlement_payout_sum where payout_key = settlement_payout.key)`)
    .orderBy('date', 'desc')
    .orderBy('key', 'desc')
    .limit(p('limit')),
);

export const moveDate = statement((db, p: Placeholder<{ key: number; date: string }>) =>
  db
    .updateTable('settlement_payout')
    .set({ date: p('date') })
    .where('key', '=', p('key'))
    .where('date', '<', p('date')),
);

const AMOUNT_COLUMNS = [
  'gross_billions',
  'gross_units',
  'fee_billions',
  'fee_units',
  'net_billions',
  'net_units',
] as const;

type Amounts = Readonly<Record<(typeof AMOUNT_COLUMNS)[number], number>>;

export const addToSum = statement((db, p: Placeholder<Amounts & { key: number; kind: EntryKind; one: number }>) =>
  db
    .insertInto('settlement_payout_sum')
    .values({
      payout_key: p('key'),
      kind: p('kind'),
      times: p('one'),
      gross_billions: p('gross_billions'),
      gross_units: p('gross_units'),
      fee_billions: p('fee_billions'),
      fee_units: p('fee_units'),
      net_billions: p('net_billions'),
      net_units: p('net_units'),
    })
    .onConflict((c) =>
      c
        .columns(['payout_key', 'kind'])
        .doUpdateSet((eb) =>
          Object.fromEntries(
            (['times', ...AMOUNT_COLUMNS] as const).map((column) => [
              column,
              eb(`settlement_payout_sum.${column}`, '+', eb.ref(`excluded.${column}`)),
            ]),
          ),
        ),
    ),
);

export const sumsOfPayout = statement((db, p: Placeholder<{ key: number }>) =>
  db
    .selectFrom('settlement_payout_sum')
    .select(['kind', 'times', ...AMOUNT_COLUMNS])
    .where('payout_key', '=', p('key'))
    .orderBy('kind'),
);
