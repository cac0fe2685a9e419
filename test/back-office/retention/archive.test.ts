/** Orders in the archive, over the whole gateway: every answer is as before, and every later movement is possible. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/contract/durations.ts';
import { pieceRows } from '../../adapters/store/archive/archived.ts';
import { amount, cardPayment, type RestOrder, restOrder, totalsIn } from '../../api/rest/operations/order.ts';
import { type Rig, startRig, withCard } from '../../api/rest/rig.ts';
import { turnpike } from '../../cli/turnpike.ts';
import { onPostgres } from '../../support/database-place.ts';

const MERCHANT = 'KEEPER';
const DAYS = 40;
const EMAIL = 'ann@post.example';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
  await rig.merchant({ id: MERCHANT, name: 'Keeper', retention: { archiveDays: DAYS } });
});
afterEach(() => rig.close());

const run = (...args: readonly string[]) => turnpike(rig.folder, args, { DATABASE_URL: rig.databaseUrl });
const month = () => new Date().toISOString().slice(0, 7);
const place = () => ({ url: rig.databaseUrl, rows: rig.rows, run: async () => undefined });
const isArchived = async ({ id }: Pick<RestOrder, 'id'>) => {
  const rows = await rig.rows(
    'select request from payment_transaction where order_key = (select key from payment_order where order_id = ?)',
    id,
  );
  return rows.every(({ request }) => `${request}`.startsWith('@'));
};
const ofAnn = cardPayment({ customer: { email: EMAIL } });

/** Moves the clock by so many days, and resolves once a whole walk has ended since. */
async function later(days: number): Promise<void> {
  const nextAt = async () => {
    const [row] = await rig.rows("select next_at, owner from retention_sweep where kind = 'ARCHIVE'");
    return row?.owner === null ? Number(row?.next_at) : 0;
  };
  await expect.poll(nextAt).toBeGreaterThan(0);
  const before = await nextAt();
  rig.later(days * DAY_MS);
  await expect.poll(nextAt).toBeGreaterThan(before);
}

async function archivedOrder(): Promise<RestOrder> {
  const order = restOrder(rig, { merchant: MERCHANT });
  await order.done('AUTHORIZE', '1', ofAnn);
  await order.done('CAPTURE', '2', amount('12.00'));
  await later(DAYS + 1);
  await expect.poll(() => isArchived(order)).toBe(true);
  return order;
}

describe('an ended order', () => {
  it('moves to the piece of its last month, and every answer about it has the same text', async () => {
    const order = restOrder(rig, { merchant: MERCHANT });
    const first = await order.done('AUTHORIZE', '1', ofAnn);
    await order.done('CAPTURE', '2', amount('12.00'));
    const answers = async () => [
      (await order.get()).text,
      (await order.transaction('1')).text,
      (await order.transaction('2')).text,
    ];
    const before = await answers();
    await later(DAYS - 1);
    expect(await isArchived(order)).toBe(false);
    await later(2);
    await expect.poll(() => isArchived(order)).toBe(true);
    expect(await pieceRows(place(), month())).toHaveLength(2);
    expect(await answers()).toEqual(before);
    const again = await order.put('AUTHORIZE', '1', ofAnn);
    expect([again.status, again.text]).toEqual([201, first.text]);
    const other = await order.refused('AUTHORIZE', '1', cardPayment(withCard({ number: '4508750015741019' })));
    expect(other.json.error.explanation).toContain('is not a repeat');
    expect(order.ledger()).toHaveLength(2);
  });

  it('cannot be paid a second time, and is refunded and charged back as any other', async () => {
    const order = await archivedOrder();
    const paid = await order.put('AUTHORIZE', '3', ofAnn);
    expect(paid.status).toBe(400);
    await order.done('REFUND', '4', amount('2.00'));
    const tooMuch = await order.put('REFUND', '5', amount('10.01'));
    expect(tooMuch.status).toBe(400);
    const file = join(rig.folder, 'paid-out.csv');
    writeFileSync(
      file,
      [
        'id,kind,merchant,order,transaction,reference,gross,fee,net,currency,date,payout',
        `E-1,CHARGEBACK,${MERCHANT},${order.id},2,R-1,-3.00,0.02,-3.02,EUR,2026-11-20,PO-1`,
        '',
      ].join('\n'),
    );
    expect((await run('settlement', 'import', file)).err).toBe('');
    const { json, text } = await order.get();
    expect(json.chargeback).toEqual({ amount: 3, currency: 'EUR' });
    expect(totalsIn({ json, text } as never)).toMatchObject({ captured: '12.00', refunded: '2.00' });
    expect(json.customer.email).toBe(EMAIL);
    expect(order.ledger()).toContain('REFUND 2.00 EUR APPROVED');
    await later(DAYS + 1);
    await expect.poll(() => isArchived(order)).toBe(true);
    expect((await order.get()).text).toBe(text);
  });

  it('is reconciled with the acquirer’s ledger as before it was archived', async () => {
    const order = await archivedOrder();
    const { out } = await run('reconcile');
    expect(out).not.toContain(order.id);
    expect((await run('settlement', 'report')).err).toBe('');
  });

  it('loses its customer in the archive piece too, found by the e-mail address', async () => {
    const order = await archivedOrder();
    const erased = await run('erase', MERCHANT, EMAIL);
    expect([erased.code, erased.err]).toEqual([0, '']);
    expect(erased.out).toContain(`${order.id}\t2 transactions`);
    expect(JSON.stringify(await pieceRows(place(), month()))).not.toContain(EMAIL);
    const { json } = await order.get();
    expect([json.customer, json.totalCapturedAmount, json.status]).toEqual([undefined, 12, 'CAPTURED']);
    await order.done('REFUND', '3', amount('12.00'));
  });
});

it('an order that can still be captured, or whose merchant has no archive, is not archived', async () => {
  await rig.merchant({ id: 'SLOW', name: 'Slow', authorizationValidityDays: 90, retention: { archiveDays: 30 } });
  const [open, plain] = [restOrder(rig, { merchant: 'SLOW' }), restOrder(rig)];
  await open.done('AUTHORIZE', '1', ofAnn);
  await plain.done('PAY', '1', ofAnn);
  await later(80);
  expect([await isArchived(open), await isArchived(plain)]).toEqual([false, false]);
  await later(20);
  await expect.poll(() => isArchived(open)).toBe(true);
  expect(await isArchived(plain)).toBe(false);
});

it('the operator sees months, orders and a piece that is missing; payments go on meanwhile', async () => {
  expect((await run('archive', 'status')).out).toContain('Nothing is in the archive');
  const order = await archivedOrder();
  const status = await run('archive', 'status');
  expect([status.code, status.out]).toEqual([0, expect.stringContaining(`${month()}\t1 orders\t2 transactions\t`)]);
  expect((await run('retention', 'report', MERCHANT)).out).toMatch(/monthly archive\t1\t/);
  expect((await rig.call('GET', '/metrics')).text).toContain('turnpike_retention_removed_total{kind="archive"} 1\n');
  expect(await run('archive', 'status', 'now')).toMatchObject({ code: 2, out: '' });
  if (onPostgres()) {
    return;
  }
  rmSync(`${rig.databaseUrl.replace('sqlite:', '')}-archive-${month()}`);
  const missing = await run('archive', 'status');
  expect([missing.code, missing.out]).toEqual([1, expect.stringContaining('MISSING')]);
  const fresh = restOrder(rig, { merchant: MERCHANT });
  await fresh.done('PAY', '1', ofAnn);
  expect(order.ledger()).toHaveLength(2);
});
