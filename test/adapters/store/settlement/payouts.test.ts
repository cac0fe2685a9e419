/** The payouts of entries that an earlier release has stored. */
import { expect, it } from 'vitest';
import { payoutTotals, type SettlementEntry } from '../../../../src/back-office/settlement/index.ts';
import { newDatabase } from '../../../support/database-place.ts';
import { onEnd, opened } from '../rig.ts';
import { applyMigration } from '../schema/one-migration.ts';
import { NOW, storeIntent } from '../stored-transactions.ts';

const LARGE = 10n ** 17n;

const entry = (id: string, more: Partial<SettlementEntry>): SettlementEntry => ({
  ...{ id, source: 'default', kind: 'PAYMENT', references: [], gross: LARGE, fee: 7n, net: LARGE - 7n },
  ...{ currency: 'EUR', date: '2026-11-20', payout: 'PO-1', ...more },
});

const ENTRIES: readonly SettlementEntry[] = [
  entry('E-1', { merchant: 'SHOP' }),
  entry('E-2', { merchant: 'SHOP', kind: 'REFUND', gross: -LARGE - 1n, fee: 0n, net: -LARGE - 1n, date: '2026-11-22' }),
  entry('E-3', { merchant: 'SHOP', kind: 'PAYOUT', gross: -8n, fee: 0n, net: -8n, date: '2026-11-21' }),
  // The order says whose it is.
  entry('E-4', { payout: 'PO-2' }),
  // No merchant of this store, and a line of a bank statement.
  entry('E-5', { merchant: 'NOBODY' }),
  entry('E-6', { merchant: 'SHOP', isAtBank: true }),
];

it('are the same whether a migration or the import has summed them', async () => {
  const place = await newDatabase();
  onEnd(() => place.remove());
  const store = await opened(place.url);
  const { order } = await storeIntent(store, 'ORDER-1');
  const merchantKey = (await store.merchants.find('SHOP'))!.key;
  for (const one of ENTRIES) {
    const about = {
      orderKey: one.id === 'E-4' ? order.key : null,
      merchantKey: one.merchant === 'SHOP' || one.id === 'E-4' ? merchantKey : undefined,
      isBooked: true,
    };
    expect(await store.settlements.store(one, about, NOW)).toBe(true);
  }
  const read = async () => {
    const payouts = await store.payouts.ofMerchant(merchantKey, 10);
    return Promise.all(
      payouts.map(async (payout) => ({
        ...payout,
        key: 0,
        totals: payoutTotals(payout),
        entries: (await store.payouts.entries(payout.key, 0, 10)).map(({ entry: { id } }) => id),
      })),
    );
  };
  const before = await read();
  expect(before.map(({ id, date, totals, entries }) => [id, date, totals.net, totals.paidOut, entries])).toEqual([
    ['PO-1', '2026-11-22', -8n, -8n, ['E-1', 'E-2', 'E-3']],
    ['PO-2', '2026-11-20', LARGE - 7n, undefined, ['E-4']],
  ]);
  for (const sql of [
    'drop index settlement_entry_payout',
    'alter table settlement_entry drop column payout_key',
    'drop table settlement_payout',
    'drop table settlement_payout_sum',
  ]) {
    await place.run(sql);
  }
  await applyMigration(place, '0050_payouts');
  expect(await read()).toEqual(before);
});
