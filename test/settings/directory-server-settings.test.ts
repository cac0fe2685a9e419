import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DirectoryServer } from '../../src/adapters/three-ds-server/directory-server/directory-server.ts';
import { readDirectoryServers } from '../../src/settings/directory-server-settings.ts';
import { readSettings } from '../../src/settings/index.ts';
import { createAuthority } from '../support/certificates.ts';

const AUTHORITY = createAuthority('Scheme');
const CLIENT = AUTHORITY.issue({ name: 'turnpike', use: 'client' });
const OTHER = AUTHORITY.issue({ name: 'other', use: 'client' });

const resultsUrl = (scheme: string) => `https://pay.example/3ds/${scheme}`;

/** The settings that one scheme requires. */
function texts(scheme = 'VISA'): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'directory-server-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = (name: string, pem: string) => {
    writeFileSync(join(folder, name), pem);
    return join(folder, name);
  };
  return {
    [`DIRECTORY_SERVER_${scheme}_URL`]: 'https://ds.example/3ds',
    [`DIRECTORY_SERVER_${scheme}_CA`]: file('ca.pem', AUTHORITY.cert),
    [`DIRECTORY_SERVER_${scheme}_CERT`]: file('cert.pem', CLIENT.cert),
    [`DIRECTORY_SERVER_${scheme}_KEY`]: file('key.pem', CLIENT.key),
    THREE_DS_SERVER_REFERENCE_NUMBER: '3DS_LOA_SER_TEST_020200_00001',
    [`OTHER_${scheme}_KEY`]: file('other.pem', OTHER.key),
  };
}

describe('DIRECTORY_SERVER_<SCHEME>_URL', () => {
  it('may be absent: no payer is authenticated', () => {
    expect(readDirectoryServers({}, resultsUrl)).toEqual([]);
    expect(readDirectoryServers({ THREE_DS_SERVER_REFERENCE_NUMBER: 'x' }, resultsUrl)).toEqual([]);
  });

  it('opens a directory server for each scheme', () => {
    const both = {
      ...texts('VISA'),
      ...texts('DINERS_CLUB'),
      DIRECTORY_SERVER_VISA_OPERATOR_ID: '10075020',
      DIRECTORY_SERVER_VISA_RID: 'A000000003',
    };
    const read = readDirectoryServers(both, resultsUrl);
    expect(read).toMatchObject([
      { scheme: 'DINERS_CLUB', url: 'https://ds.example/3ds', threeDSServerUrl: 'https://pay.example/3ds/DINERS_CLUB' },
      { scheme: 'VISA', threeDSServerOperatorId: '10075020', directoryServerId: 'A000000003', ca: AUTHORITY.cert },
    ]);
    for (const settings of read) {
      new DirectoryServer(settings).close();
      expect(JSON.stringify(settings)).not.toContain('PRIVATE KEY');
    }
  });

  it.each(['http://ds.example', 'ds.example', 'https://', 'https://user:s3cret@ds.example', 'https://ds.example/#x'])(
    '%s cannot be used, and the line does not repeat it',
    (url) => {
      const read = () => readDirectoryServers({ ...texts(), DIRECTORY_SERVER_VISA_URL: url }, resultsUrl);
      expect(read).toThrow(/^DIRECTORY_SERVER_VISA_URL cannot be used: it takes [^\n]+$/);
      expect(read).not.toThrow(/s3cret/);
    },
  );

  it.each(['VISAS', 'visa', 'EU'])('names a scheme: %s is unknown', (name) => {
    expect(() => readDirectoryServers({ [`DIRECTORY_SERVER_${name}_URL`]: 'https://ds.example' }, resultsUrl)).toThrow(
      `DIRECTORY_SERVER_${name}_URL cannot be used: the schemes are AMEX,`,
    );
  });

  it.each([
    'DIRECTORY_SERVER_VISA_CA',
    'DIRECTORY_SERVER_VISA_CERT',
    'DIRECTORY_SERVER_VISA_KEY',
    'THREE_DS_SERVER_REFERENCE_NUMBER',
  ])('is refused without %s', (name) => {
    const { [name]: _, ...rest } = texts();
    expect(() => readDirectoryServers(rest, resultsUrl)).toThrow(`DIRECTORY_SERVER_VISA_URL is set without ${name}, `);
  });

  it.each(['CA', 'CERT', 'KEY', 'OPERATOR_ID', 'RID'])('must be set with %s', (end) => {
    const name = `DIRECTORY_SERVER_JCB_${end}`;
    const said = `${name} is set without DIRECTORY_SERVER_JCB_URL, the address of that directory server.`;
    expect(() => readDirectoryServers({ [name]: 'x' }, resultsUrl)).toThrow(said);
    expect(() => readDirectoryServers({ ...texts(), [name]: 'x' }, resultsUrl)).toThrow(said);
  });

  it.each([
    ['DIRECTORY_SERVER_VISA_RID', 'A00000'],
    ['DIRECTORY_SERVER_VISA_OPERATOR_ID', 'x'.repeat(33)],
    ['THREE_DS_SERVER_REFERENCE_NUMBER', 'two words'],
  ])('is refused with %s=%s', (name, text) => {
    expect(() => readDirectoryServers({ ...texts(), [name]: text }, resultsUrl)).toThrow(
      `${name}=${JSON.stringify(text)} cannot be used: it takes `,
    );
  });

  it('is refused with the key of another certificate', () => {
    const { OTHER_VISA_KEY = '', ...own } = texts();
    expect(() => readDirectoryServers({ ...own, DIRECTORY_SERVER_VISA_KEY: OTHER_VISA_KEY }, resultsUrl)).toThrow(
      /^DIRECTORY_SERVER_VISA_KEY=.* is not the key of the first certificate in DIRECTORY_SERVER_VISA_CERT\.$/,
    );
  });
});

describe('the gateway’s settings', () => {
  const LIVE = {
    TURNPIKE_MODE: 'live',
    TURNPIKE_KEYS: randomBytes(32).toString('base64'),
    PUBLIC_ORIGIN: 'https://pay.example',
    ACQUIRER_URL: 'iso8583s://acquirer.example:8583',
  };
  const dataDir = () => {
    const folder = mkdtempSync(join(tmpdir(), 'directory-servers-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    return folder;
  };
  const read = (env: Record<string, string>) => readSettings({ DATA_DIR: dataDir(), ...env }).directoryServers;

  it('have the directory servers, which post results to an address of each scheme', () => {
    expect(read({ ...LIVE, ...texts('VISA') })).toMatchObject([
      { scheme: 'VISA', threeDSServerUrl: 'https://pay.example/3ds/results/VISA' },
    ]);
    expect(read(LIVE)).toEqual([]);
    expect(() => read({ ...LIVE, DIRECTORY_SERVER_EU_URL: 'https://ds.example' })).toThrow('the schemes are AMEX,');
  });

  it('have those of the sandbox at its port, unless another one is set', () => {
    const played = read({ SANDBOX_3DS_PORT: '8444' });
    expect(played.map(({ scheme }) => scheme)).toEqual(['AMEX', 'DISCOVER', 'JCB', 'MASTERCARD', 'VISA']);
    expect(played.at(-1)).toMatchObject({
      url: 'https://localhost:8444/visa',
      directoryServerId: 'A000000003',
      threeDSServerUrl: 'http://localhost:8080/3ds/results/VISA',
    });
    for (const settings of played) {
      new DirectoryServer(settings).close();
    }
    expect(read({ SANDBOX_3DS_PORT: '8444', ...texts('JCB') }).map(({ url }) => url)).toEqual([
      'https://ds.example/3ds',
    ]);
    expect(read({})).toEqual([]);
    expect(read({ ...LIVE, SANDBOX_3DS_PORT: '8444' })).toEqual([]);
    expect(() => read({ SANDBOX_3DS_PORT: 'none' })).toThrow('SANDBOX_3DS_PORT="none" cannot be used');
  });

  it.each([
    ['http://192.0.2.7:8080', 0],
    ['https://shop.example', 5],
    ['http://127.0.0.1:8080', 5],
  ])('with the origin %s have %s of the sandbox’s, since messages have no other http address', (origin, count) => {
    expect(read({ SANDBOX_3DS_PORT: '8444', PUBLIC_ORIGIN: origin })).toHaveLength(count);
  });

  it('refuse an authority that issues merchants’ certificates too', () => {
    const given = texts('VISA');
    const server = AUTHORITY.issue({ name: 'pay.example', use: 'server', hosts: ['pay.example'] });
    const folder = dataDir();
    const file = (name: string, pem: string) => {
      writeFileSync(join(folder, name), pem);
      return join(folder, name);
    };
    const tls = { TLS_CERT: file('tls.pem', server.cert), TLS_KEY: file('tls-key.pem', server.key) };
    const merchants = createAuthority('Merchants');
    const of = (...pems: string[]) => ({ ...LIVE, ...given, ...tls, TLS_CLIENT_CA: file('ca.pem', pems.join('\n')) });
    expect(() => read(of(merchants.cert, AUTHORITY.cert))).toThrow(
      /^DIRECTORY_SERVER_VISA_CA names an authority that TLS_CLIENT_CA names too: [^\n]+$/,
    );
    expect(read(of(merchants.cert))).toHaveLength(1);
  });
});
