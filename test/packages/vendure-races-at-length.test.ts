// @module-tag at-length
/**
 * Staff, notifications and payers who change one order of a Vendure shop at the same moment: the shop's books have what
 * the gateway has moved, once. In memory all transactions share a connection; PostgreSQL separates them until they end.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payByCard } from '../docs-files/scriptless-payer.ts';
import type { Merchant } from '../support/merchant.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { keptStack, type Stack } from '../support/stack.ts';
import { canInstall, INSTALL_MS_MAX, installShop, shopEnvironment } from './shop-systems.ts';
import { PRICE, startVendure, type VendureShop } from './vendure-shop.ts';

const STATE_MS_MAX = 30_000;
const TEST_MS_MAX = 300_000;
/** The same race in several orders. */
const ORDERS = [1, 2, 3];

let folder: string | undefined;
let stack: Stack;
let merchant: Merchant;

interface Paid {
  readonly code: string;
  readonly paymentId: string;
}

async function paid(shop: VendureShop, state: 'PaymentAuthorized' | 'PaymentSettled'): Promise<Paid> {
  const customer = await shop.order();
  await payByCard(await customer.checkout());
  const stateOf = async () => (await shop.staffOrder(customer.code)).state;
  await expect.poll(stateOf, { timeout: STATE_MS_MAX }).toBe(state);
  const [payment] = (await shop.staffOrder(customer.code)).payments;
  return { code: customer.code, paymentId: payment?.id ?? '' };
}

/** The refunds of the order's one payment, in cents. */
async function refundsOf(shop: VendureShop, code: string): Promise<readonly (readonly [number, string])[]> {
  const [payment] = (await shop.staffOrder(code)).payments;
  return (payment?.refunds ?? []).map(({ total, state }) => [total, state] as const);
}

const settle = (shop: VendureShop, id: string) =>
  shop.admin('mutation ($id: ID!) { settlePayment(id: $id) { __typename } }', { id });

const cancel = (shop: VendureShop, id: string) =>
  shop.admin('mutation ($id: ID!) { cancelPayment(id: $id) { __typename } }', { id });

const comesBack = (shop: VendureShop, code: string) =>
  fetch(`${shop.origin}/turnpike/return/${code}`, { redirect: 'manual' });

/** The states that the payment of an order entered. */
async function transitionsOf(shop: VendureShop, code: string): Promise<readonly (string | undefined)[]> {
  const { history } = await shop.staffOrder(code);
  return history.items.filter(({ type }) => type === 'ORDER_PAYMENT_TRANSITION').map(({ data }) => data.to);
}

const isAvailable = await canInstall('vendure');

describe.runIf(isAvailable).each(['sqljs', 'postgres'] as const)('a Vendure shop on %s', (engine) => {
  let database: PostgresServer | undefined;
  let shop: VendureShop;
  beforeAll(async () => {
    folder = await installShop('vendure');
    stack = await keptStack();
    ({ merchant } = stack);
    database = engine === 'postgres' ? await startPostgres() : undefined;
    const more = { OPERATION: 'AUTHORIZE', DATABASE_URL: database?.urlOf('postgres') };
    shop = await startVendure(folder ?? '', shopEnvironment(stack, more));
  }, INSTALL_MS_MAX);
  afterAll(async () => {
    await shop?.close();
    await database?.close();
  });

  async function settled(): Promise<Paid> {
    const order = await paid(shop, 'PaymentAuthorized');
    await settle(shop, order.paymentId);
    return order;
  }

  it.each(ORDERS)('makes two equal refunds at once, once each (order %i)', { timeout: TEST_MS_MAX }, async () => {
    const { code, paymentId } = await settled();
    await Promise.all([shop.refund(paymentId, 200), shop.refund(paymentId, 200)]);
    expect((await merchant.order(code)).body).toMatchObject({ totalRefundedAmount: 4 });
    expect(await refundsOf(shop, code)).toEqual([
      [200, 'Settled'],
      [200, 'Settled'],
    ]);
  });

  it('makes one of two refunds of the whole amount', { timeout: TEST_MS_MAX }, async () => {
    const { code, paymentId } = await settled();
    const outcomes = await Promise.allSettled([shop.refund(paymentId, PRICE), shop.refund(paymentId, PRICE)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await merchant.order(code)).body).toMatchObject({ status: 'REFUNDED', totalRefundedAmount: 12.5 });
    await expect.poll(() => refundsOf(shop, code), { timeout: STATE_MS_MAX }).toEqual([[PRICE, 'Settled']]);
  });

  it('captures once when two of the staff settle at once', { timeout: TEST_MS_MAX }, async () => {
    const { code, paymentId } = await paid(shop, 'PaymentAuthorized');
    await Promise.all([settle(shop, paymentId), settle(shop, paymentId)]);
    expect((await merchant.order(code)).body).toMatchObject({ status: 'CAPTURED', totalCapturedAmount: 12.5 });
    expect(await shop.staffOrder(code)).toMatchObject({ state: 'PaymentSettled', payments: [{ state: 'Settled' }] });
    expect(await transitionsOf(shop, code)).toEqual(['Authorized', 'Settled']);
  });

  it('shows the capture when the staff cancels at the same moment', { timeout: TEST_MS_MAX }, async () => {
    const { code, paymentId } = await paid(shop, 'PaymentAuthorized');
    await Promise.allSettled([settle(shop, paymentId), cancel(shop, paymentId), comesBack(shop, code)]);
    const { body } = await merchant.order(code);
    const state = body.status === 'CAPTURED' ? 'Settled' : 'Cancelled';
    expect((await shop.staffOrder(code)).payments).toMatchObject([{ state }]);
    expect(await transitionsOf(shop, code)).toEqual(['Authorized', state]);
  });

  it('takes one payment of a payer who pays in two tabs at once', { timeout: TEST_MS_MAX }, async () => {
    const customer = await shop.order();
    const pages = await Promise.all([customer.checkout(), customer.checkout()]);
    await Promise.allSettled(pages.map((url) => payByCard(url)));
    await comesBack(shop, customer.code);
    expect((await merchant.order(customer.code)).body).toMatchObject({ totalAuthorizedAmount: 12.5 });
    const { state, payments } = await shop.staffOrder(customer.code);
    expect([state, payments.map((payment) => payment.state)]).toEqual(['PaymentAuthorized', ['Authorized']]);
  });
});

describe.runIf(isAvailable)('a Vendure shop whose transaction has not ended', () => {
  let database: PostgresServer;
  let client: pg.Client;
  let shop: VendureShop;
  beforeAll(async () => {
    folder = await installShop('vendure');
    stack = await keptStack();
    ({ merchant } = stack);
    database = await startPostgres();
    client = new pg.Client(database.urlOf('postgres'));
    await client.connect();
    const more = { OPERATION: 'AUTHORIZE', DATABASE_URL: database.urlOf('postgres') };
    shop = await startVendure(folder ?? '', shopEnvironment(stack, more));
  }, INSTALL_MS_MAX);
  afterAll(async () => {
    await shop?.close();
    await client?.end();
    await database?.close();
  });

  const hold = async (path: '' | '/off' | '/on') =>
    ((await (await fetch(`${shop.origin}/hold${path}`)).json()) as { readonly waiting: number }).waiting;

  async function waitingForLocks(): Promise<number> {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity WHERE wait_event_type = 'Lock'`,
    );
    return rows[0]?.count ?? 0;
  }

  /**
   * Runs the first until the money has moved and its transaction waits for its end, and then the second as far as it
   * comes: to its own end, or to a lock of the first.
   */
  async function overlapping(first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<void> {
    await hold('/on');
    const one = first();
    await expect.poll(() => hold(''), { timeout: STATE_MS_MAX }).toBe(1);
    let isOver = false;
    const other = second().finally(() => {
      isOver = true;
    });
    const isFar = async () => isOver || (await hold('')) > 1 || (await waitingForLocks()) > 0;
    await expect.poll(isFar, { timeout: STATE_MS_MAX }).toBe(true);
    await hold('/off');
    await Promise.all([one, other]);
  }

  it('does not take a refund of the staff for one of the gateway', { timeout: TEST_MS_MAX }, async () => {
    const { code, paymentId } = await paid(shop, 'PaymentAuthorized');
    await settle(shop, paymentId);
    await overlapping(
      () => shop.refund(paymentId, 300),
      () => comesBack(shop, code),
    );
    await comesBack(shop, code);
    expect((await merchant.order(code)).body).toMatchObject({ totalRefundedAmount: 3 });
    expect(await refundsOf(shop, code)).toEqual([[300, 'Settled']]);
  });

  it('enters a capture of the staff once, though its notification came', { timeout: TEST_MS_MAX }, async () => {
    const { code, paymentId } = await paid(shop, 'PaymentAuthorized');
    await overlapping(
      () => settle(shop, paymentId),
      () => comesBack(shop, code),
    );
    expect((await merchant.order(code)).body).toMatchObject({ totalCapturedAmount: 12.5 });
    expect(await shop.staffOrder(code)).toMatchObject({ state: 'PaymentSettled', payments: [{ state: 'Settled' }] });
    expect(await transitionsOf(shop, code)).toEqual(['Authorized', 'Settled']);
  });

  it('enters a void of the staff once, though its notification came', { timeout: TEST_MS_MAX }, async () => {
    const { code, paymentId } = await paid(shop, 'PaymentAuthorized');
    await overlapping(
      () => cancel(shop, paymentId),
      () => comesBack(shop, code),
    );
    expect((await merchant.order(code)).body).toMatchObject({ status: 'CANCELLED' });
    expect((await shop.staffOrder(code)).payments).toMatchObject([{ state: 'Cancelled' }]);
    expect(await transitionsOf(shop, code)).toEqual(['Authorized', 'Cancelled']);
  });
});
