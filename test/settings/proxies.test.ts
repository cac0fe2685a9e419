import { isIPv6 } from 'node:net';
import { describe, expect, it } from 'vitest';
import { readProxies } from '../../src/settings/proxies.ts';
import { SettingsError } from '../../src/settings/settings-error.ts';

const known = (text: string | undefined, address: string) =>
  readProxies('CLIENT_CERT_PROXIES', text).check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

describe('a proxy', () => {
  it.each([
    ['10.0.0.5', '10.0.0.5', true],
    ['10.0.0.5', '10.0.0.6', false],
    ['10.0.0.5', '::ffff:10.0.0.5', true],
    ['10.0.0.5/8', '10.255.255.255', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['10.0.0.5, fd00::/8 ,192.168.0.0/24', 'fdab::1', true],
    ['10.0.0.5, fd00::/8 ,192.168.0.0/24', '192.168.0.255', true],
    ['10.0.0.5,fd00::/8,192.168.0.0/24', 'fe80::1', false],
    ['::1', '::1', true],
    ['::1', '127.0.0.1', false],
    [undefined, '127.0.0.1', false],
  ])('given as %j includes %s: %j', (text, address, answer) => {
    expect(known(text, address)).toBe(answer);
  });

  it.each([
    'proxy.example',
    '10.0.0',
    '10.0.0.5,',
    ',',
    ' ',
    '10.0.0.5/33',
    '10.0.0.5/',
    '10.0.0.5/-1',
    '10.0.0.5/08/1',
    'fd00::/129',
    'fe80::1%eth0',
    '0.0.0.0/0',
    '::/0',
    '*',
  ])('cannot be given as %j', (text) => {
    const refused = () => readProxies('CLIENT_CERT_PROXIES', text);
    expect(refused).toThrow(SettingsError);
    expect(refused).toThrow(/^CLIENT_CERT_PROXIES=[^\n]*$/);
  });
});
