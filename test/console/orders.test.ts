/** An order's page, and the acts on it: once, by those who may, with the person's name. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { codeAt } from '../../src/console/totp.ts';
import { checkedOrderId } from '../../src/core/payer-authentication/index.ts';
import { newOrderId, paying, type Rig, startRig, withCard } from '../api/rest/rig.ts';
import { turnpike } from '../cli/turnpike.ts';
import { freePorts } from '../support/ports.ts';
import { type Enrolled, enrolled, later, stepNow } from './person.ts';

const AT_SHOP = ['--merchant', 'TESTSHOP'];

let rig: Rig;
let refunder: Enrolled;
let viewer: Enrolled;
beforeAll(async () => {
  rig = await startRig();
  refunder = await enrolled(rig, ['--role', 'refunder', ...AT_SHOP]);
  viewer = await enrolled(rig, ['--role', 'viewer', ...AT_SHOP]);
});
afterAll(() => rig.close());

const addressOf = (order: string) => `/console/merchants/TESTSHOP/orders/${order}`;

/** A new order of EUR 12.00 by this operation. @returns its id */
async function ordered(apiOperation: string, more: object = {}): Promise<string> {
  const order = newOrderId();
  await rig.api('PUT', `/order/${order}/transaction/1`, paying(apiOperation, more));
  return order;
}

const stored = async (order: string) => (await rig.api('GET', `/order/${order}`)).json;

const headingOf = (text: string) => /<h1[^>]*>([^<]*)<\/h1>/.exec(text)?.[1];

/** A refund that the sandbox's acquirer answers with this code. */
const refund = (order: string, amount: string, code: string) =>
  rig.api('PUT', `/order/${order}/transaction/R-${code}`, {
    apiOperation: 'REFUND',
    transaction: { amount, currency: 'EUR', reference: `.FAIL_${code}` },
  });

/** Opens the order's page, and sends the form of the act. */
async function act({ client }: Enrolled, order: string, kind: string, fields: Readonly<Record<string, string>> = {}) {
  await client.get(addressOf(order));
  return client.submit(fields, `${addressOf(order)}/${kind}`);
}

describe('an order’s page', () => {
  it('has one sentence on the money, the sums, and each transaction', async () => {
    const order = await ordered('AUTHORIZE');
    const { text, status } = await viewer.client.get(addressOf(order));
    expect(status).toBe(200);
    expect(text).toContain('>Reserved: €12.00 for Example Shop</h1>');
    expect(text).toContain('512345xxxxxx0008');
    expect(text).not.toContain('5123450000000008');
  });

  it('has a decline in words, with advice', async () => {
    const order = await ordered('PAY', withCard({ expiry: { month: '2', year: '39' } }));
    const { response } = (await stored(order)).transaction[0];
    const { text } = await viewer.client.get(addressOf(order));
    expect(headingOf(text)).toBe('No payment has succeeded');
    expect(text).toContain(response.gatewayCode);
    expect(text).toContain('There is not enough money in the account.');
    expect(text).toContain('Let the payer use another card');
  });

  it.each([
    ['5', '37', 'UNKNOWN', 'UNKNOWN'],
    ['12', '39', 'DEFERRED_TRANSACTION_RECEIVED', 'PENDING'],
    ['11', '39', 'PENDING', 'PENDING'],
  ])(
    'of a payment with expiry %s/%s, which is %s, does not say that nothing was paid',
    async (month, year, code, result) => {
      const order = await ordered('PAY', withCard({ expiry: { month, year } }));
      const { status, transaction } = await stored(order);
      expect([status, transaction[0].result, transaction[0].response.gatewayCode]).toEqual(['INITIATED', result, code]);
      const { text } = await viewer.client.get(addressOf(order));
      expect(headingOf(text)).toBe('It is not known yet whether money was taken');
      expect(text).toContain('Do not ship and do not charge again.');
    },
  );

  it('of a verified card says so', async () => {
    const order = await ordered('VERIFY', { order: { currency: 'EUR' } });
    expect((await stored(order)).status).toBe('VERIFIED');
    const { text } = await viewer.client.get(addressOf(order));
    expect(headingOf(text)).toBe('The card was verified, and nothing has been paid');
  });

  it('of a refunded payment says what was paid too', async () => {
    const order = await ordered('PAY');
    await act(refunder, order, 'refund', { amount: '5.00' });
    const { totalCapturedAmount, totalRefundedAmount } = await stored(order);
    expect([totalCapturedAmount, totalRefundedAmount]).toEqual([12, 5]);
    const { text } = await viewer.client.get(addressOf(order));
    expect(headingOf(text)).toMatch(/^€12\.00 paid · €5\.00 refunded on /);
  });

  it('with a refund of unknown result offers no void, and says how much is in it', async () => {
    const order = await ordered('PAY');
    await refund(order, '5.00', 'UNKNOWN');
    const { totalCapturedAmount, totalRefundedAmount } = await stored(order);
    expect([totalCapturedAmount, totalRefundedAmount]).toEqual([12, 0]);
    const voided = { apiOperation: 'VOID', transaction: { targetTransactionId: '1' } };
    expect((await rig.api('PUT', `/order/${order}/transaction/V`, voided)).status).toBe(400);
    const { text } = await refunder.client.get(addressOf(order));
    expect(text).not.toContain(`${addressOf(order)}/void`);
    expect(text).toContain('Up to €7.00 can be refunded');
    expect(text).toContain('€5.00 is in a refund whose result is not known');
    expect(text).toContain('Do not refund again before its result is known.');
    expect(text).not.toContain('Do not ship');
  });

  it('with a refund that failed does not advise to take another card', async () => {
    const order = await ordered('PAY');
    await refund(order, '5.00', 'DECLINED');
    const { text } = await refunder.client.get(addressOf(order));
    expect(text).toContain('The payer has not got this money back.');
    expect(text).not.toContain('Let the payer use another card');
  });

  it('offers no void after its time', async () => {
    const order = await ordered('PAY');
    const hour = 60 * 60 * 1_000;
    await rig.change(
      'update payment_transaction set created_at = created_at - ? where order_key = (select key from payment_order where order_id = ?)',
      24 * 400 * hour,
      order,
    );
    const voided = { apiOperation: 'VOID', transaction: { targetTransactionId: '1' } };
    expect((await rig.api('PUT', `/order/${order}/transaction/V`, voided)).status).toBe(400);
    const { text } = await refunder.client.get(addressOf(order));
    expect(text).not.toContain(`${addressOf(order)}/void`);
    expect(text).toContain(`${addressOf(order)}/refund`);
  });

  it('says what each void does to the payer’s money, and leaves the amount of a refund to be typed', async () => {
    const [reserved, paid] = [await ordered('AUTHORIZE'), await ordered('PAY')];
    const textOf = async (order: string) => (await refunder.client.get(addressOf(order))).text;
    expect(await textOf(reserved)).toContain('The reserved €12.00 is released.');
    const ofPaid = await textOf(paid);
    expect(ofPaid).toContain('The payer is not charged €12.00.');
    expect(/id="refund-amount"[^>]*/.exec(ofPaid)?.[0]).toMatch(/ value (?!=)/);
  });

  it('is not there for the check of a card that no order has', async () => {
    const order = await ordered('AUTHORIZE');
    const id = checkedOrderId(order);
    await rig.change('update payment_order set order_id = ? where order_id = ?', id, order);
    const { client } = viewer;
    const statuses = [await client.get(addressOf(encodeURIComponent(id))), await client.get(addressOf('NO-SUCH'))].map(
      ({ status }) => status,
    );
    expect(statuses).toEqual([404, 404]);
    const list = '/console/merchants/TESTSHOP/orders';
    await client.get(list);
    expect((await client.submit({ search: id }, list)).text).toContain('No order was found');
  });

  it('shows texts of the shop and the payer as texts', async () => {
    const hostile = '"><script>alert(1)</script>';
    const more = { order: { amount: '12.00', currency: 'EUR', description: hostile, reference: hostile } };
    const order = await ordered('AUTHORIZE', more);
    const { text } = await viewer.client.get(addressOf(order));
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).not.toContain('<script');
  });

  it('is shown at its own merchant alone', async () => {
    const order = await ordered('AUTHORIZE');
    expect((await viewer.client.get(`/console/merchants/OTHERSHOP/orders/${order}`)).status).toBe(404);
    expect((await viewer.client.get(addressOf('NO-SUCH'))).status).toBe(404);
  });

  it('offers each role the acts that it may do, and that the order allows', async () => {
    const [reserved, paid] = [await ordered('AUTHORIZE'), await ordered('PAY')];
    const acts = async ({ client }: Enrolled, order: string) =>
      [...(await client.get(addressOf(order))).text.matchAll(/action="[^"]*\/(capture|refund|void)"/g)].map(
        ([, kind]) => kind,
      );
    expect(await acts(viewer, reserved)).toEqual([]);
    expect(await acts(refunder, reserved)).toEqual(['capture', 'void']);
    expect(await acts(refunder, paid)).toEqual(['refund', 'void']);
  });
});

describe('an order’s timeline', () => {
  it('has payments, notifications and people’s acts, each with its result', async () => {
    const [port] = await freePorts(1);
    const notified = { amount: '12.00', currency: 'EUR', notificationUrl: `http://127.0.0.1:${port}/` };
    const order = await ordered('AUTHORIZE', { order: notified });
    await act(refunder, order, 'capture', { amount: '5.00' });
    const { text } = await viewer.client.get(addressOf(order));
    const lines = [
      ...text.matchAll(/<div class="main-part">([^<]*)<span class="tag">([^<]*)<\/span>([^<]*<span[^>]*>[^<]*)?/g),
    ];
    expect(
      lines.map(([, title = '', state = '', by = '']) => `${title.trim()}: ${state}${by.replace(/<[^>]*>/, '')}`),
    ).toEqual([
      'Authorization of €12.00: done',
      'Notification about the authorization: waits for its next try',
      `Capture of €5.00: done by ${refunder.email}`,
      'Notification about the capture: waits for its next try',
    ]);
  });

  it('has request and answer of each transaction, without the card number', async () => {
    const order = await ordered('PAY');
    const { text } = await viewer.client.get(addressOf(order));
    const [, shown = ''] = /<pre[^>]*>(.*?)<\/pre>/s.exec(text) ?? [];
    expect(shown).toContain('&quot;number&quot;: &quot;512345xxxxxx0008&quot;');
    expect(shown).toContain('&quot;amount&quot;: 12.00');
    expect(text).not.toContain('5123450000000008');
  });
});

describe('an act', () => {
  it('captures, refunds a part and voids, by the operations of the interface', async () => {
    const order = await ordered('AUTHORIZE');
    expect((await act(refunder, order, 'capture', { amount: '10.00' })).text).toContain('Capture of €10.00: done.');
    expect((await act(refunder, order, 'refund', { amount: '4.00' })).text).toContain('Refund of €4.00: done.');
    const { text } = await refunder.client.get(addressOf(order));
    const [, target = ''] = /name="target" value="([^"]+)"/.exec(text) ?? [];
    const voided = await act(refunder, order, 'void', { target });
    expect(voided.text).toContain('Void of the refund of €4.00: done.');
    // In the list of transactions, and in the timeline.
    expect(voided.text.split(`by ${refunder.email}`)).toHaveLength(7);
    const { totalCapturedAmount, totalRefundedAmount } = await stored(order);
    expect([totalCapturedAmount, totalRefundedAmount]).toEqual([10, 0]);
  });

  it('happens once however often its form is sent, and together', async () => {
    const order = await ordered('PAY');
    const { client } = refunder;
    await client.get(addressOf(order));
    const form = client.hidden();
    const body = new URLSearchParams({ ...form, amount: '5.00' }).toString();
    const replies = await Promise.all([1, 2, 3].map(() => client.post(`${addressOf(order)}/refund`, body)));
    expect(replies.map(({ status }) => status)).toEqual([303, 303, 303]);
    const other = new URLSearchParams({ ...form, amount: '6.00' }).toString();
    expect((await client.post(`${addressOf(order)}/refund`, other)).status).toBe(422);
    expect((await stored(order)).totalRefundedAmount).toBe(5);
  });

  it('of two people for the whole amount happens once', async () => {
    const order = await ordered('PAY');
    const second = await enrolled(rig, ['--role', 'administrator', ...AT_SHOP]);
    await Promise.all([refunder, second].map((one) => act(one, order, 'refund', { amount: '12.00' })));
    expect((await stored(order)).totalRefundedAmount).toBe(12);
  });

  it('that the interface refuses does nothing, and says why', async () => {
    const order = await ordered('PAY');
    const tooMuch = await act(refunder, order, 'refund', { amount: '12.01' });
    expect([tooMuch.status, tooMuch.text.includes('€12.00 is left to refund.')]).toEqual([422, true]);
    expect(tooMuch.text).toContain('value="12.01"');
    for (const amount of ['all of it', '1,50', '', '1.234', '-1']) {
      const { status, text } = await act(refunder, order, 'refund', { amount });
      expect([amount, status, text.includes('Type an amount such as 20.00, with a point.')]).toEqual([
        amount,
        422,
        true,
      ]);
      expect(/id="refund-amount"[^>]*aria-describedby="([^"]*)"/.exec(text)?.[1]).toBe(
        'refund-hint refund-amount-problem',
      );
      expect(text).toContain('id="refund-amount-problem"');
    }
    const capture = await act(refunder, order, 'capture', { amount: '1.00' });
    expect([capture.status, capture.text.includes('The order no longer allows this capture.')]).toEqual([422, true]);
    expect((await stored(order)).transaction).toHaveLength(1);
  });

  it('is refused after the role was taken away, with the form open', async () => {
    const order = await ordered('PAY');
    const person = await enrolled(rig, ['--role', 'refunder', ...AT_SHOP]);
    await person.client.get(addressOf(order));
    const { client, email } = person;
    const console_ = (...args: readonly string[]) =>
      turnpike(rig.folder, ['console', ...args], { DATABASE_URL: rig.databaseUrl });
    await console_('invite', email, '--role', 'viewer', ...AT_SHOP);
    expect((await client.send({ amount: '1.00' }, `${addressOf(order)}/refund`)).status).toBe(403);
    await client.get(addressOf(order));
    await console_('remove', email, ...AT_SHOP);
    expect((await client.send({ amount: '1.00' }, `${addressOf(order)}/refund`)).status).toBe(404);
    expect((await stored(order)).transaction).toHaveLength(1);
  });

  it('is refused after an operator became a viewer at one merchant', async () => {
    const order = await ordered('PAY');
    const { client, email } = await enrolled(rig, ['--role', 'operator']);
    await client.get(addressOf(order));
    const console_ = (...args: readonly string[]) =>
      turnpike(rig.folder, ['console', ...args], { DATABASE_URL: rig.databaseUrl });
    expect((await console_('remove', email, ...AT_SHOP)).err).toContain('is operator at all merchants');
    const { out } = await console_('invite', email, '--role', 'viewer', ...AT_SHOP);
    expect(out).toContain('The role of operator at all merchants has ended.');
    expect((await client.send({ amount: '1.00' }, `${addressOf(order)}/refund`)).status).toBe(403);
    expect((await stored(order)).transaction).toHaveLength(1);
  });

  it('is refused at a disabled merchant, like a call of its server, and the order is still shown', async () => {
    await rig.merchant({ id: 'CLOSED', name: 'Closed Shop' });
    await rig.api('PUT', '/order/C/transaction/1', paying('PAY'), { merchant: 'CLOSED' });
    const { client } = await enrolled(rig, ['--role', 'administrator', '--merchant', 'CLOSED']);
    const at = '/console/merchants/CLOSED/orders/C';
    expect((await client.get(at)).text).toContain(`${at}/refund`);
    const form = new URLSearchParams({ ...client.hidden(), amount: '1.00' }).toString();
    await turnpike(rig.folder, ['merchant', 'disable', 'CLOSED'], { DATABASE_URL: rig.databaseUrl });
    // A running gateway sees a change of the merchant a second later.
    await vi.waitUntil(async () => !(await client.get(at)).text.includes(`${at}/refund`), { timeout: 30_000 });
    expect((await client.post(`${at}/refund`, form)).status).toBe(403);
    expect((await client.get(at)).status).toBe(200);
  });

  it('is in the audit trail with the person, before and after', async () => {
    const order = await ordered('PAY');
    await act(refunder, order, 'refund', { amount: '2.50' });
    await act(refunder, order, 'refund', { amount: '99.00' });
    const rows = await rig.rows("select actor, subject, details from audit_entry where action = 'console refund'");
    const entries = rows
      .map(({ actor, subject, details }) => ({ actor, subject, ...JSON.parse(String(details)) }))
      .filter((one) => one.order === order);
    expect(entries).toMatchObject([
      { state: 'BEGUN', actor: refunder.email, subject: 'TESTSHOP', amount: '2.50', currency: 'EUR' },
      { state: 'DONE', actor: refunder.email, subject: 'TESTSHOP' },
      { state: 'BEGUN', amount: '99.00' },
      { state: 'REFUSED' },
    ]);
  });

  it('that refunds asks for a code after a quarter of an hour, and goes on with the amount that was typed', async () => {
    const order = await ordered('PAY');
    const { client, secret } = await enrolled(rig, ['--role', 'refunder', ...AT_SHOP]);
    await client.get(addressOf(order));
    const { transaction = '' } = client.hidden();
    later(rig, 16 * 60_000);
    const asked = await client.send({ amount: '5.00' }, `${addressOf(order)}/refund`);
    expect([asked.status, asked.text.includes('Enter a code to refund')]).toEqual([200, true]);
    expect((await stored(order)).transaction).toHaveLength(1);
    const wrong = await client.send({ 'second-factor': '000000' }, `${addressOf(order)}/refund`);
    expect(wrong.status).toBe(422);
    const code = { 'second-factor': codeAt(secret, stepNow(rig)) };
    const done = await client.submit(code, `${addressOf(order)}/refund`);
    expect(done.text).toContain('Refund of €5.00: done.');
    const { transaction: transactions } = await stored(order);
    expect(transactions.map((one: { transaction: { id: string } }) => one.transaction.id)).toEqual(['1', transaction]);
    expect((await act({ client } as Enrolled, order, 'refund', { amount: '1.00' })).text).toContain('€1.00: done.');
  });

  it('that refunds is refused with a sentence after the code, if the amount is no amount', async () => {
    const order = await ordered('PAY');
    const { client, secret } = await enrolled(rig, ['--role', 'refunder', ...AT_SHOP]);
    await client.get(addressOf(order));
    later(rig, 16 * 60_000);
    await client.send({ amount: '1,50' }, `${addressOf(order)}/refund`);
    const code = { 'second-factor': codeAt(secret, stepNow(rig)) };
    const refused = await client.submit(code, `${addressOf(order)}/refund`);
    expect([refused.status, refused.text.includes('id="refund-amount-problem"')]).toEqual([422, true]);
    const done = await client.submit({ amount: '1.50' }, `${addressOf(order)}/refund`);
    expect(done.text).toContain('Refund of €1.50: done.');
  });
});
