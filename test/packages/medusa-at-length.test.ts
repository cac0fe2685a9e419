// @module-tag at-length
/** The provider in a real Medusa shop, against a gateway and its sandbox. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payByCard } from '../docs-files/scriptless-payer.ts';
import type { Merchant } from '../support/merchant.ts';
import { keptStack, type Stack } from '../support/stack.ts';
import { type Customer, type MedusaShop, startMedusa } from './medusa-shop.ts';
import { pluginTypeProblems } from './plugin-types.ts';
import { canInstall, INSTALL_MS_MAX, installShop, shopEnvironment } from './shop-systems.ts';

const STATE_MS_MAX = 30_000;
const DECLINED = '05/39';
/** Medusa's own declarations are large. */
const COMPILE_MS_MAX = 300_000;

let folder: string | undefined;
let stack: Stack;
let merchant: Merchant;
let shop: MedusaShop;

const paymentStatus = (customer: Customer, status: string) =>
  expect.poll(async () => (await customer.order())?.payment_status, { timeout: STATE_MS_MAX }).toBe(status);

const gatewayStatus = (orderId: string, status: string) =>
  expect.poll(async () => (await merchant.order(orderId)).body.status, { timeout: STATE_MS_MAX }).toBe(status);

async function paymentOf(customer: Customer): Promise<string> {
  const order = await customer.order();
  return order?.payment_collections[0]?.payments[0]?.id ?? '';
}

describe.runIf(await canInstall('medusa'))('a Medusa shop', () => {
  beforeAll(async () => {
    stack = await keptStack();
    ({ merchant } = stack);
    folder = await installShop('medusa');
    shop = await startMedusa(folder ?? '', shopEnvironment(stack, {}));
  }, INSTALL_MS_MAX);
  afterAll(() => shop?.close());

  it('agrees in its types with the sources of the plugin', { timeout: COMPILE_MS_MAX }, async () => {
    expect(await pluginTypeProblems(folder ?? '', 'medusa')).toBe('');
  });

  it('makes an order from the notification of a payer who never returns, captures it, and refunds it in parts', async () => {
    const customer = await shop.customer('later');
    const { orderId, url } = await customer.checkout();
    await payByCard(url);
    await paymentStatus(customer, 'authorized');
    const payment = `/admin/payments/${await paymentOf(customer)}`;
    await shop.admin('POST', `${payment}/capture`, {});
    expect((await merchant.order(orderId)).body).toMatchObject({ status: 'CAPTURED', totalCapturedAmount: 12.5 });
    await shop.admin('POST', `${payment}/refund`, { amount: 2 });
    await shop.admin('POST', `${payment}/refund`, { amount: 3.5 });
    expect((await merchant.order(orderId)).body).toMatchObject({
      status: 'PARTIALLY_REFUNDED',
      totalRefundedAmount: 5.5,
    });
    await paymentStatus(customer, 'partially_refunded');
  });

  it('captures the part that the staff captures, and makes two equal refunds at once, once each', async () => {
    const customer = await shop.customer('later');
    const { orderId, url } = await customer.checkout();
    await payByCard(url);
    await paymentStatus(customer, 'authorized');
    const payment = `/admin/payments/${await paymentOf(customer)}`;
    await shop.admin('POST', `${payment}/capture`, { amount: 5 });
    expect((await merchant.order(orderId)).body).toMatchObject({ totalCapturedAmount: 5 });
    await shop.admin('POST', `${payment}/capture`, { amount: 7.5 });
    expect((await merchant.order(orderId)).body).toMatchObject({ status: 'CAPTURED', totalCapturedAmount: 12.5 });
    const books = async () => {
      const { payment: stored } = (await shop.admin(
        'GET',
        `${payment}?fields=captures.amount,refunds.amount`,
      )) as unknown as { payment: Record<'captures' | 'refunds', readonly { readonly amount: number }[]> };
      return stored;
    };
    const refund = () => shop.admin('POST', `${payment}/refund`, { amount: 2 });
    const made = await Promise.allSettled([refund(), refund()]);
    for (const { reason } of made.filter((one) => one.status === 'rejected')) {
      // Medusa may refuse the change of an order beside another one, before or after it has made the refund.
      expect(String(reason)).toContain('already has an existing active order change');
      if ((await books()).refunds.length < 2) {
        await refund();
      }
    }
    expect((await merchant.order(orderId)).body).toMatchObject({ totalRefundedAmount: 4 });
    const stored = await books();
    const amounts = (name: 'captures' | 'refunds') => stored[name].map(({ amount }) => amount).sort();
    expect([amounts('captures'), amounts('refunds')]).toEqual([
      [5, 7.5],
      [2, 2],
    ]);
  });

  it('makes one order when the return and the notification come at once, and captures nothing twice', async () => {
    const customer = await shop.customer('now');
    const { orderId, url } = await customer.checkout();
    await payByCard(url);
    expect(await customer.complete()).toBe('order');
    await paymentStatus(customer, 'captured');
    const { body } = await merchant.order(orderId);
    expect(body).toMatchObject({ status: 'CAPTURED', totalCapturedAmount: 12.5 });
    expect(body.transaction).toHaveLength(1);
  });

  it('makes no order after a decline, and one after the next try', async () => {
    const customer = await shop.customer('now');
    const { url } = await customer.checkout();
    await payByCard(url, { expiry: DECLINED }).catch(() => undefined);
    await expect(customer.complete()).rejects.toThrow('was not authorized');
    expect(await customer.order()).toBeUndefined();
    await payByCard(url);
    await paymentStatus(customer, 'captured');
  });

  it('ends the page of an older basket, and takes the payment of the newer one', async () => {
    const customer = await shop.customer('later');
    const older = await customer.checkout();
    await customer.addItem();
    const newer = await customer.checkout();
    expect(newer.orderId).not.toBe(older.orderId);
    await payByCard(older.url).catch(() => undefined);
    expect((await merchant.order(older.orderId)).body.result).toBe('ERROR');
    await payByCard(newer.url);
    await paymentStatus(customer, 'authorized');
    expect((await merchant.order(newer.orderId)).body).toMatchObject({ status: 'AUTHORIZED', amount: 25 });
  });

  it('voids the payment of an order that the staff cancels', async () => {
    const customer = await shop.customer('later');
    const { orderId, url } = await customer.checkout();
    await payByCard(url);
    await paymentStatus(customer, 'authorized');
    await shop.admin('POST', `/admin/orders/${(await customer.order())?.id}/cancel`);
    await gatewayStatus(orderId, 'CANCELLED');
  });

  it('takes nothing from a stranger for a payment', async () => {
    const customer = await shop.customer('now');
    const { orderId } = await customer.checkout();
    const body = JSON.stringify({ merchant: 'TESTSHOP', sequence: 1, order: { id: orderId, status: 'CAPTURED' } });
    const headers = { 'Content-Type': 'application/json' };
    await fetch(`${shop.origin}/hooks/payment/turnpike_now`, { method: 'POST', headers, body });
    await expect.poll(() => shop.output(), { timeout: STATE_MS_MAX }).toContain('A notification was refused');
    await expect(customer.complete()).rejects.toThrow('was not authorized');
    expect(await customer.order()).toBeUndefined();
  });
});
