import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { openSocket } from '../../../src/adapters/notifications/connections.ts';
import { authority, courier, NAME, parcel, type Receiver, raw, receiver, type Scheme, tried } from './strangers.ts';

const TRIES = 1_000;

/**
 * These represent a public address and a private one. Linux answers on all of 127/8, so no packet leaves the machine.
 */
const PUBLIC = '127.0.0.2';
const PRIVATE = '127.0.0.1';
const allows = (address: string) => address === PUBLIC;

const closing = (response: ServerResponse) => void response.writeHead(204, { Connection: 'close' }).end();

/** Two servers on one port: only the address decides which one is reached. */
async function bothPlaces(scheme: Scheme): Promise<{ outside: Receiver; inside: Receiver }> {
  const outside = await receiver(closing, { scheme, address: PUBLIC });
  const inside = await receiver(closing, { scheme, address: PRIVATE, port: outside.port });
  return { outside, inside };
}

it(`a name that alternates between a public and a private address reaches no private one in ${TRIES} attempts`, async () => {
  const { outside, inside } = await bothPlaces('https');
  const sockets = tried();
  let lookUps = 0;
  const sender = courier({ allows, resolve: async () => [lookUps++ % 2 === 0 ? PUBLIC : PRIVATE] });
  let delivered = 0;
  for (let count = 0; count < TRIES; count += 1) {
    const receipt = await sender.deliver(parcel(`https://${NAME}:${outside.port}/`));
    if (receipt.isDelivered) {
      delivered += 1;
    }
  }
  // One look-up a connection: a second one would have returned the other address.
  expect({ lookUps, delivered }).toEqual({ lookUps: TRIES, delivered: TRIES / 2 });
  expect(inside.sockets).toHaveLength(0);
  expect(sockets).toHaveLength(delivered);
  expect(outside.arrived).toHaveLength(delivered);
  const named = new Set(outside.arrived.map(({ servername, host }) => `${servername} ${host}`));
  expect([...named]).toEqual([`${NAME} ${NAME}:${outside.port}`]);
});

it.each([[[PRIVATE, PUBLIC]], [[PUBLIC, PRIVATE]], [['10.0.0.1', '::1', '169.254.169.254', PRIVATE, PUBLIC]]])(
  'of a name with the addresses %s, only the public one is tried',
  async (addresses) => {
    const { outside, inside } = await bothPlaces('https');
    const sockets = tried();
    const sender = courier({ allows, resolve: async () => addresses });
    expect(await sender.deliver(parcel(`https://${NAME}:${outside.port}/`))).toMatchObject({ isDelivered: true });
    expect(outside.sockets).toHaveLength(1);
    expect(inside.sockets).toHaveLength(0);
    expect(sockets).toHaveLength(1);
  },
);

it('a name whose public address does not answer is not resolved again, and its private address is not tried', async () => {
  const { outside, inside } = await bothPlaces('https');
  await outside.close();
  let lookUps = 0;
  const sender = courier({
    allows,
    resolve: async () => {
      lookUps += 1;
      return lookUps === 1 ? [PUBLIC] : [PRIVATE];
    },
  });
  const receipt = await sender.deliver(parcel(`https://${NAME}:${outside.port}/`));
  expect(receipt).toMatchObject({ isDelivered: false, failure: 'The connection was refused.' });
  expect(lookUps).toBe(1);
  expect(inside.sockets).toHaveLength(0);
});

it.each<Scheme>(['https', 'http'])(
  'a socket whose peer is not the checked address gets no byte over %s',
  async (scheme) => {
    const bytes: Buffer[] = [];
    const closed = Promise.withResolvers<void>();
    // Plain in both schemes: a TLS handshake would be bytes as well.
    const listening = await raw(
      (socket) => socket.on('data', (chunk) => bytes.push(chunk as Buffer)).on('close', () => closed.resolve()),
      { scheme: 'http' },
    );
    const checked: string[] = [];
    const sender = courier({ allows: (address) => checked.push(address) === 1 });
    const receipt = await sender.deliver(parcel(`${scheme}://${NAME}:${listening.port}/`));
    expect(receipt).toMatchObject({ isDelivered: false, status: null });
    await closed.promise;
    expect(checked).toEqual(['127.0.0.1', '127.0.0.1']);
    expect(Buffer.concat(bytes)).toHaveLength(0);
  },
);

it('a socket is handed out unread, after its address was checked', async () => {
  const listening = await raw((socket) => socket.end('hello'), { scheme: 'http' });
  const network = { allows: () => true, resolve: async () => [PRIVATE], ca: authority.cert };
  const socket = await openSocket(network, { host: NAME, port: listening.port });
  const [first] = await socket.take(1).toArray();
  expect(String(first)).toBe('hello');
});
