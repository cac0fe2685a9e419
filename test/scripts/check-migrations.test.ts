import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { contractProblem, restrictions } from '../../scripts/check-migrations.ts';
import { type AnyDatabase, columnTypes, type Dialect } from '../../src/adapters/store/schema/migrations/migration.ts';

type Change = (db: AnyDatabase) => Promise<unknown>;

const of = (change: Change, dialect: Dialect = 'postgres') =>
  restrictions(async (db) => void (await change(db)), dialect);

const onOrder = (db: AnyDatabase) => db.schema.alterTable('payment_order');

describe('a migration', () => {
  it.each<[string, Change]>([
    ['drops the table former', (db) => db.schema.dropTable('former').execute()],
    ['renames the table payment_order', (db) => onOrder(db).renameTo('sale').execute()],
    ['drops the column payment_order.state', (db) => onOrder(db).dropColumn('state').execute()],
    ['renames the column payment_order.state', (db) => onOrder(db).renameColumn('state', 'status').execute()],
    [
      'adds payment_order.fee, which is not null and has no default',
      (db) =>
        onOrder(db)
          .addColumn('fee', 'integer', (c) => c.notNull())
          .execute(),
    ],
    [
      'adds payment_order.fee with a constraint',
      (db) =>
        onOrder(db)
          .addColumn('fee', 'integer', (c) => c.unique())
          .execute(),
    ],
    [
      'restricts the column payment_order.state',
      (db) =>
        onOrder(db)
          .alterColumn('state', (c) => c.setDataType('integer'))
          .execute(),
    ],
    [
      'restricts the column payment_order.state',
      (db) =>
        onOrder(db)
          .alterColumn('state', (c) => c.setNotNull())
          .execute(),
    ],
    ['changes the type of payment_order.state', (db) => onOrder(db).modifyColumn('state', 'integer').execute()],
    [
      'makes columns of payment_order unique',
      (db) => db.schema.createIndex('once').on('payment_order').column('state').unique().execute(),
    ],
    ['adds a constraint to payment_order', (db) => onOrder(db).addUniqueConstraint('once', ['state']).execute()],
    ['drops a constraint of payment_order', (db) => onOrder(db).dropConstraint('once').execute()],
    [
      'runs plain SQL, which this check does not read: alter table payment_order drop column state',
      (db) => sql`alter table payment_order drop column state`.execute(db),
    ],
  ])('that %s is refused', async (sentence, change) => {
    expect(await of(change)).toEqual([sentence]);
  });

  it.each<Dialect>(['sqlite', 'postgres'])('that only adds is taken on %s', async (dialect) => {
    const { key, integer } = columnTypes(dialect);
    const change: Change = async (db) => {
      await db.schema
        .createTable('fee')
        .addColumn('key', key, (c) => c.primaryKey())
        .addColumn('name', 'text', (c) => c.notNull())
        .execute();
      await db.schema.createIndex('fee_name').on('fee').column('name').unique().execute();
      await onOrder(db).addColumn('fee', integer).execute();
      await onOrder(db)
        .addColumn('kind', 'text', (c) => c.notNull().defaultTo('CARD'))
        .execute();
      await db.schema.createIndex('payment_order_fee').on('payment_order').column('fee').execute();
      await db.updateTable('payment_order').set({ fee: 0 }).execute();
      await sql`insert into fee (key, name) values (1, 'first')`.execute(db);
    };
    expect(await of(change, dialect)).toEqual([]);
  });
});

describe('a contract migration', () => {
  const NAME = '0061_contract_0.3.0_former_passwords';

  it.each([
    ['without the release that stopped using it', undefined, '0.3.0', /no entry in UNUSED_SINCE/],
    ['in the release that stops using it', '0.3.0', '0.3.0', /unused since 0\.3\.0 only/],
    ['before the release that stopped using it is out', '0.2.0', '0.2.0', /unused since 0\.2\.0 only/],
    ['of a later release', '0.1.9', '0.2.0', /after 0\.2\.0/],
  ] as const)('%s is refused', (_what, unusedSince, current, problem) => {
    expect(contractProblem(NAME, unusedSince, current)).toMatch(problem);
  });

  it('a release after that one is taken', () => {
    expect(contractProblem(NAME, '0.2.9', '0.3.0')).toBeUndefined();
    expect(contractProblem(NAME, '0.2.9', '0.10.0')).toBeUndefined();
  });
});
