/**
 * Reports in any order, and imported any number of times, give the same result: stored entries, orders, and
 * differences. Each run is on a copy of one store with orders of every kind.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../../../src/adapters/store/store.ts';
import { importEntries, reportSettlements, type SettlementEntry } from '../../../src/back-office/settlement/index.ts';
import { amount, startOrder, target } from '../../api/rest/operations/order.ts';
import { startRig } from '../../api/rest/rig.ts';

const folder = mkdtempSync(join(tmpdir(), 'turnpike-settlement-'));
const TEMPLATE = join(folder, 'template.db');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let orders: readonly string[];
beforeAll(async () => {
  const rig = await startRig({}, 1, 'warn');
  const paid = await startOrder(rig, 'PAY');
  const refunded = await startOrder(rig, 'PAY');
  await refunded.done('REFUND', '2', amount('5.00'));
  const captured = await startOrder(rig, 'AUTHORIZE');
  await captured.done('CAPTURE', '2', amount('4.00'));
  await captured.done('CAPTURE', '3', amount('4.00'));
  const voided = await startOrder(rig, 'PAY');
  await voided.done('VOID', '2', target('1'));
  orders = [paid, refunded, captured, voided].map(({ id }) => id);
  await rig.app.close();
  copyFileSync(join(rig.folder, 'turnpike.db'), TEMPLATE);
  await rig.restart();
  await rig.close();
});

/** An entry of any kind about any order: right, wrong or unknown. */
const entry = fc
  .record({
    kind: fc.constantFrom('PAYMENT', 'REFUND', 'CHARGEBACK', 'CHARGEBACK_REVERSED', 'FEE', 'OTHER', 'PAYOUT' as const),
    order: fc.integer({ min: -1, max: 4 }),
    transaction: fc.constantFrom('1', '2', '3', undefined),
    gross: fc.constantFrom(1_200n, 500n, 400n, -500n, -1_200n),
    fee: fc.constantFrom(0n, 25n, -25n),
    off: fc.constantFrom(0n, 0n, 0n, 1n),
    currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'USD'),
    payout: fc.constantFrom('PO-1', 'PO-2', undefined),
    isAtBank: fc.boolean(),
    references: fc.subarray(['PO-1', 'PO-2']),
  })
  .map(({ order, transaction, off, payout, isAtBank, ...rest }) => ({
    ...rest,
    // `-1` is an unknown order; 4 names none.
    ...(order < 4 && { merchant: 'TESTSHOP', order: orders[order] ?? 'elsewhere' }),
    ...(transaction !== undefined && order < 4 && { transaction }),
    ...(payout !== undefined && { payout }),
    ...(isAtBank && rest.kind === 'PAYOUT' && { isAtBank }),
    net: rest.gross - rest.fee + off,
    date: '2026-11-20',
  }));

const report = fc
  .array(entry, { minLength: 1, maxLength: 12 })
  .map((entries) => entries.map((one, index) => ({ ...one, id: `E-${index}`, source: 'default' }) as SettlementEntry));

let runs = 0;

/** The result of these files, one after the other. */
async function after(files: readonly (readonly SettlementEntry[])[]) {
  runs += 1;
  const own = join(folder, `run-${runs}`);
  mkdirSync(own);
  copyFileSync(TEMPLATE, join(own, 'turnpike.db'));
  const store = await openStore(`sqlite:${join(own, 'turnpike.db')}`, { owner: false });
  const dependencies = {
    records: store.settlements,
    orders: store.orders,
    merchantById: (id: string) => store.merchants.find(id),
    clock: { now: () => 1_795_000_000_000 },
    pause: async () => undefined,
    notifications: { body: async () => '' },
  };
  const counts = [];
  for (const file of files) {
    counts.push(await importEntries(dependencies, file, false));
  }
  const seen = [];
  for await (const { orderId, transactions, entries } of store.settlements.orders()) {
    const order = await store.orders.find((await store.merchants.find('TESTSHOP'))!.key, orderId);
    const shown = transactions.map(({ transactionId, request }) => [transactionId, request.type, request.amount]);
    seen.push({
      ...{ orderId, shown: shown.toSorted(byText), entries: entries.map(({ entry: { id } }) => id).toSorted() },
      totals: [order?.state.totalCaptured, order?.state.totalRefunded],
    });
  }
  const known = { seen, report: await reportSettlements(store.settlements, Number.MAX_SAFE_INTEGER) };
  await store.close();
  rmSync(own, { recursive: true });
  return { known, counts };
}

function byText(one: readonly unknown[], other: readonly unknown[]): number {
  return String(one[0]) < String(other[0]) ? -1 : 1;
}

it('any permutation of a report, in one file or several, gives the same', { timeout: 120_000 }, () =>
  fc.assert(
    fc.asyncProperty(
      report.chain((entries) =>
        fc.tuple(fc.constant(entries), fc.shuffledSubarray(entries, { minLength: entries.length }), fc.nat(12)),
      ),
      async ([entries, shuffled, cut]) => {
        const whole = await after([entries]);
        expect((await after([shuffled.slice(0, cut), shuffled.slice(cut)])).known).toEqual(whole.known);
      },
    ),
    { numRuns: 25 },
  ),
);

it('a second import, of all or of a part, changes nothing', { timeout: 120_000 }, () =>
  fc.assert(
    fc.asyncProperty(report, fc.nat(12), async (entries, cut) => {
      const once = await after([entries]);
      const again = await after([entries.slice(0, cut), entries, entries]);
      expect(again.known).toEqual(once.known);
      expect(again.counts.at(-1)).toMatchObject({ stored: 0, recorded: 0, known: entries.length, changed: [] });
    }),
    { numRuns: 15 },
  ),
);
