/**
 * A gateway with two acquirers of two protocols, ISO 8583 as the default and Village Bank as `eu`: each merchant's
 * payments go only where its routes lead, also during an outage.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PROTOCOLS } from '../../../src/adapters/acquirers/index.ts';
import { openStore } from '../../../src/adapters/store/store.ts';
import { reconcile } from '../../../src/cli/reconcile.ts';
import type { AcquirerHost } from '../../../src/sandbox/acquirer/host.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { newOrderId, paying, type Rig, startRig, withCard } from '../../api/rest/rig.ts';
import { VILLAGE_TOKEN } from '../../support/which-acquirer.ts';
import { villageProtocol } from './village/guide.ts';
import { startVillageBank } from './village/simulator.ts';

const VISA = withCard({ number: '4508750015741019' });
const MERCHANT = { merchant: 'ROUTED' };
const PROFILE = {
  id: 'ROUTED',
  name: 'Routed Shop',
  verificationStrategy: 'ACQUIRER',
  acquirerRoutes: [
    { acquirer: 'gone', currencies: ['USD'] },
    { acquirer: 'eu', brands: ['VISA'] },
  ],
};

let rig: Rig;
let eu: AcquirerHost;
beforeAll(async () => {
  eu = await startVillageBank({ token: VILLAGE_TOKEN });
  const env = { ACQUIRER_EU_URL: `village+http://127.0.0.1:${eu.port}`, ACQUIRER_EU_TOKEN: VILLAGE_TOKEN };
  const link = { requestTimeoutMs: 2_000, reconnectCapMs: 50 };
  rig = await startRig(env, 1, 'trace', { link, protocols: [...PROTOCOLS, await villageProtocol()] });
  await rig.merchant(PROFILE);
});
afterAll(async () => {
  await rig.close();
  await eu.close();
});

const put = (order: string, transaction: string, body: object) =>
  rig.api('PUT', `/order/${order}/transaction/${transaction}`, body, MERCHANT);
const amount = (apiOperation: string, text: string) => ({
  apiOperation,
  transaction: { amount: text, currency: 'EUR' },
});
const books = (order: string) =>
  [rig.host, eu].map((host) => host.ledger({ order }).map(({ kind, state }) => `${kind} ${state}`));
const codes = ({ json }: Awaited<ReturnType<typeof put>>) => [json.result, json.response.gatewayCode];
const isUp = async (state: 0 | 1) =>
  vi.waitUntil(
    async () => (await rig.call('GET', '/metrics')).text.includes(`turnpike_acquirer_up{acquirer="eu"} ${state}`),
    {
      timeout: 10_000,
      interval: 10,
    },
  );

describe('a merchant with routes', () => {
  it('pays by each card over its route, which the answers name', async () => {
    const [visa, other] = [newOrderId(), newOrderId()];
    expect((await put(visa, '1', paying('PAY', VISA))).json.transaction.acquirer.id).toBe('EU');
    expect((await put(other, '1', paying('PAY'))).json.transaction.acquirer.id).toBe('ISO8583');
    expect([books(visa), books(other)]).toEqual([
      [[], ['PAYMENT APPROVED']],
      [['PAYMENT APPROVED'], []],
    ]);
  });

  it('captures, refunds and voids over the route of the authorization, also after its routes changed', async () => {
    const order = newOrderId();
    await put(order, '1', paying('AUTHORIZE', VISA));
    await rig.merchant({ ...PROFILE, acquirerRoutes: [] });
    // A running gateway sees a changed profile within a second.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await put(order, '2', amount('CAPTURE', '12.00'));
    await put(order, '3', amount('REFUND', '5.00'));
    await put(order, '4', { apiOperation: 'VOID', transaction: { targetTransactionId: '3' } });
    expect(books(order)).toEqual([[], ['AUTHORIZATION APPROVED', 'CAPTURE APPROVED', 'REFUND REVERSED']]);
    await rig.merchant(PROFILE);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
  });

  it('verifies a card for a token over its route, and reverses there after a timeout', async () => {
    const before = [rig.host, eu].map((host) => host.ledger({}).length);
    const given = { ...VISA, transaction: { currency: 'EUR' } };
    expect((await rig.api('POST', '/token', given, MERCHANT)).json.status).toBe('VALID');
    eu.setFaults({ mode: 'DROP_REPLY', count: 1 });
    expect(
      (await rig.call('POST', '/api/rest/version/100/merchant/ROUTED/token', given, auth())).json.response,
    ).toEqual({
      gatewayCode: 'TIMED_OUT',
    });
    const states = () => eu.ledger({}).map(({ kind, state }) => `${kind} ${state}`);
    await expect
      .poll(() => states().slice(before[1]), { timeout: 15_000 })
      .toEqual(['VERIFICATION APPROVED', 'VERIFICATION REVERSED']);
    expect(rig.host.ledger({})).toHaveLength(before[0]!);
  });
});

const auth = () => ({
  authorization: `Basic ${Buffer.from('merchant.ROUTED:the-right-password').toString('base64')}`,
});

describe('a faulty acquirer', () => {
  it.each(['DROP_REPLY', 'DROP_REQUEST', 'GARBAGE'] as const)('reverses its own payment after %s', async (mode) => {
    const order = newOrderId();
    eu.setFaults({ mode, count: 1 });
    expect(codes(await put(order, '1', paying('PAY', VISA)))).toEqual(['FAILURE', 'TIMED_OUT']);
    const reversed = mode === 'DROP_REQUEST' ? [] : ['PAYMENT REVERSED'];
    await expect.poll(() => books(order), { timeout: 15_000 }).toEqual([[], reversed]);
    // The next fault must not hit this one's reversal.
    const due = () => rig.rows('select key from reversal where due_at is not null');
    await expect.poll(due, { timeout: 15_000 }).toEqual([]);
  });

  it('that is down fails its own payments at once, defers its captures, and leaves the other acquirer undisturbed', async () => {
    const [started, failing, other] = [newOrderId(), newOrderId(), newOrderId()];
    await put(started, '1', paying('AUTHORIZE', VISA));
    eu.setFaults({ mode: 'REFUSE' });
    await isUp(0);
    expect(codes(await put(failing, '1', paying('PAY', VISA)))).toEqual(['FAILURE', 'ACQUIRER_SYSTEM_ERROR']);
    expect(codes(await put(started, '2', amount('CAPTURE', '12.00')))).toEqual(['PENDING', 'PENDING']);
    expect(codes(await put(other, '1', paying('PAY')))).toEqual(['SUCCESS', 'APPROVED']);
    expect((await rig.call('GET', '/readyz')).json).toEqual({
      status: 'ready',
      store: 'up',
      acquirer: 'down',
      acquirers: { default: 'up', eu: 'down' },
    });
    expect((await rig.call('GET', '/metrics')).text).toContain('turnpike_acquirer_up{acquirer="default"} 1');
    // Meanwhile a payment at the other acquirer with a lost answer is reversed.
    const reversed = newOrderId();
    rig.host.setFaults({ mode: 'DROP_REPLY', count: 1 });
    await put(reversed, '1', paying('PAY'));
    await expect.poll(() => books(reversed), { timeout: 15_000 }).toEqual([['PAYMENT REVERSED'], []]);
    eu.setFaults({ mode: 'NONE' });
    await isUp(1);
    await expect
      .poll(
        () => {
          rig.later(60_000);
          return books(started);
        },
        { timeout: 15_000, interval: 25 },
      )
      .toEqual([[], ['AUTHORIZATION APPROVED', 'CAPTURE APPROVED']]);
    expect(books(failing)).toEqual([[], []]);
  });
});

describe('an acquirer that is not configured', () => {
  it('gets no payment, which fails with ACQUIRER_SYSTEM_ERROR instead of going to another acquirer', async () => {
    const order = newOrderId();
    const dollars = { ...VISA, order: { amount: '12.00', currency: 'USD' } };
    const reply = await put(order, '1', paying('PAY', dollars));
    expect([reply.status, ...codes(reply)]).toEqual([201, 'FAILURE', 'ACQUIRER_SYSTEM_ERROR']);
    expect(books(order)).toEqual([[], []]);
    expect((await put(order, '1', paying('PAY', dollars))).text).toBe(reply.text);
  });

  it('is named in the log of the next start', async () => {
    await rig.restart();
    const line = rig.logged.find((text) => text.includes('a merchant routes payments to an acquirer'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 50, acquirer: 'gone', merchant: 'ROUTED' });
  });
});

it('a payment in flight in a process that died is reversed over its route', async () => {
  const order = newOrderId();
  await put(order, '1', paying('PAY', VISA));
  await rig.forget(order);
  await rig.restart();
  await expect.poll(() => books(order), { timeout: 15_000 }).toEqual([[], ['PAYMENT REVERSED']]);
});

it('each acquirer’s ledger is compared with its own payments alone', async () => {
  const compared = async (host: AcquirerHost, acquirer: string) => {
    const file = join(rig.folder, `ledger-${acquirer}.json`);
    // A token's verification belongs to no order, so it is not compared.
    const movements = host.ledger({}).filter(({ kind }) => kind !== 'VERIFICATION');
    writeFileSync(file, JSON.stringify(movements));
    const env = { DATA_DIR: rig.folder, DATABASE_URL: rig.databaseUrl, ACQUIRER_EU_URL: 'iso8583://127.0.0.1:1' };
    const store = await openStore(rig.databaseUrl, { owner: false });
    const args = ['--ledger', file, '--acquirer', acquirer];
    try {
      return await reconcile({
        store,
        settings: readSettings(env),
        args,
        usage: 'turnpike reconcile',
        progress: () => undefined,
      });
    } finally {
      await store.close();
    }
  };
  expect(await compared(rig.host, 'default')).toMatchObject({ exitCode: 0 });
  expect(await compared(eu, 'eu')).toMatchObject({ exitCode: 0 });
  expect((await compared(eu, 'default')).text).toContain('ONLY_AT_ACQUIRER');
  await expect(compared(eu, 'us')).rejects.toThrow('There is no acquirer us; there are default, eu.');
});
