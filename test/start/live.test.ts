/**
 * A gateway process in live mode as an operator starts it: the settings that it accepts, and those on which it does not
 * start.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startAcquirerHost } from '../../src/sandbox/acquirer/host.ts';
import { memoryLog } from '../adapters/acquirers/fixtures.ts';
import { type Peer, startPeer } from '../adapters/acquirers/iso8583/peer.ts';
import { turnpike, turnpikeProcess } from '../cli/turnpike.ts';
import { AT_LENGTH, isFirst, itAtLength } from '../support/at-length.ts';
import { createAuthority } from '../support/certificates.ts';
import { freePorts } from '../support/ports.ts';
import { SOFTHSM, type SoftToken, softToken } from '../support/softhsm.ts';
import { spawnTethered } from '../support/tethered.ts';

const SERVER = fileURLToPath(new URL('../../src/server.ts', import.meta.url));
/** A start takes seconds on a busy machine. */
const START_MS_MAX = 60_000;

const authority = createAuthority('Authority of payers');
const bankAuthority = createAuthority('Authority of the bank');
const own = authority.issue({ name: 'gateway', use: 'server', hosts: ['localhost'] });
const bankOwn = bankAuthority.issue({ name: 'bank', use: 'server', hosts: ['127.0.0.1'] });
const client = bankAuthority.issue({ name: 'gateway', use: 'client' });

let folder: string;
let port: number;
let bank: Peer;
let live: Record<string, string>;

const file = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content, { mode: 0o600 });
  return join(folder, name);
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-live-'));
  [port = 0] = await freePorts(1);
  bank = await startPeer({
    tls: { cert: bankOwn.cert, key: bankOwn.key, ca: bankAuthority.cert, requestCert: true, rejectUnauthorized: true },
    onPayment: ({ reply }) => reply({ 38: 'A12345', 39: '00' }),
  });
  live = {
    TURNPIKE_MODE: 'live',
    TURNPIKE_KEYS: randomBytes(32).toString('base64'),
    DATA_DIR: join(folder, 'data'),
    HOST: '127.0.0.1',
    PORT: `${port}`,
    PUBLIC_ORIGIN: `https://localhost:${port}`,
    TLS_CERT: file('gateway.pem', own.cert),
    TLS_KEY: file('gateway.key', own.key),
    ACQUIRER_URL: bank.url,
    ACQUIRER_CA: file('bank.pem', bankAuthority.cert),
    ACQUIRER_CERT: file('client.pem', client.cert),
    ACQUIRER_KEY: file('client.key', client.key),
  };
});
afterAll(async () => {
  await bank.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(change: Record<string, string> = {}) {
  const child = spawnTethered(process.execPath, [SERVER], { ...process.env, ...live, ...change });
  let [out, err] = ['', ''];
  child.stdout.on('data', (text) => {
    out += text;
  });
  child.stderr.on('data', (text) => {
    err += text;
  });
  const ended = once(child, 'close').then(([code]) => ({ code, err: err.trimEnd().split('\n') }));
  return { child, ended, out: () => out };
}

async function call(method: string, path: string, { password = '', body = {} }: { password?: string; body?: object }) {
  const auth = password === '' ? {} : { auth: `merchant.LIVESHOP:${password}` };
  const sent = request({ host: 'localhost', port, method, path, ca: authority.cert, agent: false, ...auth });
  sent.end(method === 'PUT' ? JSON.stringify(body) : undefined);
  const [response] = await once(sent, 'response');
  return { status: response.statusCode as number, body: (await json(response)) as Record<string, never> };
}

it('a live gateway takes a merchant of the command line, and a payment by https, which goes to an acquirer by TLS', async () => {
  const tool = (...args: string[]) => turnpike(live.DATA_DIR as string, args, live);
  expect(await tool('migrate')).toMatchObject({ code: 0 });
  const profile = file('profile.json', JSON.stringify({ id: 'LIVESHOP', name: 'Live Shop' }));
  expect(await tool('merchant', 'put', profile)).toMatchObject({ code: 0 });
  const { out } = await tool('merchant', 'password', 'LIVESHOP');
  const password = /\S{20,}/.exec(out)?.[0] ?? '';
  const gateway = start();
  try {
    const isReady = () =>
      call('GET', '/readyz', {})
        .then(({ status }) => status === 200)
        .catch(() => false);
    await vi.waitUntil(isReady, { timeout: START_MS_MAX, interval: 100 });
    const paid = await call('PUT', '/api/rest/version/100/merchant/LIVESHOP/order/live-1/transaction/1', {
      password,
      body: {
        apiOperation: 'AUTHORIZE',
        order: { amount: '24.30', currency: 'EUR' },
        sourceOfFunds: {
          type: 'CARD',
          provided: { card: { number: '5123450000000008', expiry: { month: '05', year: '39' }, securityCode: '100' } },
        },
      },
    });
    expect(paid).toMatchObject({ status: 201, body: { result: 'SUCCESS', response: { gatewayCode: 'APPROVED' } } });
    const [payment] = bank.payments();
    expect(payment?.message).toMatchObject({ mti: '0100', fields: { 2: '5123450000000008', 4: '000000002430' } });
    expect(payment?.socket).toMatchObject({ encrypted: true, authorized: true });
  } finally {
    gateway.child.kill('SIGTERM');
    expect(await gateway.ended).toEqual({ code: 0, err: [''] });
  }
});

describe.skipIf(SOFTHSM === undefined)('with a key in a token', () => {
  let soft: SoftToken;
  let settings: Record<string, string>;
  beforeAll(async () => {
    soft = await softToken('Turnpike');
    await soft.key('Turnpike', 'wrapping', '01');
    settings = { ...soft.env, DATA_DIR: join(folder, 'token-data'), TURNPIKE_KEYS: soft.uri('Turnpike', 'wrapping') };
  });
  afterAll(() => soft.remove());

  it('starts, is ready, is examined by the doctor, and leaves no process behind when it ends', {
    timeout: START_MS_MAX,
  }, async () => {
    const gateway = start(settings);
    try {
      const isReady = () =>
        call('GET', '/readyz', {}).then(
          ({ status }) => status === 200,
          () => false,
        );
      await vi.waitUntil(isReady, { timeout: START_MS_MAX, interval: 100 });
      const examined = await turnpikeProcess(`${settings.DATA_DIR}`, ['doctor'], { ...live, ...settings });
      expect(examined.out).toMatch(/data keys +[0-9a-f]{8} is the key wrapping of the token Turnpike, which answers/);
    } finally {
      gateway.child.kill('SIGTERM');
      expect(await gateway.ended).toEqual({ code: 0, err: [''] });
    }
  });

  itAtLength<[string, () => Record<string, string>, RegExp]>(
    [
      [
        'a wrong PIN',
        () => ({ TURNPIKE_KEYS: soft.uri('Turnpike', 'wrapping', { 'pin-value': '9753' }) }),
        /^TURNPIKE_KEYS: the key wrapping of the token Turnpike cannot be used: the PIN is wrong/,
      ],
      ['a library that cannot see its settings', () => ({ PKCS11_ENV: '' }), /: the token is not there; there is none/],
      [
        'a URI without a key',
        () => ({ TURNPIKE_KEYS: `pkcs11:token=Turnpike?module-path=${SOFTHSM}&pin-value=9753` }),
        /^TURNPIKE_KEYS cannot be used: of a pkcs11: URI, object or id has to name a key\.$/,
      ],
      ['no list of names', () => ({ PKCS11_ENV: 'A=B' }), /^PKCS11_ENV="A=B" cannot be used: it takes names/],
    ],
    isFirst,
  )(
    'does not start on %s',
    async (_what, change, line) => {
      const { code, err } = await start({ ...settings, ...change() }).ended;
      expect({ code, err }).toEqual({ code: 1, err: [expect.stringMatching(line)] });
      expect(err.join()).not.toContain('9753');
    },
    START_MS_MAX,
  );
});

describe('does not start, with one line and exit code 1, on', () => {
  const PLAIN = { ACQUIRER_CA: '', ACQUIRER_CERT: '', ACQUIRER_KEY: '' };

  itAtLength(
    [
      ['no key', { TURNPIKE_KEYS: '' }, /^TURNPIKE_KEYS is not set/],
      ['a key of zeros', { TURNPIKE_KEYS: Buffer.alloc(32).toString('base64') }, /^TURNPIKE_KEYS .* not random/],
      ['no acquirer', { ...PLAIN, ACQUIRER_URL: '' }, /^ACQUIRER_URL is not set/],
      ['an acquirer in clear', { ...PLAIN, ACQUIRER_URL: 'iso8583://192.0.2.1:8583' }, /^ACQUIRER_URL=.* in clear/],
      [
        'one in clear on a private network, unless that is said',
        { ...PLAIN, ACQUIRER_URL: 'iso8583://10.0.0.1:8583' },
        /^ACQUIRER_URL=.* in clear/,
      ],
      [
        'one in clear on a public network, with any setting',
        { ...PLAIN, ACQUIRER_URL: 'iso8583://192.0.2.1:8583', ACQUIRER_PLAINTEXT: 'private-network' },
        /^ACQUIRER_URL=.* in clear/,
      ],
      ['a certificate without its key', { ACQUIRER_KEY: '' }, /^ACQUIRER_CERT is set without/],
      ['an http origin', { PUBLIC_ORIGIN: 'http://localhost:8080' }, /^PUBLIC_ORIGIN=.* https/],
    ] as const,
    isFirst,
    { concurrent: true },
  )(
    '%s',
    async (_what, change, line) => {
      expect(await start(change).ended).toEqual({ code: 1, err: [expect.stringMatching(line)] });
    },
    START_MS_MAX,
  );

  it('a key that the sandbox made', { ...AT_LENGTH, timeout: START_MS_MAX }, async () => {
    const key = randomBytes(32).toString('base64');
    mkdirSync(join(folder, 'data', 'keys'), { recursive: true });
    writeFileSync(join(folder, 'data', 'keys', 'sandbox.key'), `${key}\n`);
    const line = /^TURNPIKE_KEYS .* made by the sandbox/;
    expect(await start({ TURNPIKE_KEYS: key }).ended).toEqual({ code: 1, err: [expect.stringMatching(line)] });
  });

  itAtLength(['ACQUIRER_URL', 'ACQUIRER_EU_URL'], isFirst)(
    'the sandbox’s acquirer as %s',

    async (setting) => {
      const host = await startAcquirerHost({ host: '127.0.0.1', port: 0, memory: true, speed: 1, log: memoryLog() });
      try {
        const change = {
          ...PLAIN,
          ACQUIRER_URL: 'iso8583://127.0.0.1:1',
          [setting]: `iso8583://127.0.0.1:${host.port}`,
        };
        const line = new RegExp(`^${setting}=.* leads to the sandbox's simulator`);
        expect(await start(change).ended).toEqual({ code: 1, err: [expect.stringMatching(line)] });
      } finally {
        await host.close();
      }
    },
    START_MS_MAX,
  );
});
