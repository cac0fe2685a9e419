// @module-tag at-length
/**
 * The provider class of the plugin for Medusa against a real gateway, with a book of captures and refunds as Medusa
 * has.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { CURRENCIES } from '../../src/contract/currencies.ts';
import { API_PASSWORD, keptStack, type Stack } from '../support/stack.ts';
import { canInstall, INSTALL_MS_MAX, installShop } from './shop-systems.ts';

interface Input {
  readonly data: Readonly<Record<string, string>>;
  readonly context?: { readonly idempotency_key: string };
}

interface Provider {
  capturePayment(input: Input): Promise<object>;
  refundPayment(input: Input & { readonly amount: number }): Promise<object>;
  cancelPayment(input: Input): Promise<object>;
  getPaymentStatus(input: Input): Promise<{ readonly status: string }>;
  initiatePayment(input: object): Promise<{ readonly data: Readonly<Record<string, string>> }>;
}

interface Row {
  readonly id: string;
  readonly payment_id: string;
  readonly amount: number;
}

type Filters = Partial<Row>;

const DECLINED = '.FAIL DECLINED';
/** In the book of payment module, before the payments of a test. */
const OTHER: Row = { id: 'capt_00', payment_id: 'pay_other', amount: 7 };
const sourceOfFunds = {
  type: 'CARD',
  provided: { card: { number: '5123456789012346', expiry: { month: '1', year: '39' }, securityCode: '100' } },
};

let stack: Stack;
let providerWith: (container: object, password?: string) => Provider;
let moneyOf: (amount: number, currency: string) => { readonly amount: string };

let orders = 0;

/** An authorized order of the gateway, and Medusa's books of it. */
async function authorized(amount = '12.50', currency = 'USD') {
  orders += 1;
  const orderId = `medusa-provider-${Date.now()}-${orders}`;
  expect(await transact(orderId, '1', 'AUTHORIZE', { order: { amount, currency }, sourceOfFunds })).toBe('SUCCESS');
  const captures: Row[] = [OTHER];
  const refunds: Row[] = [];
  const list = (rows: readonly Row[]) => async (filters: Filters) =>
    rows.filter((row) => Object.entries(filters).every(([name, value]) => row[name as keyof Row] === value));
  const provider = providerWith({
    captureService: { list: list(captures) },
    refundService: { list: list(refunds) },
  });
  const data = { orderId, session: 'SESSION', url: '', amount, currency };
  /** Stores a row as Medusa does before it calls the provider, and deletes it after an error. */
  const asMedusa = async (rows: Row[], money: number, call: (row: Row, input: Input) => Promise<object>) => {
    const row = {
      id: `row_${String(captures.length + refunds.length).padStart(2, '0')}`,
      payment_id: 'pay_1',
      amount: money,
    };
    rows.push(row);
    try {
      await call(row, { data, context: { idempotency_key: row.id } });
    } catch (error) {
      rows.splice(rows.indexOf(row), 1);
      throw error;
    }
  };
  return {
    orderId,
    provider,
    data,
    refunds,
    capture: (money: number) => asMedusa(captures, money, (_row, input) => provider.capturePayment(input)),
    refund: (money: number) =>
      asMedusa(refunds, money, (row, input) => provider.refundPayment({ ...input, amount: row.amount })),
    read: async () => (await stack.merchant.order(orderId)).body,
  };
}

async function transact(order: string, id: string, apiOperation: string, fields: object): Promise<string> {
  const { body } = await stack.merchant.call('PUT', `/order/${order}/transaction/${id}`, { apiOperation, ...fields });
  return String(body.result);
}

describe.runIf(await canInstall('medusa'))('the provider of Medusa', () => {
  beforeAll(async () => {
    stack = await keptStack();
    const source = join((await installShop('medusa')) ?? '', 'node_modules', '@turnpike', 'medusa', 'src');
    const { TurnpikeProvider } = (await import(join(source, 'provider.js'))) as {
      readonly TurnpikeProvider: new (container: object, options: object) => Provider;
    };
    ({ moneyOf } = (await import(join(source, 'gateway-order.js'))) as { readonly moneyOf: typeof moneyOf });
    const addresses = { notificationUrl: 'http://localhost/hooks', returnUrl: 'http://localhost/return' };
    const options = { gateway: stack.origin, merchantId: 'TESTSHOP', notificationKey: 'whsec_', ...addresses };
    providerWith = (container, password = API_PASSWORD) => new TurnpikeProvider(container, { ...options, password });
  }, INSTALL_MS_MAX);

  it('writes each currency with the decimals of the gateway', () => {
    const written = Object.entries(CURRENCIES).map(([currency, [, decimals]]) => {
      const [, fraction = ''] = moneyOf(1234.5, currency.toLowerCase()).amount.split('.');
      return [currency, fraction.length, decimals];
    });
    expect(written.filter(([, length, decimals]) => length !== decimals)).toEqual([]);
  });

  it.each(['HUF', 'IDR', 'COP'])('captures what was authorized in %s, to the cent', async (currency) => {
    const { capture, read } = await authorized('1234.50', currency);
    await capture(1234.5);
    expect(await read()).toMatchObject({ status: 'CAPTURED', totalCapturedAmount: 1234.5 });
  });

  it('does not take a wrong password for an order without a payment', async () => {
    const { data } = await authorized();
    await expect(providerWith({}, 'wrong').getPaymentStatus({ data })).rejects.toThrow('Invalid credentials');
    const unpaid = { data: { ...data, orderId: 'never-paid' } };
    expect(await providerWith({}).getPaymentStatus(unpaid)).toMatchObject({ status: 'requires_more' });
  });

  it('captures after the acquirer declined a capture', async () => {
    const { orderId, capture, read } = await authorized();
    const transaction = { amount: '12.50', currency: 'USD', reference: DECLINED };
    expect(await transact(orderId, 'capture-0', 'CAPTURE', { transaction })).toBe('FAILURE');
    await capture(12.5);
    expect(await read()).toMatchObject({ status: 'CAPTURED', totalCapturedAmount: 12.5 });
  });

  it('voids after the acquirer declined a void', async () => {
    const { orderId, provider, data, read } = await authorized();
    const transaction = { targetTransactionId: '1', reference: DECLINED };
    expect(await transact(orderId, 'void-1', 'VOID', { transaction })).toBe('FAILURE');
    await provider.cancelPayment({ data });
    expect(await read()).toMatchObject({ status: 'CANCELLED' });
  });

  it('captures the part that the staff asks for', async () => {
    const { capture, read } = await authorized();
    await capture(5);
    expect(await read()).toMatchObject({ status: 'PARTIALLY_CAPTURED', totalCapturedAmount: 5 });
    await capture(7.5);
    expect(await read()).toMatchObject({ status: 'CAPTURED', totalCapturedAmount: 12.5 });
  });

  it('captures nothing if Medusa does not tell how much', async () => {
    const { data, read } = await authorized();
    const context = { idempotency_key: 'row_01' };
    await expect(providerWith({}).capturePayment({ data, context })).rejects.toThrow('does not give the amount');
    expect(await read()).toMatchObject({ status: 'AUTHORIZED', totalCapturedAmount: 0 });
  });

  it('makes two equal captures and two equal refunds at once, once each', async () => {
    const { capture, refund, read } = await authorized();
    await Promise.all([capture(3), capture(3)]);
    expect(await read()).toMatchObject({ totalCapturedAmount: 6 });
    await Promise.all([refund(2), refund(2)]);
    expect(await read()).toMatchObject({ totalRefundedAmount: 4 });
  });

  it('moves money once if Medusa got no answer, and the staff tries again', async () => {
    const { capture, refund, refunds, read } = await authorized();
    await capture(12.5);
    await refund(2);
    refunds.pop();
    await refund(2);
    expect(await read()).toMatchObject({ totalRefundedAmount: 2 });
    await refund(3);
    expect(await read()).toMatchObject({ totalRefundedAmount: 5 });
  });

  it('captures no more than the staff asks for, after an older capture was voided at the gateway', async () => {
    const { orderId, capture, read } = await authorized();
    await capture(5);
    expect(await transact(orderId, 'void', 'VOID', { transaction: { targetTransactionId: 'capture-0' } })).toBe(
      'SUCCESS',
    );
    await capture(3);
    expect(await read()).toMatchObject({ totalCapturedAmount: 3 });
  });
});
