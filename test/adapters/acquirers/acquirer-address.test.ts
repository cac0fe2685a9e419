import { describe, expect, it } from 'vitest';
import { acquirerAddress } from '../../../src/adapters/acquirers/acquirer-address.ts';

describe('the acquirer’s address', () => {
  it.each([
    ['iso8583://127.0.0.1:8583', '127.0.0.1', 8583],
    ['iso8583://acquirer.example:1/', 'acquirer.example', 1],
    ['iso8583://[::1]:65535', '::1', 65535],
    ['iso8583s://acquirer.example:8583', 'acquirer.example', 8583],
  ])('reads %s', (url, host, port) => {
    expect(acquirerAddress(url, 'iso8583')).toEqual({ host, port, isSecure: url.startsWith('iso8583s:') });
  });

  it.each([
    'http://127.0.0.1:8583',
    'iso8583://127.0.0.1',
    'iso8583://127.0.0.1:0',
    'iso8583://127.0.0.1:65536',
    'iso8583://user@127.0.0.1:8583',
    'iso8583://127.0.0.1:8583/path',
    '',
  ])('refuses %j', (url) => {
    expect(() => acquirerAddress(url, 'iso8583')).toThrow(TypeError);
  });
});
