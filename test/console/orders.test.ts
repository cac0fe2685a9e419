/** An order's page, and the acts on it: once, by those who may, with the person's name. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newOrderId, paying, type Rig, startRig, withCard } from '../api/rest/rig.ts';
import { turnpike } from '../cli/turnpike.ts';
import { type Enrolled, enrolled } from './person.ts';

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
    expect(text).toContain('No payment has succeeded.');
    expect(text).toContain(response.gatewayCode);
    expect(text).toContain('There is not enough money in the account.');
    expect(text).toContain('Let the payer use another card');
  });

  it('shows texts of the shop and the payer as texts', async () => {
    const hostile = '"><script>alert(1)</script>';
    const more = { order: { amount: '12.00', currency: 'EUR', description: hostile, reference: hostile } };
    const order = await ordered('AUTHORIZE', more);
    const { text } = await viewer.client.get(addressOf(order));
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).not.toContain('<script');
  });

  it('is found by its id, at its own merchant alone', async () => {
    const order = await ordered('AUTHORIZE');
    const find = (id: string, merchant = 'TESTSHOP') =>
      viewer.client.get(`/console/merchants/${merchant}/find?${new URLSearchParams({ order: id })}`);
    expect((await find(` ${order} `)).headers.location).toBe(addressOf(order));
    const missing = await find('<b>NO-SUCH');
    expect([missing.status, missing.text.includes('no order “&lt;b&gt;NO-SUCH”')]).toEqual([404, true]);
    expect((await find(order, 'OTHERSHOP')).status).toBe(404);
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

describe('an act', () => {
  it('captures, refunds a part and voids, by the operations of the interface', async () => {
    const order = await ordered('AUTHORIZE');
    expect((await act(refunder, order, 'capture', { amount: '10.00' })).text).toContain('Capture of €10.00: done.');
    expect((await act(refunder, order, 'refund', { amount: '4.00' })).text).toContain('Refund of €4.00: done.');
    const { text } = await refunder.client.get(addressOf(order));
    const [, target = ''] = /name="target" value="([^"]+)"/.exec(text) ?? [];
    const voided = await act(refunder, order, 'void', { target });
    expect(voided.text).toContain('Void of the refund of €4.00: done.');
    expect(voided.text.split(`by ${refunder.email}`)).toHaveLength(4);
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
    expect([tooMuch.status, tooMuch.text.includes('The amount was refused: 12.00 EUR are left to refund.')]).toEqual([
      422,
      true,
    ]);
    expect(tooMuch.text).toContain('value="12.01"');
    expect((await act(refunder, order, 'refund', { amount: 'all of it' })).status).toBe(422);
    expect((await act(refunder, order, 'capture', { amount: '1.00' })).status).toBe(422);
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
});
