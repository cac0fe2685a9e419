import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { issueApplePayChain } from '../../src/platform/x509/index.ts';
import { googleRootKeys } from '../../src/sandbox/wallets/google-pay-token.ts';
import { makeWalletKeys } from '../../src/settings/sandbox/index.ts';
import { readWallets } from '../../src/settings/wallet-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'turnpike-wallets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const newKey = (namedCurve = 'P-256') =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' });

const roots = file('roots.pem', issueApplePayChain().root + issueApplePayChain().root);
const rootKeys = file('google.json', googleRootKeys(newKey()));
const keys = file('keys.pem', newKey() + newKey());
const garbage = file('garbage', 'garbage');

describe('settings of wallets', () => {
  it('are empty without any: tokens are refused', () => {
    expect(readWallets({}, undefined)).toEqual({
      applePayRoots: undefined,
      googlePay: undefined,
      isSandbox: { applePay: false, googlePay: false },
      applePayDomain: undefined,
    });
  });

  it('read every root of Apple, the keys of Google, and every key of the gateway', () => {
    const read = readWallets(
      { APPLE_PAY_ROOTS: roots, GOOGLE_PAY_ROOT_KEYS: rootKeys, GOOGLE_PAY_GATEWAY: 'house', GOOGLE_PAY_KEYS: keys },
      undefined,
    );
    expect(read.applePayRoots).toHaveLength(2);
    expect(read.googlePay?.gateway?.name).toBe('house');
    expect(read.googlePay?.gateway?.privateKeys).toHaveLength(2);
    expect(JSON.parse(read.googlePay?.readRootKeys() ?? '').keys).toHaveLength(1);
  });

  it('of Google may be without a gateway, for merchants that are registered by themselves', () => {
    expect(readWallets({ GOOGLE_PAY_ROOT_KEYS: rootKeys }, undefined).googlePay?.gateway).toBeUndefined();
  });

  it('read the file for Apple’s verification of the domain', () => {
    const domain = file('domain', '7B227073704964');
    expect(readWallets({ APPLE_PAY_DOMAIN_FILE: domain }, undefined).applePayDomain).toEqual(
      Buffer.from('7B227073704964'),
    );
    for (const path of [join(folder, 'absent'), file('empty', ''), file('long', 'x'.repeat(70_000))]) {
      expect(() => readWallets({ APPLE_PAY_DOMAIN_FILE: path }, undefined)).toThrow(/^APPLE_PAY_DOMAIN_FILE=/);
    }
  });

  it('name the wallets that the sandbox simulates', () => {
    const sandbox = makeWalletKeys();
    expect(readWallets({ APPLE_PAY_ROOTS: roots }, () => sandbox).isSandbox).toEqual({
      applePay: false,
      googlePay: true,
    });
  });

  it('take precedence over the keys of the sandbox', () => {
    const sandbox = makeWalletKeys();
    expect(readWallets({}, () => sandbox).applePayRoots).toHaveLength(1);
    expect(readWallets({}, () => sandbox).googlePay?.gateway?.name).toBe(sandbox.googlePay.gateway);
    expect(readWallets({ APPLE_PAY_ROOTS: roots }, () => sandbox).applePayRoots).toHaveLength(2);
  });

  it.each([
    ['APPLE_PAY_ROOTS', { APPLE_PAY_ROOTS: garbage }],
    ['APPLE_PAY_ROOTS', { APPLE_PAY_ROOTS: join(folder, 'none') }],
    ['GOOGLE_PAY_ROOT_KEYS', { GOOGLE_PAY_ROOT_KEYS: garbage }],
    ['GOOGLE_PAY_ROOT_KEYS', { GOOGLE_PAY_ROOT_KEYS: join(folder, 'none') }],
    ['GOOGLE_PAY_ROOT_KEYS', { GOOGLE_PAY_ROOT_KEYS: file('empty.json', '{"keys":[]}') }],
    ['GOOGLE_PAY_KEYS', { GOOGLE_PAY_ROOT_KEYS: rootKeys, GOOGLE_PAY_GATEWAY: 'house' }],
    ['GOOGLE_PAY_GATEWAY', { GOOGLE_PAY_ROOT_KEYS: rootKeys, GOOGLE_PAY_KEYS: keys }],
    ['GOOGLE_PAY_ROOT_KEYS', { GOOGLE_PAY_GATEWAY: 'house', GOOGLE_PAY_KEYS: keys }],
    ['GOOGLE_PAY_GATEWAY', { GOOGLE_PAY_ROOT_KEYS: rootKeys, GOOGLE_PAY_GATEWAY: 'a house', GOOGLE_PAY_KEYS: keys }],
    ['GOOGLE_PAY_KEYS', { GOOGLE_PAY_ROOT_KEYS: rootKeys, GOOGLE_PAY_GATEWAY: 'house', GOOGLE_PAY_KEYS: garbage }],
    [
      'GOOGLE_PAY_KEYS',
      {
        GOOGLE_PAY_ROOT_KEYS: rootKeys,
        GOOGLE_PAY_GATEWAY: 'house',
        GOOGLE_PAY_KEYS: file('p384.pem', newKey('P-384')),
      },
    ],
  ])('that are wrong are refused in one line that names %s', (name, texts) => {
    expect(() => readWallets(texts, undefined)).toThrow(new RegExp(`${name}\\b.*\\.$`));
  });
});
