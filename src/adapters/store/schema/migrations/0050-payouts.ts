/**
 * Adds the payouts of each merchant, with their sums, and the payout of each settlement entry. Entries that are stored
 * already are assigned and summed here.
 */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

/** Entries that are read at once, a few megabytes at most. */
const PAGE_ENTRIES = 5_000;
/** Entries that one statement assigns. */
const ASSIGNED_MAX = 500;
const BILLION = 1_000_000_000n;

export async function up(db: AnyDatabase, types: ColumnTypes): Promise<void> {
  await createTables(db, types);
  const merchants = await db.selectFrom('merchant').select(['key', 'id']).execute();
  const keys = new Map(merchants.map(({ key, id }) => [id as string, Number(key)]));
  for (let after = 0; ; ) {
    const page = await db
      .selectFrom('settlement_entry as e')
      .leftJoin('payment_order as o', 'o.key', 'e.order_key')
      .select(['e.key', 'e.entry', 'o.merchant_key'])
      .where('e.key', '>', after)
      .orderBy('e.key')
      .limit(PAGE_ENTRIES)
      .execute();
    if (page.length === 0) {
      return;
    }
    await assignEntries(
      db,
      page.flatMap((row) => storedEntry(row, keys)),
    );
    after = Number(page.at(-1)?.key);
  }
}

async function createTables(db: AnyDatabase, { key, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('settlement_payout')
    .addColumn('key', key, (c) => c.primaryKey().notNull())
    .addColumn('merchant_key', key, (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('payout', 'text', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('date', 'text', (c) => c.notNull())
    .addUniqueConstraint('settlement_payout_id', ['merchant_key', 'source', 'payout', 'currency'])
    .execute();
  await db.schema
    .createIndex('settlement_payout_date')
    .on('settlement_payout')
    .columns(['merchant_key', 'date', 'key'])
    .execute();
  const sums = db.schema
    .createTable('settlement_payout_sum')
    .addColumn('payout_key', key, (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('times', integer, (c) => c.notNull());
  await ['gross', 'fee', 'net']
    .flatMap((amount) => [`${amount}_billions`, `${amount}_units`])
    .reduce((table, column) => table.addColumn(column, integer, (c) => c.notNull()), sums)
    .addPrimaryKeyConstraint('settlement_payout_sum_key', ['payout_key', 'kind'])
    .execute();
  await db.schema.alterTable('settlement_entry').addColumn('payout_key', key).execute();
  await db.schema
    .createIndex('settlement_entry_payout')
    .on('settlement_entry')
    .columns(['payout_key', 'key'])
    .where('payout_key', 'is not', null)
    .execute();
}

interface StoredEntry {
  readonly key: number;
  readonly merchantKey: number;
  readonly entry: Readonly<Record<string, string>>;
}

function storedEntry(row: Record<string, unknown>, merchants: ReadonlyMap<string, number>): StoredEntry[] {
  const entry = JSON.parse(String(row.entry)) as StoredEntry['entry'];
  const ofOrder = row.merchant_key === null ? undefined : Number(row.merchant_key);
  const merchantKey = ofOrder ?? merchants.get(entry.merchant ?? '');
  const isPaidOut = entry.payout !== undefined && entry.isAtBank === undefined;
  return merchantKey === undefined || !isPaidOut ? [] : [{ key: Number(row.key), merchantKey, entry }];
}

async function assignEntries(db: AnyDatabase, entries: readonly StoredEntry[]): Promise<void> {
  const payouts = Map.groupBy(entries, ({ merchantKey, entry: { source, payout, currency } }) =>
    JSON.stringify([merchantKey, source, payout, currency]),
  );
  for (const ofPayout of payouts.values()) {
    const payoutKey = await payoutKeyOf(db, ofPayout[0] as StoredEntry);
    const date = ofPayout
      .map(({ entry }) => entry.date as string)
      .toSorted()
      .at(-1) as string;
    await db
      .updateTable('settlement_payout')
      .set({ date })
      .where('key', '=', payoutKey)
      .where('date', '<', date)
      .execute();
    for (const [kind, some] of Map.groupBy(ofPayout, ({ entry }) => entry.kind as string)) {
      await addSum(db, payoutKey, kind, some);
    }
    for (let at = 0; at < ofPayout.length; at += ASSIGNED_MAX) {
      const keys = ofPayout.slice(at, at + ASSIGNED_MAX).map(({ key }) => key);
      await db.updateTable('settlement_entry').set({ payout_key: payoutKey }).where('key', 'in', keys).execute();
    }
  }
}

/** A payout has the key of its first entry. */
async function payoutKeyOf(db: AnyDatabase, { key, merchantKey, entry }: StoredEntry): Promise<number> {
  const { source, payout, currency, date } = entry;
  const named = { merchant_key: merchantKey, source, payout, currency };
  await db
    .insertInto('settlement_payout')
    .values({ key, ...named, date })
    .onConflict((c) => c.columns(['merchant_key', 'source', 'payout', 'currency']).doNothing())
    .execute();
  const found = await db
    .selectFrom('settlement_payout')
    .select('key')
    .where((eb) => eb.and(named))
    .executeTakeFirstOrThrow();
  return Number(found.key);
}

async function addSum(
  db: AnyDatabase,
  payoutKey: number,
  kind: string,
  entries: readonly StoredEntry[],
): Promise<void> {
  const added = { times: entries.length, ...amountsOf(entries) };
  await db
    .insertInto('settlement_payout_sum')
    .values({ payout_key: payoutKey, kind, ...added })
    .onConflict((c) =>
      c
        .columns(['payout_key', 'kind'])
        .doUpdateSet((eb) =>
          Object.fromEntries(
            Object.keys(added).map((column) => [
              column,
              eb(`settlement_payout_sum.${column}`, '+', eb.ref(`excluded.${column}`)),
            ]),
          ),
        ),
    )
    .execute();
}

function amountsOf(entries: readonly StoredEntry[]): Record<string, number> {
  return Object.fromEntries(
    ['gross', 'fee', 'net'].flatMap((amount) => {
      const sum = entries.reduce((total, { entry }) => total + BigInt(entry[amount] as string), 0n);
      return [
        [`${amount}_billions`, Number(sum / BILLION)],
        [`${amount}_units`, Number(sum % BILLION)],
      ];
    }),
  );
}
