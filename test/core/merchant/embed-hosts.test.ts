import { describe, expect, it } from 'vitest';
import { embedHostsProfile, embedOrigins } from '../../../src/core/merchant/embed-hosts.ts';

describe('the hosts that a profile registers for frames', () => {
  it.each([
    'shop.example',
    'shop.example:8443',
    'SHOP.example',
    'localhost:3000',
    '192.0.2.7',
    'xn--mnchen-3ya.example',
  ])('may be %s', (host) => {
    expect(embedHostsProfile.safeParse([host]).success).toBe(true);
  });

  it.each([
    '*',
    '*.shop.example',
    'https://shop.example',
    'shop.example/',
    'shop.example; script-src *',
    'shop.example other.example',
    'user@shop.example',
    'shop.example:0',
    'shop.example:99999',
    '192.0.2.999',
    "'self'",
    '',
  ])('may not be %s', (host) => {
    expect(embedHostsProfile.safeParse([host]).success).toBe(false);
  });

  it('are none by default, and at most twenty', () => {
    expect(embedHostsProfile.parse(undefined)).toEqual([]);
    const hosts = (count: number) => Array.from({ length: count }, (_, index) => `shop-${index}.example`);
    expect(embedHostsProfile.safeParse(hosts(20)).success).toBe(true);
    expect(embedHostsProfile.safeParse(hosts(21)).success).toBe(false);
  });
});

it('registered hosts frame pages over https, and over http on this machine in the sandbox alone', () => {
  const embedHosts = ['Shop.example:443', 'shop.example:8443', 'localhost:3000'];
  const secure = ['https://shop.example', 'https://shop.example:8443', 'https://localhost:3000'];
  expect(embedOrigins({ embedHosts }, false)).toEqual(secure);
  expect(embedOrigins({ embedHosts }, true)).toEqual([...secure, 'http://localhost:3000']);
});
