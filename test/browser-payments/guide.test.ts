/** The example in the guide to writing a provider: its code, taken from the page, loaded as a provider and called. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openProviders } from '../../src/browser-payments/registry.ts';
import { currencyOf } from '../../src/contract/money.ts';
import type { Provider } from '../../src/gateway/ports/index.ts';
import { movementOn, paymentFor } from '../sandbox/providers/rig.ts';

const GUIDE = new URL('../../docs/guide/browser-payment-providers.md', import.meta.url);
const KEY = 'a-key';

/** What the page's own server would say of each path. */
const ANSWERS: Readonly<Record<string, readonly [code: number, body: object]>> = {
  'PUT /payments/P-new': [201, standing('new', { page: 'https://village.example/pay/1' })],
  'PUT /payments/P-poor': [422, { error: 'declined' }],
  'GET /payments/P-new': [200, standing('new')],
  'GET /payments/P-paid': [200, standing('paid')],
  'POST /payments/P-new/cancellation': [200, standing('cancelled')],
  'PUT /payments/P-paid/refunds/M-1': [201, {}],
};

function standing(status: string, more = {}) {
  return { reference: 'P-new', order: 'o-1', amount: '12.00', currency: 'EUR', status, ...more };
}

const folder = mkdtempSync(join(tmpdir(), 'turnpike-guide-'));
const server = createServer((request, response) => {
  request.resume();
  const [code, body] = ANSWERS[`${request.method} ${request.url}`] ?? [404, {}];
  const mayCall = request.headers.authorization === `Bearer ${KEY}`;
  response.writeHead(mayCall ? code : 401).end(JSON.stringify(body));
});
let url: string;

beforeAll(async () => {
  const blocks = [
    ...readFileSync(GUIDE, 'utf8').matchAll(
      /`src\/browser-payments\/providers\/([\w-]+)\/(\w+\.ts)`:\n\n```ts\n(.*?)```/gs,
    ),
  ];
  const source = new URL('../../src/', import.meta.url).href;
  for (const [, name = '', file = '', code = ''] of blocks) {
    mkdirSync(join(folder, name), { recursive: true });
    const moved = code.replaceAll("'../../../", `'${source}`).replaceAll("'../../", `'${source}browser-payments/`);
    writeFileSync(join(folder, name, file), moved);
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const opened = (env: Record<string, string>) => openProviders({ env }, pathToFileURL(`${folder}/`));

async function example(key = KEY): Promise<Provider> {
  return (await opened({ VILLAGE_PAY_URL: url, VILLAGE_PAY_KEY: key })).get('villagePay') as Provider;
}

it('is there when it is set up, and says in one line what is missing', async () => {
  expect((await opened({})).size).toBe(0);
  expect((await example()).id).toBe('villagePay');
  await expect(opened({ VILLAGE_PAY_URL: url })).rejects.toThrow(/^VILLAGE_PAY_URL .*VILLAGE_PAY_KEY.*$/);
});

it('begins, asks, withdraws and refunds', async () => {
  const provider = await example();
  const money = { amount: 1200n, currency: 'EUR', orderId: 'o-1' };
  const payment = paymentFor({ origin: 'https://pay.example' }, { reference: 'P-new' });
  expect(await provider.create(payment)).toMatchObject({ pageUrl: 'https://village.example/pay/1' });
  expect(await provider.create({ ...payment, reference: 'P-poor' })).toMatchObject({ status: 'REFUSED' });
  expect(await provider.state('P-new')).toEqual({ status: 'OPEN', money });
  expect(await provider.state('P-paid')).toMatchObject({
    status: 'DECIDED',
    money,
    reply: { gatewayCode: 'APPROVED' },
  });
  expect(await provider.state('P-none')).toEqual({ status: 'UNKNOWN_PAYMENT' });
  expect(await provider.cancel('P-new')).toMatchObject({ reply: { gatewayCode: 'CANCELLED' } });
  const refund = movementOn(payment, { reference: 'M-1', payment: 'P-paid', currency: currencyOf('EUR')! });
  expect(await provider.move(refund)).toMatchObject({ reply: { gatewayCode: 'APPROVED' } });
});

it('is turned away with a wrong key', async () => {
  expect(await (await example('another')).state('P-new')).toEqual({ status: 'NOT_SENT' });
});

it('believes a callback that is signed and new', async () => {
  const provider = await example();
  const body = Buffer.from(JSON.stringify(standing('paid')));
  const at = 1_000_000;
  const signature = createHmac('sha256', KEY).update(`${at}.`).update(body).digest('hex');
  const headers = { 'village-signature': `${at}.${signature}` };
  expect(provider.callback({ headers, body }, at)).toMatchObject({ reference: 'P-new', says: 'paid' });
  expect(provider.callback({ headers, body }, at + 360_000)).toBeUndefined();
  expect(provider.callback({ headers: {}, body }, at)).toBeUndefined();
  expect(provider.callback({ headers, body: Buffer.from(`${body} `) }, at)).toBeUndefined();
});
