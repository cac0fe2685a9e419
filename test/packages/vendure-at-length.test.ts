// @module-tag at-length
/** The plugin in a real Vendure shop, against a gateway and its sandbox. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payByCard } from '../docs-files/scriptless-payer.ts';
import type { Merchant } from '../support/merchant.ts';
import { keptStack, type Stack } from '../support/stack.ts';
import { pluginTypeProblems } from './plugin-types.ts';
import { canInstall, INSTALL_MS_MAX, installShop, shopEnvironment } from './shop-systems.ts';
import { PRICE, startVendure, type VendureShop } from './vendure-shop.ts';

const STATE_MS_MAX = 30_000;
const DECLINED = '05/39';
/** Metadata of a payment by the sandbox's card. */
const CARD = { paidWith: 'MASTERCARD', cardNumber: '512345xxxxxx2346' };
const SECOND_ITEM = `mutation { transitionOrderToState(state: "AddingItems") { __typename } }`;

const isAvailable = await canInstall('vendure');

let folder: string | undefined;
let stack: Stack;
let merchant: Merchant;
beforeAll(async () => {
  folder = await installShop('vendure');
  stack = await keptStack();
  ({ merchant } = stack);
}, INSTALL_MS_MAX);

const stateOf = (shop: VendureShop, code: string, state: string) =>
  expect.poll(async () => (await shop.staffOrder(code)).state, { timeout: STATE_MS_MAX }).toBe(state);

const dollars = (amount: number) => ({ amount: (amount / 100).toFixed(2), currency: 'USD' });

/** A transaction that the shop's staff makes at the gateway, past Vendure. */
async function atGateway(code: string, apiOperation: string, transaction: object): Promise<void> {
  const path = `/order/${code}/transaction/staff-${apiOperation}`;
  expect((await merchant.call('PUT', path, { apiOperation, transaction })).body).toMatchObject({ result: 'SUCCESS' });
}

describe.runIf(isAvailable)('the sources of the plugin', () => {
  it('agree with the types of Vendure', async () => {
    expect(await pluginTypeProblems(folder ?? '', 'vendure')).toBe('');
  });

  it('are found if they call what Vendure does not have', async () => {
    const problems = await pluginTypeProblems(folder ?? '', 'vendure', (copy) => {
      const file = join(copy, 'payment-updates.js');
      writeFileSync(file, readFileSync(file, 'utf8').replace('.settlePayment(', '.settleThePayment('));
    });
    expect(problems).toMatch(/payment-updates\.js.*'settleThePayment' does not exist on type 'OrderService'/);
  });
});

describe.runIf(isAvailable)('a Vendure shop that takes the money at once', () => {
  let shop: VendureShop;
  beforeAll(async () => {
    shop = await startVendure(folder ?? '', shopEnvironment(stack, { OPERATION: 'PURCHASE' }));
  }, INSTALL_MS_MAX);
  afterAll(() => shop?.close());

  async function paid(): Promise<string> {
    const customer = await shop.order();
    await payByCard(await customer.checkout());
    await stateOf(shop, customer.code, 'PaymentSettled');
    return customer.code;
  }

  it('records a payment once, by the notification and by the payer’s return', async () => {
    const code = await paid();
    const back = await fetch(`${shop.origin}/turnpike/return/${code}`, { redirect: 'manual' });
    expect(back.headers.get('location')).toBe(`${shop.origin}/confirmation/${code}`);
    const { payments } = await shop.staffOrder(code);
    expect(payments).toEqual([
      expect.objectContaining({ state: 'Settled', amount: PRICE, transactionId: code, refunds: [] }),
    ]);
  });

  it('records one payment when many returns come at once', async () => {
    const customer = await shop.order();
    await payByCard(await customer.checkout());
    const returns = Array.from({ length: 5 }, () =>
      fetch(`${shop.origin}/turnpike/return/${customer.code}`, { redirect: 'manual' }),
    );
    await Promise.all(returns);
    expect((await shop.staffOrder(customer.code)).payments).toHaveLength(1);
  });

  it('refunds in parts, each once at the gateway', async () => {
    const code = await paid();
    const [payment] = (await shop.staffOrder(code)).payments;
    await shop.refund(payment?.id ?? '', 200);
    await shop.refund(payment?.id ?? '', 300);
    expect((await merchant.order(code)).body).toMatchObject({ status: 'PARTIALLY_REFUNDED', totalRefundedAmount: 5 });
    const [{ refunds } = { refunds: [] }] = (await shop.staffOrder(code)).payments;
    expect(refunds.map(({ total, state }) => [total, state])).toEqual([
      [200, 'Settled'],
      [300, 'Settled'],
    ]);
  });

  it('shows a refund that was made at the gateway', async () => {
    const code = await paid();
    await atGateway(code, 'REFUND', dollars(450));
    await expect
      .poll(async () => (await shop.staffOrder(code)).payments[0]?.refunds, { timeout: STATE_MS_MAX })
      .toEqual([{ total: 450, state: 'Settled', reason: 'Refunded at the gateway' }]);
    expect((await merchant.order(code)).body).toMatchObject({ totalRefundedAmount: 4.5 });
  });

  it('shows a declined try, and is not paid by it, and the payment of the next try', async () => {
    const customer = await shop.order();
    const url = await customer.checkout();
    await payByCard(url, { expiry: DECLINED }).catch(() => undefined);
    await fetch(`${shop.origin}/turnpike/return/${customer.code}`, { redirect: 'manual' });
    const declined = { state: 'Declined', amount: PRICE, errorMessage: 'DECLINED', metadata: CARD };
    expect(await shop.staffOrder(customer.code)).toMatchObject({ state: 'ArrangingPayment', payments: [declined] });
    await payByCard(url);
    await stateOf(shop, customer.code, 'PaymentSettled');
    const settled = { state: 'Settled', transactionId: customer.code, metadata: CARD };
    expect((await shop.staffOrder(customer.code)).payments).toMatchObject([declined, settled]);
  });

  it('asks for the rest after the older checkout of a basket that grew was paid', async () => {
    const customer = await shop.order();
    const older = await customer.checkout();
    await customer.shop(SECOND_ITEM);
    await customer.add();
    await customer.shop('mutation { transitionOrderToState(state: "ArrangingPayment") { __typename } }');
    await payByCard(older);
    await expect
      .poll(async () => (await shop.staffOrder(customer.code)).payments, { timeout: STATE_MS_MAX })
      .toHaveLength(1);
    expect(await shop.staffOrder(customer.code)).toMatchObject({ state: 'ArrangingPayment' });
    await payByCard(await customer.checkout());
    await stateOf(shop, customer.code, 'PaymentSettled');
    const { payments } = await shop.staffOrder(customer.code);
    expect(payments.map(({ amount, transactionId }) => [amount, transactionId])).toEqual([
      [PRICE, customer.code],
      [PRICE, `${customer.code}-2`],
    ]);
  });

  it('gives late money back once the order was cancelled', async () => {
    const customer = await shop.order();
    const url = await customer.checkout();
    const { id } = await shop.staffOrder(customer.code);
    await shop.admin('mutation ($id: ID!) { cancelOrder(input: { orderId: $id }) { __typename } }', { id });
    await payByCard(url);
    await expect
      .poll(async () => (await merchant.order(customer.code)).body.status, { timeout: STATE_MS_MAX })
      .toBe('REFUNDED');
    await expect
      .poll(async () => notesOf(await shop.staffOrder(customer.code)), { timeout: STATE_MS_MAX })
      .toEqual(['A payment came when the order was in Cancelled, so it was given back.']);
    expect(await shop.staffOrder(customer.code)).toMatchObject({
      state: 'Cancelled',
      payments: [{ state: 'Settled', amount: PRICE, refunds: [{ total: PRICE, state: 'Settled' }] }],
    });
  });

  it('takes nothing from a page or a stranger for a payment', async () => {
    const customer = await shop.order();
    const { addPaymentToOrder } = (await customer.shop(`mutation { addPaymentToOrder(input: { method: "turnpike",
      metadata: { gatewayOrderId: "${await paid()}" } }) { __typename } }`)) as unknown as {
      addPaymentToOrder: { __typename: string };
    };
    expect(addPaymentToOrder).toEqual({ __typename: 'PaymentFailedError' });
    const body = JSON.stringify({ merchant: 'TESTSHOP', sequence: 1, order: { id: customer.code } });
    const forged = await fetch(`${shop.origin}/turnpike/notification`, { method: 'POST', body });
    expect(forged.status).toBe(401);
    expect((await fetch(`${shop.origin}/turnpike/return/UNKNOWN`, { redirect: 'manual' })).status).toBe(303);
    expect(await shop.staffOrder(customer.code)).toMatchObject({ state: 'ArrangingPayment' });
  });
});

describe.runIf(isAvailable)('a Vendure shop that captures later', () => {
  let shop: VendureShop;
  beforeAll(async () => {
    shop = await startVendure(folder ?? '', shopEnvironment(stack, { OPERATION: 'AUTHORIZE' }));
  }, INSTALL_MS_MAX);
  afterAll(() => shop?.close());

  async function authorized(): Promise<{ readonly code: string; readonly paymentId: string }> {
    const customer = await shop.order();
    await payByCard(await customer.checkout());
    await stateOf(shop, customer.code, 'PaymentAuthorized');
    const [payment] = (await shop.staffOrder(customer.code)).payments;
    return { code: customer.code, paymentId: payment?.id ?? '' };
  }

  it('captures when the staff settles the payment', async () => {
    const { code, paymentId } = await authorized();
    await shop.admin('mutation ($id: ID!) { settlePayment(id: $id) { __typename } }', { id: paymentId });
    await stateOf(shop, code, 'PaymentSettled');
    expect((await merchant.order(code)).body).toMatchObject({ status: 'CAPTURED', totalCapturedAmount: 12.5 });
  });

  it('voids when the staff cancels the payment', async () => {
    const { code, paymentId } = await authorized();
    await shop.admin('mutation ($id: ID!) { cancelPayment(id: $id) { __typename } }', { id: paymentId });
    expect((await shop.staffOrder(code)).payments).toEqual([expect.objectContaining({ state: 'Cancelled' })]);
    expect((await merchant.order(code)).body).toMatchObject({ status: 'CANCELLED' });
  });

  it('shows a capture of a part, which the staff completes', async () => {
    const { code, paymentId } = await authorized();
    await atGateway(code, 'CAPTURE', dollars(500));
    await expect
      .poll(async () => (await shop.staffOrder(code)).payments[0]?.metadata, { timeout: STATE_MS_MAX })
      .toMatchObject({ ...CARD, captured: '5.00' });
    expect(notesOf(await shop.staffOrder(code))).toEqual([`The gateway has captured 5.00 of ${code}.`]);
    await shop.admin('mutation ($id: ID!) { settlePayment(id: $id) { __typename } }', { id: paymentId });
    await stateOf(shop, code, 'PaymentSettled');
    expect((await merchant.order(code)).body).toMatchObject({ status: 'CAPTURED', totalCapturedAmount: 12.5 });
  });

  it('follows a capture and a void at the gateway', async () => {
    const [first, second] = [await authorized(), await authorized()];
    await atGateway(first.code, 'CAPTURE', dollars(PRICE));
    await stateOf(shop, first.code, 'PaymentSettled');
    await atGateway(second.code, 'VOID', { targetTransactionId: '1' });
    await expect
      .poll(async () => (await shop.staffOrder(second.code)).payments[0]?.state, { timeout: STATE_MS_MAX })
      .toBe('Cancelled');
    expect(await shop.staffOrder(second.code)).toMatchObject({ state: 'ArrangingAdditionalPayment' });
  });
});

function notesOf({ history }: Awaited<ReturnType<VendureShop['staffOrder']>>): (string | undefined)[] {
  return history.items.filter(({ type }) => type === 'ORDER_NOTE').map(({ data }) => data.note);
}
