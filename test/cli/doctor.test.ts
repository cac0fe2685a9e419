/** `turnpike doctor` against real hosts: each is set up correctly first, and then broken in one way. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createWebServer, type RequestListener } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doctor } from '../../src/cli/doctor/doctor.ts';
import type { NetworkAccess } from '../../src/cli/doctor/doctor-subject.ts';
import { examine } from '../../src/cli/doctor/examine.ts';
import type { CheckLine } from '../../src/cli/finding.ts';
import { startOpenBanking } from '../../src/sandbox/open-banking/start-open-banking.ts';
import { startPayPal } from '../../src/sandbox/paypal/start-paypal.ts';
import { startThreeDS } from '../../src/sandbox/three-ds/start-three-ds.ts';
import { googleRootKeys } from '../../src/sandbox/wallets/google-pay-token.ts';
import { sandboxPayPalAccount } from '../../src/settings/sandbox/paypal-account.ts';
import { sandboxProviderKey } from '../../src/settings/sandbox/provider-key.ts';
import { memoryLog } from '../adapters/acquirers/fixtures.ts';
import { createAuthority, hoursFromNow, type Issued } from '../support/certificates.ts';
import { type DatabasePlace, newDatabase } from '../support/database-place.ts';
import { freePorts } from '../support/ports.ts';
import { turnpike } from './turnpike.ts';

const SECRET = 'a-secret-of-the-shop';
const HOST = 'shop.example';
const DAYS_30 = 30 * 24;

const folder = mkdtempSync(join(tmpdir(), 'turnpike-doctor-'));
const authority = createAuthority('Doctor test');
const served = (until = hoursFromNow(DAYS_30), hosts = [HOST]): Issued =>
  authority.issue({ name: HOST, use: 'server', hosts, until });
const servers: Server[] = [];
let place: DatabasePlace;
let acquirerPort: number;
let env: Record<string, string>;

beforeAll(async () => {
  place = await newDatabase({ folder });
  acquirerPort = await listening(createServer((socket) => socket.on('error', () => undefined)));
  const gateway = createWebServer(({ url }, response) =>
    response.writeHead(url === '/api/rest/version/100/information' ? 200 : 404).end(),
  );
  const origin = await listening(gateway);
  env = {
    ...(process.env as Record<string, string>),
    DATA_DIR: folder,
    DATABASE_URL: place.url,
    PUBLIC_ORIGIN: `http://localhost:${origin}`,
    ACQUIRER_URL: `iso8583://127.0.0.1:${acquirerPort}`,
  };
});
afterAll(async () => {
  for (const server of servers) {
    server.close();
  }
  await place.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return (server.address() as AddressInfo).port;
}

const website = ({ cert, key }: Issued, answer: RequestListener = (_request, response) => void response.end()) =>
  listening(createHttps({ cert, key }, answer));

/** Every name leads to this machine, and https to the port. */
const leadingTo = (httpsPort: number, more: Partial<NetworkAccess> = {}): Partial<NetworkAccess> => ({
  resolve: async () => ['127.0.0.1'],
  allowsNotification: () => true,
  ca: authority.cert,
  httpsPort,
  ...more,
});

/** With a password by default: its hash, which takes a second to make, is not read here. */
async function put(profile: { id: string; [member: string]: unknown }, hash: string | null = 'a hash') {
  const file = join(folder, `${profile.id}.json`);
  writeFileSync(file, JSON.stringify({ name: 'A shop', browserPayments: [], ...profile }));
  const { code, err } = await turnpike(folder, ['merchant', 'put', file], env);
  expect(err).toBe('');
  expect(code).toBe(0);
  await place.run('update merchant set password_hash = ? where id = ?', hash, profile.id);
}

interface Reported {
  readonly exitCode: number;
  readonly lines: readonly CheckLine[];
  /** The lines of one check. */
  of(check: string): string[];
  readonly text: string;
}

async function reported(
  args: readonly string[],
  outside: Partial<NetworkAccess> = {},
  more: Record<string, string> = {},
): Promise<Reported> {
  const usage = 'turnpike doctor [MERCHANT] [--json]';
  const { text, exitCode } = await doctor({ env: { ...env, ...more }, args: [...args, '--json'], usage }, outside);
  const { findings: lines } = JSON.parse(text) as { findings: CheckLine[] };
  const of = (check: string) =>
    lines.filter((line) => line.check === check).map(({ level, says }) => `${level} ${says}`);
  return { exitCode, lines, of, text };
}

describe('the doctor', () => {
  it('reports the hosts, keys and acquirer of a working shop in a line each', async () => {
    const port = await website(served());
    await put({
      id: 'WELL',
      returnHosts: [HOST],
      notification: { url: `https://${HOST}/hook`, secret: SECRET },
      p2pe: { bdk: '0123456789ABCDEFFEDCBA9876543210' },
    });
    const { exitCode, lines, text, of } = await reported(['WELL'], leadingTo(port));
    expect(lines.filter(({ level }) => level !== 'WELL')).toEqual([]);
    expect(exitCode).toBe(0);
    expect(of('return hosts')).toEqual([
      expect.stringMatching(/^WELL shop\.example is reached, .+ until 20..-..-..\.$/),
    ]);
    expect(of('secrets')).toEqual(['WELL Its encrypted values can be decrypted.']);
    expect(text).not.toMatch(/a-secret|0123456789ABCDEF|sealed:/);
  });

  it('writes a line for each finding, and counts them', async () => {
    const usage = 'turnpike doctor';
    const { text, exitCode } = await doctor({ env, args: ['WELL'], usage }, leadingTo(1));
    expect(exitCode).toBe(1);
    expect(text).toMatch(/^well {7}acquirers {9}default, iso8583:.+ takes connections\.$/m);
    expect(text).toMatch(/^WILL FAIL {2}return hosts {6}shop\.example: The connection was refused\. To do: .+\.$/m);
    expect(text).toMatch(/^\d+ well, \d+ doubtful, 2 will fail\.$/m);
  });

  it('has no effect on the store: no row key is used, and no signing key is created', async () => {
    const rows = async () => [
      await place.rows('select * from row_key'),
      await place.rows('select * from notification_key'),
    ];
    const before = await rows();
    await reported(['WELL'], leadingTo(1));
    expect(await rows()).toEqual(before);
  });

  it('checks the gateway alone without a merchant', async () => {
    const { lines, exitCode } = await reported([]);
    expect(new Set(lines.map(({ check }) => check))).toEqual(
      new Set([
        'build',
        'mode',
        'public origin',
        'acquirers',
        'providers',
        'disk',
        'store',
        'store pages',
        'data keys',
      ]),
    );
    expect(exitCode).toBe(0);
  });

  it('refuses a wrong call and an unknown merchant with exit code 2', async () => {
    for (const args of [['NOBODY'], ['WELL', 'OTHER'], ['WELL', '--loud']]) {
      const { code, out } = await turnpike(folder, ['doctor', ...args], env);
      expect(code, args.join(' ')).toBe(2);
      expect(out).toBe('');
    }
  });
});

describe('a host', () => {
  it.each<[string, () => Promise<number>, RegExp]>([
    [
      'whose certificate has expired',
      () => website(served(hoursFromNow(-1))),
      /^FAILS .+The certificate has expired\.$/,
    ],
    ['whose certificate is another’s', () => website(served(undefined, ['b.example'])), /^FAILS .+for another name\.$/],
    [
      'with an untrusted certificate',
      () => website(createAuthority('Stranger').issue({ name: HOST, use: 'server', hosts: [HOST] })),
      /^FAILS .+not trusted\.$/,
    ],
    ['whose certificate ends in a week', () => website(served(hoursFromNow(7 * 24))), /^DOUBTFUL .+ends on 20.+\.$/],
    ['with a closed port', async () => (await freePorts(1))[0]!, /^FAILS .+connection was refused\.$/],
    [
      'that speaks no TLS',
      () => listening(createServer((socket) => socket.on('error', () => undefined).end('hello\r\n'))),
      /^FAILS shop\.example: .+\.$/,
    ],
  ])('%s is reported, for payers and for notifications', async (_, start, expected) => {
    const port = await start();
    await put({ id: 'HOSTS', returnHosts: [HOST], notification: { url: `https://${HOST}/hook` } });
    const { of, exitCode } = await reported(['HOSTS'], leadingTo(port));
    expect(of('return hosts')).toEqual([expect.stringMatching(expected)]);
    expect(of('notification')).toEqual([expect.stringMatching(expected)]);
    expect(exitCode).toBe(expected.source.startsWith('^FAILS') ? 1 : 0);
  });

  it('that is an app is not contacted', async () => {
    await put({ id: 'APP', returnHosts: ['shop.example://'] });
    const { of } = await reported(['APP'], leadingTo(1));
    expect(of('return hosts')).toEqual([
      expect.stringMatching(/^WELL .*the app shop\.example:\/\//),
      expect.stringMatching(/https host|Any host/),
    ]);
  });

  it('without an address is reported', async () => {
    await put({ id: 'NOWHERE', returnHosts: ['nowhere.example'] });
    const { of } = await reported(['NOWHERE'], leadingTo(1, { resolve: async () => [] }));
    expect(of('return hosts')).toEqual([expect.stringMatching(/^FAILS nowhere\.example: No name server/)]);
  });

  it('that accepts connections and stays silent is not waited for beyond the timeout', async () => {
    const port = await listening(createServer((socket) => socket.on('error', () => undefined)));
    await put({ id: 'SILENT', returnHosts: [HOST] });
    const { of } = await reported(['SILENT'], leadingTo(port, { answerMsMax: 50 }));
    expect(of('return hosts')).toEqual(['FAILS shop.example: No answer within 0.05 s.']);
  });

  it('of notifications is refused inside a private network, as in a delivery', async () => {
    await put({ id: 'INSIDE', notification: { url: 'https://10.1.2.3/hook' } });
    const { of } = await reported(['INSIDE']);
    expect(of('notification')).toEqual([expect.stringMatching(/^FAILS 10\.1\.2\.3: No address that notifications/)]);
  });

  it('with another time gives a warning about this machine’s clock', async () => {
    const port = await website(served(), (_request, response) => {
      response.setHeader('Date', new Date(Date.now() + 600_000).toUTCString());
      response.end();
    });
    await put({ id: 'CLOCK', returnHosts: [HOST] });
    const { of } = await reported(['CLOCK'], leadingTo(port));
    expect(of('return hosts')).toContainEqual(
      expect.stringMatching(/^DOUBTFUL This machine's clock is (599|600) s behind/),
    );
  });
});

describe('the gateway', () => {
  it('without a connection to its acquirer declines, which is reported by the acquirer’s name', async () => {
    const [port] = await freePorts(1);
    const { of, exitCode } = await reported([], {}, { ACQUIRER_EU_URL: `iso8583://127.0.0.1:${port}` });
    expect(of('acquirers')).toEqual([
      expect.stringMatching(/^WELL default, /),
      expect.stringMatching(/^FAILS eu cannot be reached \(ECONNREFUSED\)/),
    ]);
    expect(exitCode).toBe(1);
  });

  it('with an expired acquirer’s certificate is not connected', async () => {
    const expired = authority.issue({ name: 'a', use: 'server', hosts: ['127.0.0.1'], until: hoursFromNow(-1) });
    const port = await website(expired);
    const ca = join(folder, 'acquirer-ca.pem');
    writeFileSync(ca, authority.cert);
    const { of } = await reported([], {}, { ACQUIRER_URL: `iso8583s://127.0.0.1:${port}`, ACQUIRER_CA: ca });
    expect(of('acquirers')).toEqual([expect.stringMatching(/^FAILS default cannot be reached \(CERT_HAS_EXPIRED\)/)]);
  });

  it('with an unreadable setting is reported by that finding alone', async () => {
    const { lines, exitCode } = await reported(['WELL'], {}, { PORT: 'none' });
    expect(lines).toMatchObject([{ check: 'settings', level: 'FAILS', says: expect.stringMatching(/^PORT="none"/) }]);
    expect(exitCode).toBe(1);
  });

  it('without a store is still checked in all other respects', async () => {
    const { of, exitCode } = await reported(['WELL'], {}, { DATABASE_URL: 'postgres://somebody@127.0.0.1:9/none' });
    expect(of('store')).toEqual([expect.stringMatching(/^FAILS postgres:.+REFUSED/)]);
    expect(of('acquirers')).toHaveLength(1);
    expect(exitCode).toBe(1);
  });

  it('without the key under which data is stored does not start, which reports the key by its id', async () => {
    const other = Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 37 + 11) % 251)).toString('base64');
    const { of } = await reported(['WELL'], {}, { TURNPIKE_KEYS: other });
    expect(of('data keys')).toEqual([expect.stringMatching(/^FAILS TURNPIKE_KEYS lacks the key [0-9a-f]{8}, /)]);
  });

  it('that does not run gives a warning, since it may be starting', async () => {
    const [port] = await freePorts(1);
    const { of, exitCode } = await reported([], {}, { PUBLIC_ORIGIN: `http://localhost:${port}` });
    expect(of('public origin')).toEqual([expect.stringMatching(/^DOUBTFUL .+connection was refused\.$/)]);
    expect(exitCode).toBe(0);
  });

  it('with another server in its place gives a warning', async () => {
    const port = await listening(createWebServer((_request, response) => response.writeHead(404).end()));
    const { of } = await reported([], {}, { PUBLIC_ORIGIN: `http://localhost:${port}` });
    expect(of('public origin')).toEqual([
      expect.stringMatching(/^DOUBTFUL .+ answers 404, as no running gateway does/),
    ]);
  });

  it('is live only with a certificate that payers’ browsers trust', async () => {
    const port = await website(createAuthority('Stranger').issue({ name: HOST, use: 'server', hosts: [HOST] }));
    const more = { PUBLIC_ORIGIN: `https://${HOST}` };
    const inSandbox = await reported([], leadingTo(port), more);
    expect(inSandbox.of('public origin')).toEqual([expect.stringMatching(/^DOUBTFUL .+not trusted\.$/)]);
    const live = { ...more, TURNPIKE_MODE: 'live', TURNPIKE_KEYS: randomBytes(32).toString('base64') };
    const inLive = await reported([], leadingTo(port), live);
    expect(inLive.of('public origin')).toEqual([expect.stringMatching(/^FAILS .+not trusted\.$/)]);
    expect(inLive.of('mode')).toEqual(['WELL Live: the settings are fit for real cards.']);
  });

  it('with its own certificate expired, or for another host, is reported', async () => {
    const files = { TLS_CERT: join(folder, 'own.pem'), TLS_KEY: join(folder, 'own.key') };
    const origin = { PUBLIC_ORIGIN: 'https://pay.example' };
    const given = async (hosts: readonly string[], until: Date) => {
      const { cert, key } = authority.issue({ name: 'pay', use: 'server', hosts, until });
      writeFileSync(files.TLS_CERT, cert);
      writeFileSync(files.TLS_KEY, key);
      return (await reported([], leadingTo(1), { ...files, ...origin })).of('certificate');
    };
    expect(await given(['other.example'], hoursFromNow(DAYS_30))).toEqual([
      expect.stringMatching(/^FAILS TLS_CERT is not for pay\.example/),
    ]);
    expect(await given(['pay.example'], hoursFromNow(-1))).toEqual([expect.stringMatching(/^FAILS .+ended on/)]);
    expect(await given(['pay.example'], hoursFromNow(DAYS_30))).toEqual([expect.stringMatching(/^WELL /)]);
  });
});

describe('a directory server', () => {
  it('is contacted, and reported as working, refusing, down, or not the configured one', async () => {
    const simulator = await startThreeDS({ log: memoryLog() });
    const { ca, threeDSServer: own, directoryServer } = simulator.certificates;
    const file = (name: string, text: string) => {
      const path = join(folder, name);
      writeFileSync(path, text, { mode: 0o600 });
      return path;
    };
    const [nowhere] = await freePorts(1);
    const stranger = authority.issue({ name: 'turnpike', use: 'client' });
    const checkAt = async (url: string, { cert, key } = own, trusted = ca) => {
      const more = {
        DIRECTORY_SERVER_VISA_URL: url,
        DIRECTORY_SERVER_VISA_CA: file('scheme.pem', trusted),
        DIRECTORY_SERVER_VISA_CERT: file('3ds.pem', cert),
        DIRECTORY_SERVER_VISA_KEY: file('3ds-key.pem', key),
        THREE_DS_SERVER_REFERENCE_NUMBER: '3DS_LOA_SER_TEST_020200_00001',
      };
      const report = await reported([], {}, more);
      expect(report.text).not.toContain('PRIVATE KEY');
      return report.of('directory servers');
    };
    const url = `${simulator.api}/visa`;
    expect(await checkAt(url)).toEqual([
      `WELL VISA, ${url}, answers.`,
      expect.stringMatching(/^WELL Our certificate for VISA is valid until 20/),
    ]);
    expect(await checkAt(url, directoryServer)).toContainEqual(`WELL VISA, ${url}, answers.`);
    const wrong = expect.stringMatching(/^FAILS VISA, .+: its certificate is not of the authorities/);
    expect((await checkAt(url, own, authority.cert))[0]).toEqual(wrong);
    expect((await checkAt(url, stranger))[0]).toMatch(/^FAILS VISA, .+ does not take our certificate\.$/);
    expect((await checkAt(`${simulator.api}/nobody`))[0]).toMatch(/^FAILS .+: it refuses our message \(303, .+\)\.$/);
    expect((await checkAt(`https://localhost:${nowhere}/visa`))[0]).toMatch(/^FAILS .+: it cannot be reached\.$/);
    const soon = { from: hoursFromNow(-24), until: hoursFromNow(DAYS_30 - 24) };
    const ending = authority.issue({ name: 'turnpike', use: 'client', ...soon });
    expect((await checkAt(url, ending))[1]).toMatch(/^DOUBTFUL Our certificate for VISA ends on 20/);
    await simulator.close();
  });

  it('without a card scheme in the profile is not mentioned', async () => {
    expect((await reported([])).of('directory servers')).toEqual([]);
  });
});

describe('a profile', () => {
  it('that contradicts itself gives a warning by the member', async () => {
    await put({
      id: 'ODD',
      permissions: { unmask: true, refundApproval: true },
      voidWindowHours: 0,
      tokenGeneration: 'PRESERVE_6_4',
      cardMasking: '0.4',
    });
    const { of } = await reported(['ODD']);
    expect(of('profile')).toEqual([
      expect.stringMatching(/^DOUBTFUL permissions\.unmask: /),
      expect.stringMatching(/^DOUBTFUL voidWindowHours: /),
      expect.stringMatching(/^DOUBTFUL tokenGeneration: /),
      expect.stringMatching(/^WELL Refunds wait for you/),
    ]);
  });

  it('without credentials, or disabled, cannot be called', async () => {
    await put({ id: 'SHUT' }, null);
    expect((await reported(['SHUT'])).of('credentials')).toEqual([expect.stringMatching(/^FAILS .+neither/)]);
    await turnpike(folder, ['merchant', 'disable', 'SHUT'], env);
    expect((await reported(['SHUT'])).of('credentials')[0]).toMatch(/^FAILS SHUT is disabled/);
  });

  it('with unused certificates, routes without an acquirer and providers that are not configured is reported', async () => {
    const eu = { ACQUIRER_EU_URL: `iso8583://127.0.0.1:${acquirerPort}` };
    const file = join(folder, 'LOST.json');
    const profile = {
      id: 'LOST',
      name: 'Lost',
      certificates: ['a'.repeat(64)],
      acquirerRoutes: [{ acquirer: 'eu' }],
      browserPayments: ['demoBank'],
    };
    writeFileSync(file, JSON.stringify(profile));
    expect((await turnpike(folder, ['merchant', 'put', file], { ...env, ...eu })).code).toBe(0);
    const [nowhere] = await freePorts(1);
    const { of } = await reported(['LOST'], {}, { SANDBOX_PORT: `${nowhere}` });
    expect(of('credentials')).toContainEqual(expect.stringMatching(/^FAILS Its certificates are never asked for/));
    expect(of('routes')).toEqual([expect.stringMatching(/^FAILS acquirerRoutes name eu/)]);
    expect(of('browser payments')).toEqual([expect.stringMatching(/^FAILS demoBank does not answer/)]);
    expect((await reported(['LOST'], {}, eu)).of('routes')).toEqual(['WELL Payments go to eu, default.']);
  });

  it('with wallets is told whether their tokens are taken, and whether its keys open', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
    const applePay = { merchantId: 'merchant.example.shop', privateKey: key };
    await put({ id: 'WALLETSHOP', wallets: { applePay, googlePay: {} } });
    const { of } = await reported(['WALLETSHOP']);
    expect(of('secrets')).toEqual(['WELL Its encrypted values can be decrypted.']);
    expect(of('wallets')).toEqual(['WELL Tokens of Apple Pay are taken.', 'WELL Tokens of Google Pay are taken.']);
    const file = join(folder, 'google.json');
    writeFileSync(file, googleRootKeys(key));
    const alone = await reported(['WALLETSHOP'], {}, { GOOGLE_PAY_ROOT_KEYS: file });
    expect(alone.of('wallets')[1]).toMatch(/^FAILS Tokens of Google Pay are refused/);
  });

  it('with a button of Apple Pay is told of its certificate’s end, and of a missing country', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
    const authority = createAuthority('Identities');
    const told = async (until: Date) => {
      const { cert, key: identityKey } = authority.issue({ name: 'Shop', use: 'client', until });
      const applePay = { merchantId: 'merchant.example.shop', privateKey: key, identityCertificate: cert, identityKey };
      await put({ id: 'BUTTONSHOP', wallets: { applePay } });
      return reported(['BUTTONSHOP']);
    };
    const { of } = await told(hoursFromNow(48));
    expect(of('wallets')[1]).toMatch(/^DOUBTFUL Its Apple Pay merchant identity certificate expires in [12] days/);
    expect(of('profile')).toContainEqual(expect.stringMatching(/^DOUBTFUL wallets\.country: /));
    expect((await told(hoursFromNow(-1))).of('wallets')[1]).toMatch(/^FAILS Its Apple Pay .* has expired/);
  });

  it('with PayPal requests a token, with right credentials and with wrong ones', async () => {
    const [port = 0] = await freePorts(1);
    const own = sandboxPayPalAccount(sandboxProviderKey(folder));
    const simulator = await startPayPal({ port, speed: 1, accounts: [own], log: memoryLog() });
    const { clientId, clientSecret, webhookId } = own;
    const withSecret = async (secret: string) => {
      const paypal = { clientId, clientSecret: secret, webhookId };
      await put({ id: 'PAYPALSHOP', browserPayments: ['paypal'], providerAccounts: { paypal } });
      return (await reported(['PAYPALSHOP'], {}, { SANDBOX_PORT: `${port}` })).of('browser payments');
    };
    expect(await withSecret(clientSecret)).toEqual(['WELL paypal answers.']);
    expect(await withSecret('another-secret')).toEqual([expect.stringMatching(/^FAILS paypal does not answer/)]);
    await simulator.close();
  });

  it('with bank transfers reports which of the banks answer, and which refuse this gateway', async () => {
    const simulator = await startOpenBanking({ speed: 1, log: memoryLog() });
    const [nowhere] = await freePorts(1);
    const file = (name: string, text: string) => {
      const path = join(folder, name);
      writeFileSync(path, text, { mode: 0o600 });
      return path;
    };
    const bank = (id: string, address = `${simulator.api}/${id}/v1`) => ({
      ...{ id, name: id, bic: 'NRDBDEFFXXX', country: 'DE', address },
    });
    const { ca, qwac, qseal } = simulator.certificates;
    const own = (banks: readonly object[], { cert, key } = qwac) => ({
      OPEN_BANKING_BANKS: file('banks.json', JSON.stringify(banks)),
      OPEN_BANKING_QWAC_CERT: file('qwac.pem', cert),
      OPEN_BANKING_QWAC_KEY: file('qwac-key.pem', key),
      OPEN_BANKING_QSEAL_CERT: file('qseal.pem', qseal.cert),
      OPEN_BANKING_QSEAL_KEY: file('qseal-key.pem', qseal.key),
      OPEN_BANKING_CA: file('ca.pem', ca),
      OPEN_BANKING_IP_ADDRESS: '192.0.2.1',
    });
    const openBanking = { iban: 'FR7630006000011234567890189', name: 'Shop' };
    await put({ id: 'BANKSHOP', browserPayments: ['openBanking'], providerAccounts: { openBanking } });
    const checks = async (more: Record<string, string>) => (await reported(['BANKSHOP'], {}, more)).of;
    const lost = bank('lost', `https://localhost:${nowhere}/v1`);

    const both = await checks(own([bank('nordbank'), lost]));
    expect(both('browser payments')).toEqual([
      'WELL openBanking: 1 of 2 answer.',
      'DOUBTFUL openBanking: no answer from lost.',
    ]);
    expect(both('providers')).toContainEqual(expect.stringMatching(/^WELL OPEN_BANKING_QWAC_CERT is valid until 20/));
    expect((await checks(own([lost])))('browser payments')).toEqual(['FAILS openBanking: no answer from lost.']);

    const ended = simulator.authority.issue({ kind: 'QWAC', until: new Date(Date.now() - 1_000) });
    const refused = await checks(own([bank('nordbank')], ended));
    expect(refused('browser payments')).toEqual([
      expect.stringMatching(/^FAILS openBanking: this gateway is refused by nordbank \(CERTIFICATE_\w+\)\.$/),
    ]);
    expect(refused('providers')).toContainEqual(
      expect.stringMatching(/^FAILS OPEN_BANKING_QWAC_CERT ended on 20.+: nobody takes it\.$/),
    );
    const soon = simulator.authority.issue({ kind: 'QWAC', until: hoursFromNow(DAYS_30 - 24) });
    expect((await checks(own([bank('nordbank')], soon)))('providers')).toContainEqual(
      expect.stringMatching(/^DOUBTFUL OPEN_BANKING_QWAC_CERT ends on 20/),
    );
    await simulator.close();
  });

  it('with a secret sealed under a lost key is reported, without the secret', async () => {
    await put({ id: 'SEALED', notification: { url: 'https://10.1.2.3/', secret: SECRET } });
    const [row] = await place.rows("select profile from merchant where id = 'SEALED'");
    const broken = String(row?.profile).replace(/"sealed:...../, '"sealed:AAAAB');
    await place.run("update merchant set profile = ? where id = 'SEALED'", broken);
    const { of, text } = await reported(['SEALED']);
    expect(of('secrets')).toEqual(['FAILS The stored notification.secret does not open.']);
    expect(text).not.toContain('sealed:');
  });
});

it('the doctor waits for no check beyond its timeout, and reports an exception as a failure', async () => {
  const lines = await examine(
    [
      { name: 'endless', run: () => new Promise<never>(() => undefined) },
      {
        name: 'broken',
        run: () => {
          throw new Error('It broke.');
        },
      },
      { name: 'well', run: () => [{ level: 'WELL', says: 'Well.' }] },
    ],
    undefined,
    20,
  );
  expect(lines.map(({ check, level, says }) => `${check} ${level} ${says}`)).toEqual([
    'endless FAILS No end of this check within 0.02 s.',
    'broken FAILS It broke.',
    'well WELL Well.',
  ]);
});
