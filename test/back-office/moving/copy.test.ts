/** The rows of a merchant are copied between two stores, on the engine of the run and on SQLite, in both directions. */
import { describe, expect, it } from 'vitest';
import { MERCHANT_TABLES, STORE_TABLES, UNCOPIED } from '../../../src/adapters/store/index.ts';
import { rowsChangedSince } from '../../../src/back-office/moving/copy.ts';
import { KnownRows } from '../../../src/back-office/moving/known-rows.ts';
import { secretPlace } from '../../../src/core/index.ts';
import { onPostgres } from '../../support/database-place.ts';
import { type OpenedStore, openedStore, pass, SEALED_TEXT, storeEveryKind, tablesOfDatabase } from './two-stores.ts';

describe('the tables of the schema', () => {
  it('are those of merchants and those of the store', async () => {
    const tables = [...(await tablesOfDatabase()).keys()].filter((name) => !name.startsWith('kysely_'));
    const listed = new Set([...MERCHANT_TABLES.map(({ table }) => table), ...Object.keys(STORE_TABLES)]);
    // Only PostgreSQL has the archive as a table.
    expect([...listed].filter((name) => name !== 'archived_transaction').sort()).toEqual(tables.sort());
  });

  it('have each column in the list, and each sealed one with its kind', async () => {
    for (const { table, columns, sealed, key } of MERCHANT_TABLES) {
      const stored = [...(await tablesOfDatabase()).get(table)!.keys()];
      expect([table, columns.toSorted()]).toEqual([table, stored.toSorted()]);
      expect(columns).toEqual(expect.arrayContaining([...key, ...Object.keys(sealed)]));
      // Texts under an id of the payer are not the vault's.
      const isVaults = (name: string) => name.startsWith('sealed') && name !== 'sealed_id' && name !== 'sealed_session';
      expect(Object.keys(sealed).toSorted()).toEqual(stored.filter(isVaults).toSorted());
    }
  });
});

async function expectSame(from: OpenedStore, to: OpenedStore, merchantKey: number): Promise<void> {
  const again = await pass(from, to, merchantKey);
  expect([again.differences, [...again.unreadable]]).toEqual([0, []]);
  for (const { table, columns, sealed } of MERCHANT_TABLES.filter((one) => one.table !== 'merchant')) {
    const plain = columns.filter((column) => !UNCOPIED.includes(column) && !(column in sealed));
    const query = `select ${plain.join(', ')} from ${table} order by ${plain.join(', ')}`;
    expect([table, await to.place.rows(query)]).toEqual([table, await from.place.rows(query)]);
    for (const column of columns.filter((one) => UNCOPIED.includes(one))) {
      expect(await to.place.rows(`select ${column} from ${table} where ${column} is not null`)).toEqual([]);
    }
    for (const column of Object.keys(sealed)) {
      for (const row of await to.place.rows(`select ${column} as sealed from ${table} where ${column} is not null`)) {
        expect(() => from.vault.open(row.sealed as Uint8Array, 'any place')).toThrow();
        expect(Buffer.from(row.sealed as Uint8Array).includes(SEALED_TEXT)).toBe(false);
      }
    }
  }
}

/** On the embedded engine both directions are the same. */
const DIRECTIONS = [
  ['to SQLite', 'RUN', 'SQLITE'],
  ...(onPostgres() ? [['from SQLite', 'SQLITE', 'RUN'] as const] : []),
] as const;

describe.each(DIRECTIONS)('a copy %s', (_direction, one, other) => {
  it('has every row with its key, seals it under its own keys, and follows changes', { timeout: 120_000 }, async () => {
    const [from, to] = [await openedStore(one), await openedStore(other, 1)];
    const merchantKey = await storeEveryKind(from, 'MOVING');

    const first = await pass(from, to, merchantKey);
    expect(first.unreadable.size).toBe(0);
    expect(first.differences).toBeGreaterThan(MERCHANT_TABLES.length);
    await expectSame(from, to, merchantKey);
    const moved = await to.store.merchants.find('MOVING');
    const secret = Buffer.from(moved!.profile.notification!.secret!.slice('sealed:'.length), 'base64');
    expect(to.vault.open(secret, secretPlace('MOVING'))).toBe('a $& secret');

    await from.place.run("update payment_order set state = 'paid' where merchant_key = ?", merchantKey);
    await from.place.run('delete from session_alias');
    await from.place.run('delete from session');
    await from.place.run('delete from receipt_mail');
    expect((await pass(from, to, merchantKey)).differences).toBeGreaterThan(4);
    await expectSame(from, to, merchantKey);
  });

  it('reads the store of origin alone for rows that have not changed since they were compared', {
    timeout: 120_000,
  }, async () => {
    const [from, to] = [await openedStore(one), await openedStore(other, 1)];
    const merchantKey = await storeEveryKind(from, 'MOVING');
    const known = new KnownRows();
    await pass(from, to, merchantKey, known);
    const again = await pass(from, to, merchantKey, known);
    expect([again.differences, again.tables.get('payment_order')!.rows]).toEqual([0, 2]);
    expect(await rowsChangedSince(known, from.store.moves.rowsOf(merchantKey))).toEqual([]);

    await from.place.run("update payment_order set state = 'paid' where merchant_key = ?", merchantKey);
    await from.place.run("update notification_try set answer = 'another'");
    await from.place.run('delete from session_alias');
    await from.place.run('delete from session');
    await from.place.run('delete from receipt_mail');
    expect(await rowsChangedSince(known, from.store.moves.rowsOf(merchantKey))).toHaveLength(4);
    expect((await pass(from, to, merchantKey, known)).differences).toBe(10);
    await expectSame(from, to, merchantKey);
  });

  it('leaves out the rows of other merchants', { timeout: 120_000 }, async () => {
    const [from, to] = [await openedStore(one), await openedStore(other, 1)];
    const merchantKey = await storeEveryKind(from, 'MOVING');
    const before = await pass(from, to, merchantKey);
    await storeEveryKind(from, 'STAYING');
    const after = await pass(from, to, merchantKey);
    expect([after.differences, after.tables.get('payment_order')!.rows]).toEqual([0, 2]);
    expect(after.tables.get('notification_try')).toEqual({ ...before.tables.get('notification_try'), differences: 0 });
  });
});
