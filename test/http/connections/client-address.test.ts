import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { originOf } from '../../../src/http/connections/client-address.ts';
import { readProxies } from '../../../src/settings/proxies.ts';

const PROXIES = readProxies('TRUSTED_PROXIES', '10.0.0.0/8,fd00::/8');

const from = (remoteAddress: string, headers: IncomingMessage['headers']) =>
  originOf({ headers, socket: { remoteAddress } } as IncomingMessage, PROXIES).address;

describe('the address that a request comes from', () => {
  it.each<[string, string, IncomingMessage['headers'], string]>([
    [
      'an untrusted client’s is its own, with any header',
      '192.0.2.1',
      { 'x-forwarded-for': '198.51.100.1' },
      '192.0.2.1',
    ],
    [
      'an untrusted client’s is its own with Forwarded too',
      '192.0.2.1',
      { forwarded: 'for=198.51.100.1' },
      '192.0.2.1',
    ],
    ['a proxy’s own is its own', '10.0.0.1', {}, '10.0.0.1'],
    ['a proxy names its caller', '10.0.0.1', { 'x-forwarded-for': '198.51.100.1' }, '198.51.100.1'],
    ['the proxy may have IPv6 form', '::ffff:10.0.0.1', { 'x-forwarded-for': '198.51.100.1' }, '198.51.100.1'],
    ['with a port', '10.0.0.1', { 'x-forwarded-for': '198.51.100.1:4711' }, '198.51.100.1'],
    ['the last that is no proxy', '10.0.0.1', { 'x-forwarded-for': '1.1.1.1, 198.51.100.1, 10.9.9.9' }, '198.51.100.1'],
    ['the first where all are proxies', '10.0.0.1', { 'x-forwarded-for': '10.1.1.1, 10.2.2.2' }, '10.1.1.1'],
    ['Forwarded', 'fd00::1', { forwarded: 'for=192.0.2.43;proto=https, For="[2001:db8::17]:47"' }, '2001:db8::17'],
    ['Forwarded in any order', '10.0.0.1', { forwarded: 'proto=https;for=192.0.2.43;by=10.0.0.1' }, '192.0.2.43'],
    ['a hidden caller is its proxy', '10.0.0.1', { forwarded: 'for=192.0.2.43, for=_hidden' }, '10.0.0.1'],
    ['nonsense is its proxy', '10.0.0.1', { 'x-forwarded-for': '<script>' }, '10.0.0.1'],
    ['both that agree', '10.0.0.1', { forwarded: 'for=192.0.2.4', 'x-forwarded-for': '192.0.2.4' }, '192.0.2.4'],
    ['quoted text is no pair', '10.0.0.1', { forwarded: 'host="x;for=6.6.6.6;";for=203.0.113.9' }, '203.0.113.9'],
    ['nor an element', '10.0.0.1', { forwarded: 'for=203.0.113.9;host="x,for=6.6.6.6;a="' }, '203.0.113.9'],
    ['nor with quotes in it', '10.0.0.1', { forwarded: 'host="\\",for=6.6.6.6;a=\\"";for=203.0.113.9' }, '203.0.113.9'],
    ['a quote without its end', '10.0.0.1', { forwarded: 'host="x, for=6.6.6.6, for=203.0.113.9' }, '10.0.0.1'],
    ['two in one element', '10.0.0.1', { forwarded: 'for=6.6.6.6;for=203.0.113.9' }, '10.0.0.1'],
    ['empty elements', '10.0.0.1', { forwarded: ', for=203.0.113.9, ,' }, '203.0.113.9'],
    ['blanks around each part', '10.0.0.1', { forwarded: ' , host = "x" ; for = "203.0.113.9" , ' }, '203.0.113.9'],
    ['a value of nothing', '10.0.0.1', { forwarded: 'host= ;for=203.0.113.9;by=' }, '203.0.113.9'],
    ['two words in one value', '10.0.0.1', { forwarded: 'for=203.0.113.9 6.6.6.6' }, '10.0.0.1'],
    ['a long header', '10.0.0.1', { forwarded: `host="${'x,'.repeat(7_000)}";for=203.0.113.9` }, '203.0.113.9'],
    ['an address in another form', '10.0.0.1', { 'x-forwarded-for': '::ffff:192.0.2.4' }, '192.0.2.4'],
    [
      'both that agree, each in its form',
      '10.0.0.1',
      { forwarded: 'for="[2001:0db8::1]"', 'x-forwarded-for': '2001:db8::1' },
      '2001:db8::1',
    ],
    ['both that differ: neither', '10.0.0.1', { forwarded: 'for=1.2.3.4', 'x-forwarded-for': '192.0.2.4' }, '10.0.0.1'],
  ])('%s', (_what, peer, headers, address) => {
    expect(from(peer, headers)).toBe(address);
  });

  // Each takes milliseconds in a single pass. A regular expression that backtracks over blanks would take half an hour.
  it.each([
    ['between elements', (blanks: string) => `for=192.0.2.4,${blanks}x`],
    ['before a value', (blanks: string) => `for=${blanks}"`],
    ['before all', (blanks: string) => `${blanks}x`],
  ])('is found quickly, with any number of blanks in the header %s', (_where, headerOf) => {
    expect(from('10.0.0.1', { forwarded: headerOf(' '.repeat(2_000_000)) })).toBe('10.0.0.1');
  });

  it('is unknown where two headers differ, and the log has both', () => {
    const headers = { forwarded: 'for=1.2.3.4', 'x-forwarded-for': '<script>, 192.0.2.4' };
    const request = { headers, socket: { remoteAddress: '10.0.0.1' } } as unknown as IncomingMessage;
    expect(originOf(request, PROXIES)).toEqual({ address: '10.0.0.1', claimed: ['1.2.3.4', '192.0.2.4'] });
  });
});
