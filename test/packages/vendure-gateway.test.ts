/** The calls of Vendure's plugin to a real gateway, without Vendure. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../scripts/lib/project.mjs';
import { API_PASSWORD, keptStack, type Stack } from '../support/stack.ts';
import { installedProject } from './installed.ts';

interface Gateway {
  retrieve(orderId: string): Promise<GatewayOrder | undefined>;
  capture(order: GatewayOrder, amount: number): Promise<string | undefined>;
  void(order: GatewayOrder, targetTransactionId: string): Promise<string | undefined>;
}

interface GatewayOrder {
  readonly captured: number;
  readonly isVoided: boolean;
}

const CENTS = 2;
const sourceOfFunds = {
  type: 'CARD',
  provided: { card: { number: '5123456789012346', expiry: { month: '1', year: '39' }, securityCode: '100' } },
};
const DECLINED = '.FAIL DECLINED';

let stack: Stack;
let gatewayWith: (password: string) => Gateway;
beforeAll(async () => {
  stack = await keptStack();
  const { folder } = await installedProject();
  cpSync(join(ROOT, 'packages', 'vendure', 'src'), join(folder, 'vendure'), { recursive: true });
  const plugin = (await import(join(folder, 'vendure', 'gateway.js'))) as {
    readonly Gateway: new (options: object, precision: number) => Gateway;
  };
  gatewayWith = (password) => new plugin.Gateway({ gateway: stack.origin, merchantId: 'TESTSHOP', password }, CENTS);
});

let orders = 0;

async function authorized(): Promise<string> {
  orders += 1;
  const order = `vendure-gateway-${Date.now()}-${orders}`;
  await transact(order, '1', 'AUTHORIZE', { order: { amount: '12.50', currency: 'EUR' }, sourceOfFunds });
  return order;
}

async function transact(order: string, id: string, apiOperation: string, fields: object): Promise<string> {
  const { body } = await stack.merchant.call('PUT', `/order/${order}/transaction/${id}`, { apiOperation, ...fields });
  return String(body.result);
}

describe('an order of the gateway', () => {
  it('is absent if no payment of it was tried', async () => {
    expect(await gatewayWith(API_PASSWORD).retrieve('never-paid')).toBeUndefined();
  });

  it('is not taken for absent by a shop with a wrong password', async () => {
    const order = await authorized();
    await expect(gatewayWith('wrong').retrieve(order)).rejects.toThrow('Invalid credentials');
  });

  it('is captured after the acquirer declined a capture, and once only', async () => {
    const order = await authorized();
    const transaction = { amount: '12.50', currency: 'EUR', reference: DECLINED };
    expect(await transact(order, 'capture-0', 'CAPTURE', { transaction })).toBe('FAILURE');
    const gateway = gatewayWith(API_PASSWORD);
    const read = (await gateway.retrieve(order))!;
    expect(await Promise.all([gateway.capture(read, 1250), gateway.capture(read, 1250)])).toEqual([
      undefined,
      undefined,
    ]);
    expect(await gateway.retrieve(order)).toMatchObject({ captured: 1250 });
  });

  it('is voided after the acquirer declined a void', async () => {
    const order = await authorized();
    const transaction = { targetTransactionId: '1', reference: DECLINED };
    expect(await transact(order, 'void-1', 'VOID', { transaction })).toBe('FAILURE');
    const gateway = gatewayWith(API_PASSWORD);
    expect(await gateway.void((await gateway.retrieve(order))!, '1')).toBeUndefined();
    expect(await gateway.retrieve(order)).toMatchObject({ isVoided: true });
  });
});
