import { describe, expect, it } from 'vitest';
import { appSchemeOf } from '../../src/contract/app-address.ts';
import { redirectUrl } from '../../src/contract/web-types.ts';

describe('an address that opens an app', () => {
  it.each([
    ['shop.example://thanks', 'shop.example'],
    ['Shop.Example://thanks', 'shop.example'],
    ['myapp://', 'myapp'],
    ['com.shop-example.app+pay:///paid?order=7', 'com.shop-example.app+pay'],
  ])('%s is an address of the app %s', (address, scheme) => {
    expect(appSchemeOf(address)).toBe(scheme);
  });

  it.each([
    'https://shop.example/',
    'http://localhost/',
    'javascript://%0aalert(1)',
    'JaVaScRiPt://x/%0aalert(1)',
    'data://text/html,x',
    'vbscript://x',
    'file:///etc/passwd',
    'blob://x',
    'filesystem://x',
    'intent://scan/#Intent;scheme=zxing;end',
    'view-source://x',
    'shop.example:thanks',
    'shop.example:/thanks',
    '://thanks',
    '1shop://thanks',
    's://thanks',
    ' shop.example://thanks',
    `${'x'.repeat(64)}://thanks`,
  ])('%s is no address of an app', (address) => {
    expect(appSchemeOf(address)).toBeUndefined();
  });
});

describe('a payer’s browser', () => {
  const { accepts, liveRule } = redirectUrl();
  it.each(['https://shop.example/', 'shop.example://thanks', 'com.example.app://paid?order=7#end'])(
    'may be sent to %s',
    (address) => {
      expect([accepts(address), liveRule?.(address)]).toEqual([true, true]);
    },
  );

  it('may be sent to http on this machine alone, and not in live mode', () => {
    expect([accepts('http://localhost:8090/'), liveRule?.('http://localhost:8090/')]).toEqual([true, false]);
    expect(accepts('http://shop.example/')).toBe(false);
  });

  it.each([
    'javascript://shop.example/%0aalert(1)',
    'java\tscript://shop.example/',
    'shop.example://a b',
    'shop.example://a\r\nLocation: https://evil.example',
    'shop.example://<script>',
    'shop.example://"onclick=alert(1)',
    'shop.ex://',
    `shop.example://${'x'.repeat(2_048)}`,
  ])('may not be sent to %j', (address) => {
    expect(accepts(address)).toBe(false);
  });
});
