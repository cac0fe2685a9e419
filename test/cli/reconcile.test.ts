/** Alerts, and differences from the acquirer's ledger: on the command line, beside a running gateway. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/contract/durations.ts';
import { amount, cardPayment, restOrder, startOrder } from '../api/rest/operations/order.ts';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { withDatabase } from '../support/database.ts';
import { reconciled as reconciledIn } from './reconciled.ts';
import { turnpike, turnpikeProcess } from './turnpike.ts';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const RECEIPT = expect.stringMatching(/^\d{12}$/);

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const reconciled = (...args: readonly string[]) => reconciledIn(rig, ...args);
const changed = (sql: string, ...values: readonly (string | number)[]) =>
  withDatabase(rig.folder, (db) => db.prepare(sql).run(...values).changes);
const keyOf =
  '(select t.key from payment_transaction t join payment_order o on o.key = t.order_key where o.order_id = ?)';

describe('an alert', () => {
  it('is absent while everything works: exit code 0', async () => {
    await startOrder(rig, 'PAY');
    expect(await reconciled()).toEqual({ code: 0, lines: [], count: '0 need the operator, 0 for information.' });
    const ran = await turnpike(rig.folder, ['reconcile']);
    expect(ran).toEqual({ code: 0, out: '0 need the operator, 0 for information.\n', err: '' });
  });

  it('includes a reversal after six attempts, until it is acknowledged, and not after five', async () => {
    const order = await startOrder(rig, 'PAY');
    await rig.app.close();
    // The gateway died before it stored the answer; the next one declines the payment and reverses it.
    await rig.forget(order.id);
    await rig.restart();
    await expect.poll(() => order.ledger(), { timeout: 20_000 }).toEqual(['PAYMENT 12.00 EUR REVERSED']);
    const open = (tries: number) =>
      changed(`update reversal set due_at = ?, attempts = ? where transaction_key = ${keyOf}`, 9e12, tries, order.id);
    expect(open(5)).toBe(1);
    expect((await reconciled()).code).toBe(0);
    open(6);
    const { code, lines, count } = await reconciled();
    expect(lines).toEqual([
      ['REVERSAL_UNACKNOWLEDGED', 'TESTSHOP', order.id, '1', RECEIPT, '12.00 EUR', TIME, '6 tries', expect.any(String)],
    ]);
    expect([code, count]).toEqual([1, '1 needs the operator, 0 for information.']);
    const ran = await turnpikeProcess(rig.folder, ['reconcile']);
    expect(ran).toEqual({ code: 1, out: `${lines[0]?.join('\t')}\n${count}\n`, err: '' });
    const reminders = () => rig.logged.filter((logged) => logged.includes('still not acknowledged'));
    expect(reminders()).toEqual([]);
    await rig.restart();
    await expect.poll(reminders).toEqual([expect.stringContaining('REVERSAL_UNACKNOWLEDGED')]);
    changed(`update reversal set due_at = null where transaction_key = ${keyOf}`, order.id);
    expect((await reconciled()).code).toBe(0);
  });

  it.each([
    ['ADVICE_UNANSWERED', 3_600_000, (outcome: Record<string, unknown>) => ({ ...outcome, reply: undefined })],
    ['RESULT_OPEN', DAY_MS, (outcome: Record<string, unknown>) => outcome],
  ] as const)('is %s that is older than %d ms', async (kind, ageMs, asStored) => {
    const order = await startOrder(rig, 'AUTHORIZE');
    await order.done('CAPTURE', '2', amount('5.00'));
    const capture = `(select t.key from payment_transaction t join payment_order o on o.key = t.order_key where o.order_id = ? and t.transaction_id = '2')`;
    withDatabase(rig.folder, (db) => {
      const row = db
        .prepare<string, { outcome: string }>(
          `select outcome from transaction_outcome where transaction_key = ${capture}`,
        )
        .get(order.id);
      const outcome = asStored({ ...JSON.parse(row!.outcome), gatewayCode: 'PENDING' });
      db.prepare(
        `update transaction_outcome set outcome = ?, follow_up_at = 9e12, follow_ups = 7 where transaction_key = ${capture}`,
      ).run(JSON.stringify(outcome), order.id);
    });
    const aged = (ms: number) =>
      changed(`update payment_transaction set created_at = ? where key = ${capture}`, Date.now() - ms, order.id);
    aged(ageMs - 60_000);
    expect((await reconciled()).lines).toEqual([]);
    aged(ageMs + 1);
    const { code, lines } = await reconciled();
    expect(lines).toEqual([
      [kind, 'TESTSHOP', order.id, '2', RECEIPT, '5.00 EUR', TIME, '7 tries', expect.any(String)],
    ]);
    expect(code).toBe(1);
    changed(`update transaction_outcome set follow_up_at = null where transaction_key = ${capture}`, order.id);
  });

  it('includes an order that is locked for more than 90 s, and at once one that a dead process left locked', async () => {
    const order = await startOrder(rig, 'AUTHORIZE');
    await rig.app.close();
    await rig.forget(order.id);
    const locked = (secondsAgo: number, owner: number) =>
      changed(
        'update payment_order set updated_at = ?, owner = ? where order_id = ?',
        Date.now() - secondsAgo * 1_000,
        owner,
        order.id,
      );
    changed('insert into gateway_process (key, beats, started_at) values (7, 0, 0)');
    locked(80, 7);
    expect((await reconciled()).lines).toEqual([]);
    locked(91, 7);
    expect((await reconciled()).lines.map((cells) => cells.slice(0, 4))).toEqual([
      ['ORDER_LOCKED', 'TESTSHOP', order.id, '1'],
    ]);
    locked(11, 8);
    expect((await reconciled()).lines.map((cells) => cells.slice(0, 4))).toEqual([
      ['ABANDONED', 'TESTSHOP', order.id, '1'],
    ]);
    await rig.restart();
    expect((await reconciled()).code).toBe(0);
  });

  it('does not include a refund that waits for approval, which is listed for information alone', async () => {
    await rig.merchant({ id: 'ASKS', name: 'Asks first', permissions: { refundApproval: true } });
    const order = restOrder(rig, { merchant: 'ASKS' });
    await order.done('PAY', '1', cardPayment());
    await order.done('REFUND', '2', amount('5.00'));
    const { code, lines, count } = await reconciled();
    expect(lines).toEqual([
      [
        'REFUND_WAITING',
        'ASKS',
        order.id,
        '2',
        RECEIPT,
        '5.00 EUR',
        TIME,
        '0 tries',
        expect.stringContaining('refund approve'),
      ],
    ]);
    expect([code, count]).toEqual([0, '0 need the operator, 1 for information.']);
    await turnpike(rig.folder, ['refund', 'reject', 'ASKS', order.id, '2']);
    await expect.poll(async () => (await reconciled()).count, { timeout: 20_000 }).toContain(' 0 for information');
  });
});
