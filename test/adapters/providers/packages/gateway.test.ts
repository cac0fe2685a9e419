/** A gateway with a provider from a package: its merchants, its interface, and a payment from start to refund. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { StandIn } from '../../../../src/adapters/providers/index.ts';
import { turnpikeProcess } from '../../../cli/turnpike.ts';
import { AT_LENGTH } from '../../../support/at-length.ts';
import { API_PASSWORD, type Stack, startStack } from '../../../support/stack.ts';
import { startStandIn } from './village-pay/stand-in.ts';

const PROVIDERS = fileURLToPath(new URL('village-pay/index.ts', import.meta.url));

let village: StandIn;
let stack: Stack;
beforeAll(async () => {
  village = await startStandIn();
  stack = await startStack({ env: { PROVIDERS, ...settings() } });
  await putMerchant({ PROVIDERS });
});
afterAll(() => Promise.all([stack?.close(), village.close()]));

const settings = () => village.environment(village.origin).env as Record<string, string>;

function putMerchant(env: Record<string, string>) {
  const file = join(stack.dataDir, 'village-shop.json');
  writeFileSync(file, JSON.stringify({ id: 'VILLAGESHOP', name: 'Village Shop', browserPayments: ['villagePay'] }));
  const all = { DATABASE_URL: stack.databaseUrl, ...settings(), ...env };
  return turnpikeProcess(stack.dataDir, ['merchant', 'put', file, '--password', API_PASSWORD], all);
}

async function call(method: string, path: string, body?: object) {
  const response = await fetch(`${stack.origin}/api/rest/version/100/merchant/VILLAGESHOP${path}`, {
    method,
    headers: { authorization: `Basic ${Buffer.from(`merchant.VILLAGESHOP:${API_PASSWORD}`).toString('base64')}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as {
    readonly result?: string;
    readonly order?: { readonly status: string };
    readonly browserPayment?: { readonly redirectUrl?: string };
    readonly sourceOfFunds?: { readonly type?: string };
    readonly supportedBrowserPayments?: unknown;
  };
}

it('the provider is known to the command line only where PROVIDERS names it', AT_LENGTH, async () => {
  expect(await putMerchant({ PROVIDERS })).toMatchObject({ code: 0, out: 'VILLAGESHOP is stored.\n' });
  const without = await putMerchant({ PROVIDERS: '' });
  expect(without).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^browserPayments\.0: there is no such provider/),
  });
  const doctor = await turnpikeProcess(stack.dataDir, ['doctor', 'VILLAGESHOP'], {
    DATABASE_URL: stack.databaseUrl,
    PROVIDERS,
    ...settings(),
  });
  expect(doctor.out).toContain('demoBank, demoWallet, paypal, pix, villagePay');
  expect(doctor.out).toContain('villagePay answers.');
});

it('the provider is in the reference of its gateway', AT_LENGTH, async () => {
  const openApi = await (await fetch(`${stack.origin}/docs/openapi.json`)).text();
  expect(openApi).toContain('VILLAGE_PAY');
  expect(openApi).toContain('villagePay');
});

it('the provider completes a payment with callback and refund', async () => {
  const initiated = await call('PUT', '/order/VILLAGE-1/transaction/1', {
    apiOperation: 'INITIATE_BROWSER_PAYMENT',
    browserPayment: {
      operation: 'PAY',
      returnUrl: 'https://shop.example/thanks',
      villagePay: { paymentConfirmation: 'CONFIRM_AT_PROVIDER' },
    },
    order: { amount: '12.00', currency: 'EUR' },
    sourceOfFunds: { type: 'VILLAGE_PAY' },
  });
  expect(initiated).toMatchObject({ result: 'PENDING', sourceOfFunds: { type: 'VILLAGE_PAY' } });
  const page = (await fetch(initiated.browserPayment?.redirectUrl ?? '', { redirect: 'manual' })).headers.get(
    'location',
  );
  expect(page).toMatch(`${village.origin}/pay/`);
  const payment = {
    order: 'VILLAGE-1',
    reference: page?.split('/').at(-1) ?? '',
    pageUrl: page ?? '',
    providerReference: '',
  };
  await village.pay('AGREE', payment);
  await village.settle?.(payment);

  const callBack = async (signer: 'PROVIDER' | 'STRANGER') => {
    const { headers, body } = (await village.callback(payment, signer)) ?? { headers: {}, body: new Uint8Array() };
    const sent = { method: 'POST', headers: headers as Record<string, string>, body: Buffer.from(body) };
    return (await fetch(`${stack.origin}/callback/villagePay`, sent)).status;
  };
  expect(await callBack('STRANGER')).toBeGreaterThanOrEqual(400);
  expect(await callBack('PROVIDER')).toBeLessThan(300);
  await vi.waitFor(async () => {
    expect(await call('GET', '/order/VILLAGE-1/transaction/1')).toMatchObject({ result: 'SUCCESS' });
  });
  const refund = { apiOperation: 'REFUND', transaction: { amount: '5.00', currency: 'EUR' } };
  expect(await call('PUT', '/order/VILLAGE-1/transaction/2', refund)).toMatchObject({
    result: 'SUCCESS',
    order: { status: 'PARTIALLY_REFUNDED' },
  });
  expect(await village.ledger('VILLAGE-1', '')).toMatchObject([
    { kind: 'PAYMENT', amount: 1200n, state: 'MADE' },
    { kind: 'REFUND', amount: 500n, state: 'MADE' },
  ]);
});
