import { describe, expect, it } from 'vitest';
import { networkOf, widerNetworkOf } from '../../../src/platform/limits/index.ts';

describe('an address is counted with its neighbours', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
    ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8::7', '2001:db8:0:0::/64', '2001:db8:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
    ['::1', '0:0:0:0::/64', '0:0:0::/48'],
    ['', '', '.0/24'],
  ])('%s', (address, host, site) => {
    expect([networkOf(address), widerNetworkOf(address)]).toEqual([host, site]);
  });
});
