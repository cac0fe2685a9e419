/** Data that is deleted on schedule, and data that must stay unchanged, over the whole gateway. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../src/contract/durations.ts';
import { idHash } from '../../../src/platform/id-seal.ts';
import { amount, cardPayment, type RestOrder, restOrder, totalsIn } from '../../api/rest/operations/order.ts';
import { CARD, newOrderId, type Rig, startRig, withCard } from '../../api/rest/rig.ts';
import { bytesBelow, turnpike } from '../../cli/turnpike.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';

const DECLINED = { month: '5', year: '39' };

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.close());

const count = async (query: string, ...values: readonly string[]) =>
  Number((await rig.rows(`select count(*) as n from ${query}`, ...values))[0]?.n);
const cardsOf = ({ id }: Pick<RestOrder, 'id'>) =>
  count(
    'payment_transaction where sealed_card is not null and order_key = (select key from payment_order where order_id = ?)',
    id,
  );
/** The start of the next walk over this kind; it polls until no walk is running. */
const nextAt = async (kind: string, after = 0): Promise<number> => {
  const at = async () => {
    const [row] = await rig.rows('select next_at, owner from retention_sweep where kind = ?', kind);
    return row?.owner === null ? Number(row?.next_at) : 0;
  };
  await expect.poll(at).toBeGreaterThan(after);
  return at();
};
/** Moves the clock, and resolves when a whole walk over this kind has started and ended since. */
const later = async (ms: number, kind: string) => {
  const before = await nextAt(kind);
  rig.later(ms);
  await nextAt(kind, before);
};

describe('a session', () => {
  const session = async (merchant = 'TESTSHOP') => {
    const { json } = await rig.api('POST', '/session', undefined, { merchant });
    const { id } = json.session;
    const body = { customer: { email: 'ann@payer.example' }, order: { id: newOrderId() } };
    expect((await rig.api('PUT', `/session/${id}`, body, { merchant })).status).toBe(200);
    return id as string;
  };
  const isThere = (id: string) => count('session where id = ?', idHash(id));

  it('is deleted 24 hours after its end, with its input, and not an hour before', async () => {
    const id = await session();
    await later(23 * HOUR_MS, 'SESSION');
    expect(await isThere(id)).toBe(1);
    await later(2 * HOUR_MS, 'SESSION');
    expect(await isThere(id)).toBe(0);
    expect((await rig.api('GET', `/session/${id}`)).status).toBe(400);
    if (rig.databaseUrl.startsWith('sqlite:')) {
      // The log is emptied after the walk.
      await expect.poll(async () => (await bytesBelow(rig.folder)).includes('ann@payer.example')).toBe(false);
    }
  });

  it('of a payment link is stored for eight days more, for a payer who has started to pay behind it', async () => {
    const { json } = await rig.api('POST', '/session', {
      apiOperation: 'INITIATE_CHECKOUT',
      checkoutMode: 'PAYMENT_LINK',
      paymentLink: { expiryDateTime: new Date(Date.now() + DAY_MS).toISOString() },
      interaction: { operation: 'PURCHASE' },
      order: { id: newOrderId(), amount: '5.00', currency: 'EUR' },
    });
    await later(9 * DAY_MS, 'SESSION');
    expect(await isThere(json.session.id)).toBe(1);
    await later(2 * DAY_MS, 'SESSION');
    expect(await isThere(json.session.id)).toBe(0);
  });

  it('is stored as long as its merchant’s profile says', async () => {
    await rig.merchant({ id: 'KEEPER', name: 'Keeper', retention: { sessionHours: 100 } });
    const [kept, gone] = [await session('KEEPER'), await session()];
    await later(2 * DAY_MS, 'SESSION');
    expect(await isThere(gone)).toBe(0);
    expect(await isThere(kept)).toBe(1);
    await later(3 * DAY_MS, 'SESSION');
    expect(await isThere(kept)).toBe(0);
  });
});

describe('a notification', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());

  it('loses its body and the answers 30 days after its delivery; the delivery stays recorded, and no replay is possible', async () => {
    const order = restOrder(rig);
    await order.done(
      'PAY',
      '1',
      cardPayment({ order: { amount: '12.00', currency: 'EUR', notificationUrl: `${receiver.origin}/hook` } }),
    );
    const state = () => rig.rows('select state, body is null as gone from notification');
    await expect.poll(async () => (await state())[0]?.state).toBe('DELIVERED');
    await later(29 * DAY_MS, 'NOTIFICATION');
    expect(Boolean((await state())[0]?.gone)).toBe(false);
    await later(2 * DAY_MS, 'NOTIFICATION');
    expect(Boolean((await state())[0]?.gone)).toBe(true);
    expect(await rig.rows('select status, answer from notification_try')).toEqual([{ status: 200, answer: '' }]);
    const [{ id }] = (await rig.api('GET', `/order/${order.id}/notification`)).json.notification;
    const replay = await rig.api('PUT', `/order/${order.id}/notification/${id}`, {
      apiOperation: 'RESEND_NOTIFICATION',
    });
    expect([replay.status, replay.json.error.explanation]).toEqual([400, expect.stringContaining('has no body')]);
    expect(receiver.notified).toHaveLength(1);
  });
});

describe('the card of an ended order', () => {
  it('is deleted 18 months after its last movement, and everything else is answered as before', async () => {
    const order = restOrder(rig);
    const first = await order.done('PAY', '1', cardPayment());
    rig.later(300 * DAY_MS);
    await order.done('REFUND', '2', amount('2.00'));
    const before = [(await order.get()).text, (await order.transaction('1')).text, order.ledger()];
    await later(500 * DAY_MS, 'CARD');
    expect(await cardsOf(order)).toBe(2);
    await later(49 * DAY_MS, 'CARD');
    expect(await cardsOf(order)).toBe(0);
    expect([(await order.get()).text, (await order.transaction('1')).text, order.ledger()]).toEqual(before);
    const again = await order.put('PAY', '1', cardPayment());
    expect([again.status, again.text]).toEqual([201, first.text]);
    const otherwise = await order.refused('PAY', '1', cardPayment(withCard({ number: '4508750015741019' })));
    expect(otherwise.json.error.explanation).toContain('is not a repeat');
  });

  it('cannot be refunded to any more: the refusal gives the date, no message is sent, and no total changes', async () => {
    await rig.merchant({ id: 'CAREFUL', name: 'Careful', permissions: { refundApproval: true } });
    const order = restOrder(rig, { merchant: 'CAREFUL' });
    await order.done('PAY', '1', cardPayment());
    await later(550 * DAY_MS, 'CARD');
    expect(await cardsOf(order)).toBe(0);
    const totals = totalsIn(await order.get());
    for (const body of [amount('2.00'), { ...amount('2.00'), ...withCard(CARD) }]) {
      const refused = await order.refused('REFUND', '2', body);
      expect(refused.status).toBe(400);
      expect(refused.json.error.explanation).toMatch(/^The card's number was erased on \d{4}-\d\d-\d\d/);
    }
    expect(totalsIn(await order.get())).toEqual(totals);
  });

  it('stays while its authorization can be captured, and is deleted when that is over', async () => {
    const profile = { retention: { cardDays: 1 }, authorizationValidityDays: 30 };
    await rig.merchant({ id: 'SLOW', name: 'Slow', ...profile });
    const [order, captured] = [restOrder(rig, { merchant: 'SLOW' }), restOrder(rig, { merchant: 'SLOW' })];
    await order.done('AUTHORIZE', '1', cardPayment());
    await captured.done('AUTHORIZE', '1', cardPayment());
    await later(29 * DAY_MS, 'CARD');
    expect(await cardsOf(order)).toBe(1);
    await captured.done('CAPTURE', '2', amount('12.00'));
    await captured.done('REFUND', '3', amount('2.00'));
    await later(2 * DAY_MS, 'CARD');
    expect(await cardsOf(order)).toBe(0);
    expect(await cardsOf(captured)).toBe(2);
  });

  it('stays while a refund waits for its approval, and the refund can be made then', async () => {
    await rig.merchant({ id: 'CAREFUL', name: 'Careful', permissions: { refundApproval: true } });
    const order = restOrder(rig, { merchant: 'CAREFUL' });
    await order.done('PAY', '1', cardPayment());
    await order.done('REFUND', '2', amount('2.00'));
    await later(600 * DAY_MS, 'CARD');
    expect(await cardsOf(order)).toBe(1);
    const approved = await turnpike(rig.folder, ['refund', 'approve', 'CAREFUL', order.id, '2'], {
      DATABASE_URL: rig.databaseUrl,
    });
    expect(approved.code, approved.err).toBe(0);
    await expect.poll(order.ledger).toContain('REFUND 2.00 EUR APPROVED');
  });

  it('that a later payment brought to the same order is stored for its own time', async () => {
    const order = restOrder(rig);
    await order.put('PAY', '1', cardPayment(withCard({ expiry: DECLINED })));
    await later(550 * DAY_MS, 'CARD');
    expect(await cardsOf(order)).toBe(0);
    await order.done('PAY', '2', cardPayment());
    await later(500 * DAY_MS, 'CARD');
    expect(await cardsOf(order)).toBe(1);
    await order.done('REFUND', '3', amount('1.00'));
    await later(550 * DAY_MS, 'CARD');
    expect(await cardsOf(order)).toBe(0);
  });
});

it('removals are counted, and the log has a line a walk without data of the payer', async () => {
  await restOrder(rig).done('PAY', '1', cardPayment());
  rig.later(550 * DAY_MS);
  await expect
    .poll(async () => (await rig.call('GET', '/metrics')).text)
    .toContain('turnpike_retention_removed_total{kind="card"} 1\n');
  await expect.poll(() => rig.logged.filter((line) => line.includes('"kind":"CARD"'))).toHaveLength(1);
  const [line = ''] = rig.logged.filter((one) => one.includes('"kind":"CARD"'));
  expect(JSON.parse(line)).toMatchObject({ kind: 'CARD', rows: 1, removed: 1 });
});
