import { execFile } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from '../../src/settings/settings.ts';
import { createAuthority } from '../support/certificates.ts';

const authority = createAuthority('Example Authority');
const own = authority.issue({ name: 'gateway', use: 'server', hosts: ['localhost'] });
const other = authority.issue({ name: 'other', use: 'server', hosts: ['localhost'] });
const weak = authority.issue({ name: 'gateway', use: 'server', curve: 'prime192v1' });
const KEY = randomBytes(32).toString('base64');

let folder: string;
const files: Record<string, string> = {};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-tls-settings-'));
  const [begin = '', ...lines] = own.cert.trim().split('\n');
  const contents: Record<string, string> = {
    cert: own.cert,
    chain: own.cert + authority.cert,
    key: own.key,
    'both in one': own.key + own.cert,
    weak: weak.key + weak.cert,
    'other key': other.key,
    'locked key': lockedKey(),
    bundle: authority.cert + other.cert,
    'broken bundle': `${authority.cert}${begin}\nAAAA${lines.join('\n')}\n`,
    'no PEM': 'certificate-canary',
  };
  for (const [name, content] of Object.entries(contents)) {
    files[name] = join(folder, `${name}.pem`);
    writeFileSync(files[name], content);
  }
  files.folder = folder;
  files['no file'] = join(folder, 'none.pem');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function lockedKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' });
}

type Given = Record<string, string>;
const FILE_SETTING = /^TLS_|^ACQUIRER_(?:CA|CERT|KEY)$/;
const environment = (named: Given): Given => ({
  DATA_DIR: folder,
  ...Object.fromEntries(
    Object.entries(named).map(([name, file]) => [name, FILE_SETTING.test(name) ? (files[file] ?? '') : file]),
  ),
});
const read = (named: Given) => readSettings(environment(named));
const both = { TLS_CERT: 'cert', TLS_KEY: 'key' };
const bank = { ACQUIRER_URL: 'iso8583s://bank.example:8583' };
const shown = { ...bank, ACQUIRER_CERT: 'cert', ACQUIRER_KEY: 'key' };

describe('TLS', () => {
  it('is off with its settings unset or empty', () => {
    expect(read({}).tls).toBeUndefined();
    expect(read({ TLS_CERT: '', TLS_KEY: '', TLS_CLIENT_CA: '' }).tls).toBeUndefined();
  });

  it('uses a certificate and its key, with a chain or without', () => {
    expect(read(both).tls).toMatchObject({ cert: own.cert });
    expect(read(both).tls?.key.reveal()).toBe(own.key);
    expect(read(both).tls?.clientCa).toBeUndefined();
    expect(read({ ...both, TLS_CERT: 'chain' }).tls?.cert).toBe(own.cert + authority.cert);
    expect(read({ TLS_CERT: 'both in one', TLS_KEY: 'both in one' }).tls).toBeDefined();
  });

  it('requests the callers’ certificates of a bundle', () => {
    expect(read({ ...both, TLS_CLIENT_CA: 'bundle' }).tls?.clientCa).toBe(authority.cert + other.cert);
  });

  it('masks its key in printed settings', () => {
    const { tls } = read(both);
    expect(JSON.stringify(tls) + inspect(tls, { showHidden: true, depth: 9 })).not.toContain('PRIVATE');
  });
});

describe('TLS to the acquirer', () => {
  it('trusts the machine’s authorities, or those of a bundle alone', () => {
    expect(read(bank).acquirers.get('default')).toMatchObject({ url: bank.ACQUIRER_URL, tls: {} });
    expect(read({ ...bank, ACQUIRER_CA: 'bundle' }).acquirers.get('default')?.tls?.ca).toBe(
      authority.cert + other.cert,
    );
  });

  it('shows a certificate of the gateway, and masks its key in printed settings', () => {
    const tls = read(shown).acquirers.get('default')?.tls;
    expect(tls).toMatchObject({ cert: own.cert });
    expect(tls?.key?.reveal()).toBe(own.key);
    expect(JSON.stringify(tls) + inspect(tls, { showHidden: true, depth: 9 })).not.toContain('PRIVATE');
  });
});

describe('an invalid TLS setting is reported in one line that names it', () => {
  it.each([
    ['TLS_CERT', 'without TLS_KEY', { TLS_CERT: 'cert' }],
    ['TLS_KEY', 'without TLS_CERT', { TLS_KEY: 'key' }],
    ['TLS_CLIENT_CA', 'without TLS_CERT', { TLS_CLIENT_CA: 'bundle' }],
    ['TLS_CERT', 'ENOENT', { ...both, TLS_CERT: 'no file' }],
    ['TLS_KEY', 'ENOENT', { ...both, TLS_KEY: 'no file' }],
    ['TLS_CLIENT_CA', 'ENOENT', { ...both, TLS_CLIENT_CA: 'no file' }],
    ['TLS_CERT', 'EISDIR', { ...both, TLS_CERT: 'folder' }],
    ['TLS_CERT', 'no certificate', { ...both, TLS_CERT: 'no PEM' }],
    ['TLS_CERT', 'no certificate', { ...both, TLS_CERT: 'key' }],
    ['TLS_CERT', 'cannot be read', { ...both, TLS_CERT: 'broken bundle' }],
    ['TLS_CERT', 'KEY_TOO_SMALL', { TLS_CERT: 'weak', TLS_KEY: 'weak' }],
    ['TLS_KEY', 'no private key', { ...both, TLS_KEY: 'no PEM' }],
    ['TLS_KEY', 'no private key', { ...both, TLS_KEY: 'cert' }],
    ['TLS_KEY', 'passphrase', { ...both, TLS_KEY: 'locked key' }],
    ['TLS_KEY', 'not the key', { ...both, TLS_KEY: 'other key' }],
    ['TLS_CLIENT_CA', 'no certificate', { ...both, TLS_CLIENT_CA: 'no PEM' }],
    ['TLS_CLIENT_CA', 'cannot be read', { ...both, TLS_CLIENT_CA: 'broken bundle' }],
    ['ACQUIRER_CERT', 'without ACQUIRER_KEY', { ...bank, ACQUIRER_CERT: 'cert' }],
    ['ACQUIRER_KEY', 'without ACQUIRER_CERT', { ...bank, ACQUIRER_KEY: 'key' }],
    ['ACQUIRER_CA', 'ENOENT', { ...bank, ACQUIRER_CA: 'no file' }],
    ['ACQUIRER_CA', 'cannot be read', { ...bank, ACQUIRER_CA: 'broken bundle' }],
    ['ACQUIRER_KEY', 'not the key', { ...shown, ACQUIRER_KEY: 'other key' }],
    ['ACQUIRER_KEY', 'passphrase', { ...shown, ACQUIRER_KEY: 'locked key' }],
    ['ACQUIRER_CERT', 'KEY_TOO_SMALL', { ...bank, ACQUIRER_CERT: 'weak', ACQUIRER_KEY: 'weak' }],
    ['ACQUIRER_CA', 'iso8583s', { ACQUIRER_CA: 'bundle' }],
    ['ACQUIRER_CERT', 'iso8583s', { ...shown, ACQUIRER_URL: 'iso8583://127.0.0.1:8583' }],
    ['PUBLIC_ORIGIN', 'https', { ...both, PUBLIC_ORIGIN: 'http://pay.example' }],
  ])('when %s is %s (%j)', (name, why, given) => {
    const refused = () => read(given);
    expect(refused).toThrow(SettingsError);
    expect(refused).toThrow(why);
    expect(refused).toThrow(new RegExp(`^${name}[^\n]*$`));
    expect(refused).toThrow(/^(?!.*canary)/);
  });

  it('on the terminal, with exit code 1', async () => {
    const server = fileURLToPath(new URL('../../src/server.ts', import.meta.url));
    const env = { ...process.env, ...environment({ ...both, TLS_KEY: 'other key' }) };
    const ended = await new Promise<{ code: unknown; stderr: string }>((resolve) =>
      execFile(process.execPath, [server], { env }, (error, _stdout, stderr) => resolve({ code: error?.code, stderr })),
    );
    expect(ended.code).toBe(1);
    expect(ended.stderr.trim().split('\n')).toEqual([expect.stringMatching(/^TLS_KEY="/)]);
  });
});

describe('the origin', () => {
  it('is https without a setting, and omits the default port of https', () => {
    expect(read(both).publicOrigin).toBe('https://localhost:8080');
    expect(read({ ...both, PORT: '443' }).publicOrigin).toBe('https://localhost');
    expect(read({ PORT: '80' }).publicOrigin).toBe('http://localhost');
    expect(read({ ...both, PUBLIC_ORIGIN: 'https://pay.example' }).publicOrigin).toBe('https://pay.example');
  });

  it('of live mode may be the gateway’s own', () => {
    const live = { TURNPIKE_MODE: 'live', TURNPIKE_KEYS: KEY, ...bank };
    expect(read({ ...both, ...live, PUBLIC_ORIGIN: 'https://pay.example' })).toMatchObject({ mode: 'live' });
    expect(() => read(live)).toThrow('https');
  });
});
