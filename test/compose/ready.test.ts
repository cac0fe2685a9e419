/** A gateway that listens before its card ranges are read: what it answers until then. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { FRICTIONLESS, initiation } from '../api/rest/payer-authentication/world.ts';
import { paying, startRig } from '../api/rest/rig.ts';
import { startDirectoryServers } from '../support/directory-servers.ts';

/** Holds connections to a port of this machine back until `open` is called. */
async function heldPort(port: number) {
  const { promise, resolve: open } = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    void promise.then(() => {
      const onward = connect(port, '127.0.0.1').on('error', () => socket.destroy());
      socket.pipe(onward).pipe(socket);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, open };
}

it('takes payments while a directory server sends no ranges, and lets an authentication wait for them', async () => {
  const servers = await startDirectoryServers();
  onTestFinished(() => servers.close());
  const held = await heldPort(Number(new URL(servers.started.api).port));
  const url = `https://localhost:${held.port}/mastercard`;
  const env = { ...servers.env, DIRECTORY_SERVER_MASTERCARD_URL: url, PUBLIC_ORIGIN: 'http://localhost:8080' };
  const rig = await startRig(env, 1, 'trace', { isReady: false });
  onTestFinished(() => rig.close());
  await rig.acquirerIs('up');
  const readiness = async () => (await rig.call('GET', '/readyz')).status;

  const initiated = rig.api('PUT', '/order/authenticated/transaction/1', initiation(FRICTIONLESS));
  expect((await rig.api('PUT', '/order/paid/transaction/1', paying('AUTHORIZE'))).json.result).toBe('SUCCESS');
  expect(await readiness()).toBe(503);

  held.open();
  expect((await initiated).json.order.authenticationStatus).toBe('AUTHENTICATION_AVAILABLE');
  await rig.app.ready;
  expect(await readiness()).toBe(200);
});
