import { isIP } from 'node:net';
import { expect, it } from 'vitest';
import { listenAddresses } from '../../src/compose/listen-addresses.ts';

const SETTINGS = { host: 'localhost', port: 8080, adminHost: '127.0.0.1', adminPort: 9090 };

it('a name is one address, so that no listener without limits is opened at a second one', async () => {
  const { main, admin } = await listenAddresses(SETTINGS, undefined);
  expect(isIP(main.host ?? '')).toBeGreaterThan(0);
  expect(main.port).toBe(8080);
  expect(admin).toEqual({ host: '127.0.0.1', port: 9090 });
});

it('the sockets of a supervisor have no host', async () => {
  const supervision = { listener: 4, adminListener: 5, listensWhenReady: true };
  const { main, admin } = await listenAddresses(SETTINGS, supervision);
  expect([main.fd, admin.fd]).toEqual([4, 5]);
  expect([main.host, admin.host]).toEqual(['', '']);
});
