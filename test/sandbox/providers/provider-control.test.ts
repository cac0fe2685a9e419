/** Control of the sandbox's providers over HTTP, on the sandbox's own server. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { demoProvider } from '../../../src/adapters/providers/demo/demo-protocol.ts';
import type { Provider } from '../../../src/core/ports/index.ts';
import { PROVIDER_SECRET, type StartedHttp, startHttp } from '../start-http.ts';
import { movementOn, paymentFor, startPayment, visit } from './rig.ts';

let sandbox: StartedHttp;
let wallet: Provider;
beforeEach(async () => {
  sandbox = await startHttp('http://127.0.0.1:9');
  wallet = demoProvider('demoWallet', { origin: sandbox.origin, secret: PROVIDER_SECRET });
});
afterEach(() => sandbox.close());

const call = async (method: string, path: string, body?: string) => {
  const response = await fetch(sandbox.origin + path, { method, ...(body !== undefined && { body }) });
  return { status: response.status, body: JSON.parse(await response.text()) };
};
const put = (what: string, body: string) => call('PUT', `/providers/demoWallet/${what}`, body);

const nowhere = { origin: 'http://127.0.0.1:9' };

describe('the ledger', () => {
  it('has one entry for each movement, in order, and a void marks the movement that it undid', async () => {
    const payment = paymentFor(nowhere, { orderReference: 'TEST-SUCCEED', operation: 'AUTHORIZE' });
    await visit(await startPayment(wallet, payment));
    const capture = movementOn(payment, { kind: 'CAPTURE', amount: 500n });
    const voided = movementOn(payment, { kind: 'VOID', amount: 500n, target: capture.reference });
    await wallet.move(capture);
    await wallet.move(voided);
    const { body } = await call('GET', '/providers/demoWallet/ledger');
    const same = {
      merchant: 'TESTSHOP',
      order: payment.orderId,
      currency: 'EUR',
      at: expect.stringMatching(/^20.*Z$/),
    };
    expect(body).toEqual([
      { ...same, kind: 'AUTHORIZATION', reference: payment.reference, amount: '12.00', state: 'APPROVED' },
      { ...same, kind: 'CAPTURE', reference: capture.reference, amount: '5.00', state: 'REVERSED' },
      { ...same, kind: 'VOID', reference: voided.reference, amount: '5.00', state: 'APPROVED' },
    ]);
    expect((await call('GET', '/providers/demoBank/ledger')).body).toEqual([]);
  });

  it('is filtered by merchant and order, exactly', async () => {
    for (const [merchantId, orderId] of [
      ['A', 'o%41'],
      ['A', 'oA'],
      ['B', 'oA'],
    ] as const) {
      await startPayment(wallet, paymentFor(nowhere, { account: { merchantId, members: {} }, orderId }));
    }
    const found = async (query: string) =>
      ((await call('GET', `/providers/demoWallet/ledger${query}`)).body as { merchant: string; order: string }[]).map(
        ({ merchant, order }) => `${merchant} ${order}`,
      );
    expect(await found('')).toEqual(['A o%41', 'A oA', 'B oA']);
    expect(await found('?merchant=&order=')).toHaveLength(3);
    expect(await found('?order=o%2541')).toEqual(['A o%41']);
    expect(await found('?order=oA')).toEqual(['A oA', 'B oA']);
    expect(await found('?merchant=B&order=oA')).toEqual(['B oA']);
    expect(await found('?merchant=C')).toEqual([]);
  });
});

describe('faults', () => {
  it('are answered in their new state, separately for answers and callbacks', async () => {
    const none = { mode: 'NONE', delayMs: 0, count: null };
    expect(await put('faults', '{"mode":"DELAY","delayMs":5}')).toEqual({
      status: 200,
      body: { answers: { mode: 'DELAY', delayMs: 5, count: null }, callbacks: none },
    });
    expect((await put('faults', '{"mode":"FIFTY","count":2}')).body).toEqual({
      answers: { mode: 'DELAY', delayMs: 5, count: null },
      callbacks: { mode: 'FIFTY', delayMs: 0, count: 2 },
    });
    expect((await put('faults', '{"mode":"NONE"}')).body).toEqual({ answers: none, callbacks: none });
  });

  it.each([
    ['{"mode":"SOMETIMES"}', 'mode'],
    ['{"mode":"DELAY","delayMs":-1}', 'delayMs'],
    ['{"mode":"TWICE","count":0}', 'count'],
    ['{"mode":"NONE","extra":1}', 'extra'],
    ['', 'mode'],
    ['{', 'JSON'],
  ])('refuse %s and name the error', async (body, named) => {
    const answer = await put('faults', body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain(named);
  });
});

describe('settings', () => {
  it('choose the method by which a payer returns', async () => {
    const payment = paymentFor(nowhere);
    const page = await startPayment(wallet, payment);
    expect((await put('settings', '{"returnMethod":"POST"}')).body).toEqual({ returnMethod: 'POST' });
    expect((await visit(page, { choice: 'APPROVE' })).status).toBe(200);
    await put('settings', '{"returnMethod":"GET"}');
    expect((await visit(page, { choice: 'RETURN' })).location).toBe(payment.returnUrl);
  });

  it.each(['{"returnMethod":"PUT"}', '{}', '{"returnMethod":"GET","more":1}'])('refuse %s', async (body) => {
    expect((await put('settings', body)).status).toBe(400);
  });
});

describe('the server interface', () => {
  const headers = { authorization: `Bearer ${PROVIDER_SECRET}` };
  const path = '/providers/demoWallet/payments/';
  const request = {
    merchant: { id: 'M', name: 'M' },
    order: { id: 'o' },
    operation: 'PAY',
    confirmation: 'CONFIRM_AT_PROVIDER',
    amount: '12.00',
    currency: 'EUR',
    returnUrl: 'https://shop.example/return',
    callbackUrl: 'https://shop.example/callback',
    shipping: { displayed: true, changeable: false },
  };
  const create = (body: object, reference = 'P1') =>
    fetch(`${sandbox.origin}${path}${reference}`, { method: 'PUT', headers, body: JSON.stringify(body) });

  it('answers 201 to a payment that is new, and 200 to its repeat', async () => {
    expect((await create(request)).status).toBe(201);
    const again = await create(request);
    expect(again.status).toBe(200);
    expect(await again.json()).toMatchObject({
      reference: 'P1',
      state: 'OPEN',
      order: 'o',
      amount: '12.00',
      currency: 'EUR',
    });
  });

  it.each<[string, object]>([
    ['an amount of nothing', { amount: '0.00' }],
    ['an amount below zero', { amount: '-1.00' }],
    ['an amount finer than its currency', { amount: '1.001' }],
    ['an amount that is a number', { amount: 12 }],
    ['a currency that is none', { currency: 'XXQ' }],
    ['an address to come back to that is a script', { returnUrl: 'javascript:alert(1)' }],
    ['a field that it does not know', { extra: 1 }],
    ['no order', { order: undefined }],
  ])('refuses %s', async (_, change) => {
    expect((await create({ ...request, ...change })).status).toBe(400);
    expect((await call('GET', '/providers/demoWallet/ledger')).body).toEqual([]);
  });

  it.each(['a_b', 'x'.repeat(33), 'a%2Fb'])('refuses the reference %s', async (reference) => {
    expect((await create(request, reference)).status).toBe(400);
  });

  it.each([undefined, 'Bearer', `Bearer ${PROVIDER_SECRET}x`, `bearer ${PROVIDER_SECRET}`, 'Basic YTpi'])(
    'answers 401 to the authorization %s',
    async (authorization) => {
      for (const [method, suffix] of [
        ['PUT', ''],
        ['GET', ''],
        ['POST', '/confirmation'],
        ['POST', '/withdrawal'],
        ['PUT', '/movements/1'],
      ] as const) {
        const response = await fetch(`${sandbox.origin}${path}P1${suffix}`, {
          method,
          ...(authorization !== undefined && { headers: { authorization } }),
        });
        expect(response.status).toBe(401);
      }
    },
  );
});
