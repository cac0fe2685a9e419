/**
 * The example in the guide to adding a provider: the page's code and lines are added to a copy of the program, which is
 * compiled and called.
 */
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { currencyOf } from '../../../src/contract/money.ts';
import type { Provider, Providers } from '../../../src/core/ports/index.ts';
import { asked, movementOn, paymentFor } from '../../sandbox/providers/rig.ts';
import { AT_LENGTH } from '../../support/at-length.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const GUIDE = new URL('../../../docs/guide/browser-payment-providers.md', import.meta.url);
const KEY = 'a-key';

/** The replies of the page's own server, by path. */
const ANSWERS: Readonly<Record<string, readonly [code: number, body: object]>> = {
  'PUT /payments/P-new': [201, standing('new', { page: 'https://village.example/pay/1' })],
  'PUT /payments/P-poor': [422, { error: 'declined' }],
  'GET /payments/P-new': [200, standing('new')],
  'GET /payments/P-paid': [200, standing('paid')],
  'POST /payments/P-new/cancellation': [200, standing('cancelled')],
  'PUT /payments/P-paid/refunds/M-1': [201, { refund: 'M-1', status: 'paid' }],
};

function standing(status: string, more = {}) {
  return { reference: 'P-new', order: 'o-1', amount: '12.00', currency: 'EUR', status, ...more };
}

/** The code blocks of the page, and the lines to add, with the file's path. */
const BLOCK = /^(A line in )?`(src\/[\w/-]+\.ts)`:\n\n```ts\n(.*?)```/gms;

const copy = realpathSync(mkdtempSync(join(tmpdir(), 'turnpike-guide-')));
const server = createServer((request, response) => {
  request.resume();
  const [code, body] = ANSWERS[`${request.method} ${request.url}`] ?? [404, {}];
  const mayCall = request.headers.authorization === `Bearer ${KEY}`;
  response.writeHead(mayCall ? code : 401).end(JSON.stringify(body));
});
let url: string;

beforeAll(async () => {
  for (const part of ['adapters/http-json.ts', 'adapters/providers', 'contract', 'core', 'platform', 'settings']) {
    cpSync(join(ROOT, 'src', part), join(copy, 'src', part), { recursive: true });
  }
  for (const [, isLine, file = '', code = ''] of readFileSync(GUIDE, 'utf8').matchAll(BLOCK)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    (isLine === undefined ? writeFileSync : appendFileSync)(join(copy, file), code);
  }
  writeFileSync(join(copy, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(copy, 'tsconfig.json'),
    JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), include: ['src/adapters/providers', 'src/contract'] }),
  );
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(copy, { recursive: true, force: true });
});

/** A module of the copy, with the types of the original. */
const load = <Module>(file: string): Promise<Module> => import(pathToFileURL(join(copy, 'src', file)).href);

async function opened(env: Record<string, string>): Promise<Providers> {
  const { openProviders } =
    await load<typeof import('../../../src/adapters/providers/index.ts')>('adapters/providers/index.ts');
  return openProviders({ env });
}

async function example(key = KEY): Promise<Provider> {
  return (await opened({ VILLAGE_PAY_URL: url, VILLAGE_PAY_KEY: key })).get('villagePay') as Provider;
}

/** @returns the compiler's errors in the copy */
function compiled(): string {
  try {
    return execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', copy], {
      encoding: 'utf8',
    });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

it('the example provider compiles with the page’s code, and not without one of its lines', AT_LENGTH, () => {
  expect(compiled()).toBe('');
  for (const list of ['src/contract/providers/list.ts', 'src/adapters/providers/list.ts']) {
    const path = join(copy, list);
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, whole.replace(/.*villagePay.*\n/, ''));
    expect(compiled(), list).toContain('villagePay');
    writeFileSync(path, whole);
  }
});

it('the example provider has a group and a type in requests', async () => {
  const { providerTypes } =
    await load<typeof import('../../../src/contract/providers/index.ts')>('contract/providers/index.ts');
  expect(providerTypes).toEqual(['DEMO_BANK', 'DEMO_WALLET', 'OPEN_BANKING', 'PAYPAL', 'PIX', 'VILLAGE_PAY']);
  const { OPERATIONS } = await load<typeof import('../../../src/contract/operations.ts')>('contract/operations.ts');
  expect(OPERATIONS.INITIATE_BROWSER_PAYMENT.request.members.browserPayment).toMatchObject({
    members: { villagePay: { kind: 'group' } },
  });
});

it('the example provider is available once configured, and names a missing setting in one line', async () => {
  expect((await opened({})).has('villagePay')).toBe(false);
  expect((await example()).id).toBe('villagePay');
  await expect(opened({ VILLAGE_PAY_URL: url })).rejects.toThrow(/^VILLAGE_PAY_URL .*VILLAGE_PAY_KEY.*$/);
});

it('the example provider starts, queries, cancels and refunds a payment', async () => {
  const provider = await example();
  const money = { amount: 1200n, currency: 'EUR', orderId: 'o-1' };
  const payment = paymentFor({ origin: 'https://pay.example' }, { reference: 'P-new' });
  expect(await provider.create(payment)).toMatchObject({ pageUrl: 'https://village.example/pay/1' });
  expect(await provider.create({ ...payment, reference: 'P-poor' })).toMatchObject({ status: 'REFUSED' });
  expect(await provider.state(asked('P-new'))).toEqual({ status: 'OPEN', money });
  expect(await provider.state(asked('P-paid'))).toMatchObject({
    status: 'DECIDED',
    money,
    reply: { gatewayCode: 'APPROVED' },
  });
  expect(await provider.state(asked('P-none'))).toEqual({ status: 'UNKNOWN_PAYMENT' });
  expect(await provider.cancel(asked('P-new'))).toMatchObject({ reply: { gatewayCode: 'CANCELLED' } });
  const refund = movementOn(payment, { reference: 'M-1', payment: asked('P-paid'), currency: currencyOf('EUR')! });
  expect(await provider.move(refund)).toMatchObject({ reply: { gatewayCode: 'APPROVED' } });
});

it('the example provider is rejected with a wrong key', async () => {
  expect(await (await example('another')).state(asked('P-new'))).toEqual({ status: 'NOT_SENT' });
});

it('the example provider accepts a callback only if it is signed and recent', async () => {
  const provider = await example();
  const body = Buffer.from(JSON.stringify(standing('paid')));
  const at = 1_000_000;
  const signature = createHmac('sha256', KEY).update(`${at}.`).update(body).digest('hex');
  const headers = { 'village-signature': `${at}.${signature}` };
  expect(provider.callback({ headers, body }, at)).toMatchObject({ reference: 'P-new', says: 'paid' });
  expect(provider.callback({ headers, body }, at + 360_000)).toEqual({ status: 'FORGED' });
  expect(provider.callback({ headers: {}, body }, at)).toEqual({ status: 'FORGED' });
  expect(provider.callback({ headers, body: Buffer.from(`${body} `) }, at)).toEqual({ status: 'FORGED' });
});
