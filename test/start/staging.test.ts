/** Staging: the rules of live mode, with the sandbox's acquirer and providers, and with no other acquirer. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readBuild } from '../../src/platform/build.ts';
import { type AcquirerHost, startAcquirerHost } from '../../src/sandbox/acquirer/host.ts';
import { readSettings } from '../../src/settings/index.ts';
import { memoryLog } from '../adapters/acquirers/fixtures.ts';
import { startPeer } from '../adapters/acquirers/iso8583/peer.ts';
import { turnpike, turnpikeProcess } from '../cli/turnpike.ts';
import { createAuthority } from '../support/certificates.ts';
import { freePorts } from '../support/ports.ts';
import { spawnTethered } from '../support/tethered.ts';

const SERVER = fileURLToPath(new URL('../../src/server.ts', import.meta.url));
/** A start takes seconds on a busy machine. */
const START_MS_MAX = 120_000;

const authority = createAuthority('Authority of payers');
const own = authority.issue({ name: 'gateway', use: 'server', hosts: ['localhost'] });

let folder: string;
let port: number;
let acquirer: AcquirerHost;
let env: Record<string, string>;

const file = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content, { mode: 0o600 });
  return join(folder, name);
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-staging-'));
  [port = 0] = await freePorts(1);
  acquirer = await startAcquirerHost({ host: '127.0.0.1', port: 0, memory: true, speed: 1, log: memoryLog() });
  env = {
    TURNPIKE_MODE: 'staging',
    CONSOLE_ORIGIN: `https://localhost:${port}`,
    TURNPIKE_KEYS: randomBytes(32).toString('base64'),
    DATA_DIR: join(folder, 'data'),
    PORT: `${port}`,
    PUBLIC_ORIGIN: `https://localhost:${port}`,
    TLS_CERT: file('gateway.pem', own.cert),
    TLS_KEY: file('gateway.key', own.key),
    ACQUIRER_URL: `iso8583://127.0.0.1:${acquirer.port}`,
  };
});
afterAll(async () => {
  await acquirer.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(change: Record<string, string> = {}) {
  const child = spawnTethered(process.execPath, [SERVER], { ...process.env, ...env, ...change });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const ended = once(child, 'close').then(([code]) => ({ code, err: err.trimEnd().split('\n') }));
  return {
    child,
    ended,
    lines: () =>
      out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
  };
}

async function call(method: string, path: string, { auth, body }: { auth?: string; body?: object } = {}) {
  const options = { host: 'localhost', port, method, path, ca: authority.cert, agent: false, ...(auth && { auth }) };
  const sent = request(options);
  sent.end(body && JSON.stringify(body));
  const [response] = await once(sent, 'response');
  const mode = response.headers['turnpike-mode'] as string | undefined;
  return { status: response.statusCode as number, text: await text(response), mode };
}

const tool = (...args: string[]) => turnpike(env.DATA_DIR as string, args, env);
const BANNER = 'Staging: no money is moved';

it('staging takes payments to the sandbox’s acquirer, and each page and answer says that no money is moved', {
  timeout: START_MS_MAX,
}, async () => {
  expect(await tool('migrate')).toMatchObject({ code: 0 });
  const profile = file('profile.json', JSON.stringify({ id: 'SHOP', name: 'Shop', browserPayments: ['demoWallet'] }));
  expect(await tool('merchant', 'put', profile)).toMatchObject({ code: 0 });
  const password = (await tool('merchant', 'password', 'SHOP')).out.trim();
  const gateway = start();
  try {
    const isReady = () =>
      call('GET', '/readyz').then(
        ({ status }) => status === 200,
        () => false,
      );
    await vi.waitUntil(isReady, { timeout: START_MS_MAX, interval: 100 });
    const auth = `merchant.SHOP:${password}`;
    const version = '/api/rest/version/100';
    const address = `${version}/merchant/SHOP`;
    const card = { number: '5123450000000008', expiry: { month: '01', year: '39' }, securityCode: '100' };
    const paid = await call('PUT', `${address}/order/1/transaction/1`, {
      auth,
      body: {
        apiOperation: 'AUTHORIZE',
        order: { amount: '24.30', currency: 'EUR' },
        sourceOfFunds: { type: 'CARD', provided: { card } },
      },
    });
    expect([paid.status, JSON.parse(paid.text).result]).toEqual([201, 'SUCCESS']);
    const checkout = await call('POST', `${address}/session`, {
      auth,
      body: {
        apiOperation: 'INITIATE_CHECKOUT',
        interaction: { operation: 'PURCHASE', returnUrl: 'https://shop.example/' },
        order: { id: '2', amount: '5.00', currency: 'EUR' },
      },
    });
    const page = await call('GET', new URL(JSON.parse(checkout.text).checkout.url).pathname);
    const information = await call('GET', `${version}/information`);
    expect(JSON.parse(information.text)).toMatchObject({ status: 'OPERATING', mode: 'STAGING' });
    const absent = await call('GET', '/checkout/pay/SESSION0000000000000000000000000');
    const pages = [page, absent, await call('GET', '/docs'), await call('GET', '/console/sign-in')];
    expect(pages.map(({ text: html }) => html.includes(BANNER))).toEqual(pages.map(() => true));
    const refused = [await call('GET', `${address}/order/1`), await call('PUT', `${version}/nowhere`)];
    const answers = [paid, checkout, information, ...refused, ...pages];
    expect(answers.map(({ status, mode }) => [status, mode])).toEqual(answers.map(({ status }) => [status, 'staging']));
    expect((await call('GET', '/metrics')).text).toMatch(/turnpike_process_info\{.*mode="staging"\} 1/);
    expect((await tool('doctor')).out).toMatch(/doubtful +mode +Staging: the rules of live mode/);
    const rehearsed = await turnpikeProcess(
      env.DATA_DIR as string,
      ['rehearse', 'SHOP', '--rate', '40', '--seconds', '0.5', '--json'],
      { ...env, REHEARSE_PASSWORD: password, NODE_EXTRA_CA_CERTS: file('authority.pem', authority.cert) },
    );
    expect(rehearsed).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(rehearsed.out)).toMatchObject({ planned: 20, completed: 20, skipped: 0, failures: {} });
  } finally {
    gateway.child.kill('SIGTERM');
    expect(await gateway.ended).toEqual({ code: 0, err: [''] });
  }
  const [first, second] = gateway.lines();
  expect(first).toMatchObject({ msg: 'gateway is starting', build: readBuild().id, pid: gateway.child.pid });
  expect(second).toMatchObject({ level: 40, msg: expect.stringContaining('this is staging') });
});

it('no gateway in another mode starts on the database of staging', { timeout: START_MS_MAX }, async () => {
  const line = (mode: string) =>
    `DATABASE_URL cannot be used in ${mode} mode: the database was first used in staging mode. Use another database, or set TURNPIKE_MODE=staging.`;
  expect(await start({ TURNPIKE_MODE: 'live' }).ended).toEqual({ code: 1, err: [line('live')] });
  expect((await tool('doctor')).out).not.toContain('store mode');
  const inLive = await turnpike(env.DATA_DIR as string, ['doctor'], { ...env, TURNPIKE_MODE: 'live' });
  expect(inLive.out).toContain(line('live'));
});

it('staging does not start with an acquirer that is not the sandbox’s', { timeout: START_MS_MAX }, async () => {
  const real = await startPeer();
  try {
    expect(await start({ ACQUIRER_URL: real.url, DATABASE_URL: `sqlite:${join(folder, 'other.db')}` }).ended).toEqual({
      code: 1,
      err: [expect.stringMatching(/^ACQUIRER_URL=.* is not the sandbox's, and this is staging/)],
    });
    expect(real.payments()).toEqual([]);
  } finally {
    await real.close();
  }
});

describe('its settings', () => {
  const settings = (change: Record<string, string> = {}) => readSettings({ ...env, ...change });

  it('are those of live mode, except for the acquirer and the providers', () => {
    const { mode, testMode, testCards, sandboxApiPassword, notificationLoopbackPorts, providers, acquirers } =
      settings();
    expect({ mode, testMode, testCards, sandboxApiPassword, notificationLoopbackPorts }).toEqual({
      ...{ mode: 'live', testMode: 'staging' },
      ...{ testCards: undefined, sandboxApiPassword: undefined, notificationLoopbackPorts: undefined },
    });
    expect(providers.sandbox?.origin).toBe('http://127.0.0.1:8090');
    expect(acquirers.get('default')).toMatchObject({ refusesSimulator: false, requiresSimulator: true });
    expect(settings({ TURNPIKE_MODE: 'live', LIVE_REHEARSAL: 'sandbox' }).testMode).toBe('staging');
    const live = settings({ TURNPIKE_MODE: 'live' });
    expect([live.testMode, live.providers.sandbox]).toEqual([undefined, undefined]);
    expect(live.acquirers.get('default')).toMatchObject({ refusesSimulator: true, requiresSimulator: false });
  });

  it.each<[string, Record<string, string>, RegExp]>([
    [
      'the earlier setting in sandbox mode',
      { TURNPIKE_MODE: 'sandbox', LIVE_REHEARSAL: 'sandbox' },
      /^LIVE_REHEARSAL is set in sandbox mode: set TURNPIKE_MODE=staging/,
    ],
    ['another value', { LIVE_REHEARSAL: 'yes' }, /^LIVE_REHEARSAL="yes" cannot be used/],
    ['an acquirer by TLS', { ACQUIRER_URL: 'iso8583s://bank.example:1' }, /^ACQUIRER_URL=.* cannot be used in staging/],
    [
      'an acquirer on a private network',
      { ACQUIRER_URL: 'iso8583://10.0.0.1:1', ACQUIRER_PLAINTEXT: 'private-network' },
      /^ACQUIRER_URL=.* cannot be used in staging/,
    ],
    ['a second acquirer elsewhere', { ACQUIRER_EU_URL: 'iso8583s://bank.example:1' }, /^ACQUIRER_EU_URL=/],
    ['no acquirer', { ACQUIRER_URL: '' }, /^ACQUIRER_URL is not set/],
    ['no key', { TURNPIKE_KEYS: '' }, /^TURNPIKE_KEYS is not set/],
    ['an http origin', { PUBLIC_ORIGIN: 'http://localhost:1' }, /^PUBLIC_ORIGIN=.* https/],
  ])('are refused with %s', (_what, change, line) => {
    expect(() => settings(change)).toThrow(line);
  });
});
