/** `turnpike settlement fetch` beside a running gateway and the sandbox's PayPal. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AT_LENGTH, isFirst, itAtLength } from '../support/at-length.ts';
import { API_PASSWORD, type Stack, startStack } from '../support/stack.ts';
import { turnpike } from './turnpike.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const today = () => new Date().toISOString().slice(0, 10);

async function call(method: string, path: string, body?: object) {
  const response = await fetch(`${stack.origin}/api/rest/version/100/merchant/TESTSHOP${path}`, {
    method,
    headers: { authorization: `Basic ${Buffer.from(`merchant.TESTSHOP:${API_PASSWORD}`).toString('base64')}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as {
    readonly status?: string;
    readonly chargeback?: { readonly amount: number };
    readonly transaction: { readonly transaction: { readonly type: string; readonly amount: number } }[];
    readonly browserPayment?: { readonly redirectUrl?: string };
  };
}

async function fetched(...more: string[]) {
  const args = ['settlement', 'fetch', 'paypal', '--from', today(), '--to', today(), ...more];
  const env = {
    DATABASE_URL: stack.databaseUrl,
    PUBLIC_ORIGIN: stack.origin,
    SANDBOX_PORT: new URL(stack.shopOrigin).port,
  };
  const { code, out, err } = await turnpike(stack.dataDir, args, env);
  const lines = out.trimEnd().split('\n');
  return { code, err, lines, counts: lines.find((line) => line.includes('entries are new')) };
}

const control = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
  const url = `${stack.shopOrigin}/providers/paypal${path}`;
  return (await (await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })).json()) as Answer;
};

/** Paid at PayPal from its balance. @returns PayPal's number of the capture */
async function paidAtPayPal(order: string): Promise<string> {
  const initiated = await call('PUT', `/order/${order}/transaction/1`, {
    apiOperation: 'INITIATE_BROWSER_PAYMENT',
    browserPayment: {
      operation: 'PAY',
      returnUrl: 'https://shop.example/thanks',
      paypal: { paymentConfirmation: 'CONFIRM_AT_PROVIDER' },
    },
    order: { amount: '12.00', currency: 'EUR' },
    sourceOfFunds: { type: 'PAYPAL' },
  });
  const led = await fetch(initiated.browserPayment?.redirectUrl ?? '', { redirect: 'manual' });
  const body = new URLSearchParams({ choice: 'APPROVE', instrument: 'BALANCE' });
  await fetch(led.headers.get('location') ?? '', { method: 'POST', body, redirect: 'manual' });
  await vi.waitFor(async () => expect((await call('GET', `/order/${order}`)).status).toBe('CAPTURED'), 20_000);
  const entries = await control<{ kind: string; id: string }[]>('GET', `/ledger?order=${order}`);
  return entries.find(({ kind }) => kind === 'CAPTURE')?.id ?? '';
}

describe('a report of PayPal', () => {
  it('matches the orders, and money that PayPal withdrew for a buyer is a transaction of its order', async () => {
    const capture = await paidAtPayPal('FETCH-1');
    await call('PUT', '/order/FETCH-1/transaction/2', {
      apiOperation: 'REFUND',
      transaction: { amount: '2.00', currency: 'EUR' },
    });
    const dry = await fetched('--merchant', 'TESTSHOP', '--dry-run');
    expect(dry.counts).toBe('Nothing is stored: 2 entries are new, 0 were known; 1 transactions are recorded.');
    const first = await fetched('--merchant', 'TESTSHOP');
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.lines[0]).toBe('What was made in the last 3 hours may be missing: fetch the same days again later.');
    expect(first.counts).toBe('2 entries are new, 0 were known; 1 transactions are recorded.');
    expect(first.lines.join()).toContain('payments 12.00 EUR\trefunds -2.00 EUR\tchargebacks 0.00 EUR');
    expect(first.lines.join()).toContain('fees 0.36 EUR');

    const dispute = await control<{ id: string }>('POST', '/disputes', { capture });
    await control('PUT', `/disputes/${dispute.id}`, { status: 'RESOLVED', winner: 'BUYER' });
    const second = await fetched('--merchant', 'TESTSHOP');
    expect(second.counts).toBe('3 entries are new, 2 were known; 1 transactions are recorded.');
    const order = await call('GET', '/order/FETCH-1');
    expect(order.chargeback?.amount).toBe(12);
    expect(order.transaction.map(({ transaction }) => transaction.type)).toEqual([
      'PAYMENT',
      'REFUND',
      'FUNDING',
      'CHARGEBACK',
    ]);
    expect((await fetched('--merchant', 'TESTSHOP')).counts).toBe(
      '0 entries are new, 5 were known; 0 transactions are recorded.',
    );
  });

  itAtLength<readonly [readonly string[], number, RegExp]>(
    [
      [['--merchant', 'NOBODY'], 2, /^There is no merchant NOBODY\.\n$/],
      [[], 2, /^turnpike settlement fetch PROVIDER --merchant/],
      [['--merchant', 'TESTSHOP', '--from', '2019-01-01'], 2, /^It gives reports of the last 1095 days\.\n$/],
      [['--merchant', 'TESTSHOP', '--from', 'yesterday'], 2, /^--from and --to are days/],
      [['--merchant', 'TESTSHOP', '--from', '2099-01-01'], 2, /^--from and --to are days/],
    ],
    isFirst,
  )('is not fetched for %j', async (more, wanted, says) => {
    const { code, err } = await fetched(...more);
    expect(err).toMatch(says);
    expect(code).toBe(wanted);
  });

  it('is not imported in part where PayPal stops answering', AT_LENGTH, async () => {
    await control('PUT', '/faults', { mode: 'UNAVAILABLE', operation: 'oauth.token', count: null });
    const { code, err } = await fetched('--merchant', 'TESTSHOP');
    await control('PUT', '/faults', { mode: 'NONE' });
    expect(err).toMatch(/^Nothing is imported\. PayPal does not answer/);
    expect(code).toBe(1);
  });
});
