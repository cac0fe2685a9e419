import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { nameServers } from '../../../src/adapters/notifications/connections.ts';
import { NO_ADDRESS } from '../../../src/adapters/notifications/delivery-failures.ts';
import { AT_LENGTH } from '../../support/at-length.ts';
import { createAuthority, hoursFromNow } from '../../support/certificates.ts';
import { freePorts } from '../../support/ports.ts';
import { nameServer } from './name-server.ts';
import { accept, authority, courier, NAME, parcel, raw, receiver, type Scheme, tried } from './strangers.ts';

const run = promisify(execFile);
const LIMIT_MS = 300;
/** The limit of a delivery that succeeds first, however busy the machine is. */
const PATIENT_MS = 3_000;

describe('a certificate', () => {
  afterEach(() => vi.unstubAllEnvs());
  const foreign = createAuthority('Somebody else');
  const wanted = { name: NAME, use: 'server', hosts: [NAME] } as const;
  const bad: [string, { cert: string; key: string }, string][] = [
    ['that is self-signed', createAuthority(NAME), 'The certificate is not trusted.'],
    ['of an authority that is not known', foreign.issue(wanted), 'The certificate is not trusted.'],
    ['of another name', authority.issue({ ...wanted, hosts: ['other.test'] }), 'The certificate is for another name.'],
    ['of names below it', authority.issue({ ...wanted, hosts: [`*.${NAME}`] }), 'The certificate is for another name.'],
    [
      'of its address',
      authority.issue({ ...wanted, name: 'Address', hosts: ['127.0.0.1'] }),
      'The certificate is for another name.',
    ],
    ['that has run out', authority.issue({ ...wanted, until: hoursFromNow(-1) }), 'The certificate has expired.'],
    ['of a time to come', authority.issue({ ...wanted, from: hoursFromNow(1) }), 'The certificate is not valid yet.'],
    ['of a client', authority.issue({ ...wanted, use: 'client' }), 'The certificate is not trusted.'],
  ];

  it.each(bad)('%s is a failure, and nothing is sent', async (_, certificate, failure) => {
    const { url, arrived } = await receiver(accept, { certificate });
    const receipt = await courier().deliver(parcel(url));
    expect(receipt).toMatchObject({ isDelivered: false, status: null, failure });
    expect(arrived).toHaveLength(0);
  });

  it('is checked regardless of the environment', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const { url, arrived } = await receiver(accept, { certificate: createAuthority(NAME) });
    expect(await courier().deliver(parcel(url))).toMatchObject({ isDelivered: false, status: null });
    expect(arrived).toHaveLength(0);
  });

  it('of an IP address is valid for that address, without SNI', async () => {
    const { port, arrived } = await receiver();
    expect(await courier().deliver(parcel(`https://127.0.0.1:${port}/`))).toMatchObject({ isDelivered: true });
    expect(arrived[0]!.servername).toBe(false);
  });

  it('must match the name in the URL, for any Host header', async () => {
    const { url, arrived } = await receiver();
    const receipt = await courier().deliver(parcel(url, { headers: { Host: 'other.test' } }));
    expect(receipt).toMatchObject({ isDelivered: true });
    expect(arrived[0]!.servername).toBe(NAME);
  });

  it('with a thousand names gets a short error', AT_LENGTH, async () => {
    const hosts = Array.from({ length: 1_000 }, (_, number) => `${number}.other.test`);
    const { url } = await receiver(accept, { certificate: authority.issue({ ...wanted, hosts }) });
    const { failure, detail } = await courier().deliver(parcel(url));
    expect(failure).toBe('The certificate is for another name.');
    expect(detail).toMatch(/ALTNAME_INVALID/);
    expect(detail!.length).toBeLessThanOrEqual(300);
  });
});

describe('a failing connection', () => {
  it('is refused at its port', async () => {
    const [port] = await freePorts(1);
    const receipt = await courier().deliver(parcel(`https://${NAME}:${port}/`));
    expect(receipt).toMatchObject({ status: null, failure: 'The connection was refused.', isSilent: true });
  });

  it.each<[Scheme, Scheme]>([
    ['https', 'http'],
    ['http', 'https'],
  ])('is in %s to a server of %s', async (scheme, other) => {
    const { port, arrived } = await receiver(accept, { scheme: other });
    const receipt = await courier({ limitMs: 5_000 }).deliver(parcel(`${scheme}://${NAME}:${port}/`));
    const failure = scheme === 'https' ? 'TLS failed.' : 'The connection was closed without an answer.';
    expect(receipt).toMatchObject({ isDelivered: false, failure });
    expect(arrived).toHaveLength(0);
  });

  it.each<Scheme>(['https', 'http'])('is reset at once, over %s', async (scheme) => {
    const { url } = await raw((socket) => socket.resetAndDestroy(), { scheme: 'http' });
    const receipt = await courier().deliver(parcel(url.replace('http:', `${scheme}:`)));
    const failure = 'The connection was closed without an answer.';
    expect(receipt).toMatchObject({ status: null, failure, isSilent: true });
  });

  it('stops at the handshake', async () => {
    const { port } = await raw(() => {}, { scheme: 'http' });
    const receipt = await courier({ limitMs: LIMIT_MS }).deliver(parcel(`https://${NAME}:${port}/`));
    expect(receipt).toMatchObject({ status: null, failure: 'No answer within 0.3 s.', isSilent: true });
  });

  it.each([
    ['has no address', async () => []],
    ['cannot be looked up', () => Promise.reject(new Error('ESERVFAIL'))],
  ])('is to a name that %s', async (_, resolve) => {
    const receipt = await courier({ resolve }).deliver(parcel('https://nobody.test/'));
    expect(receipt).toMatchObject({
      status: null,
      failure: NO_ADDRESS,
      isSilent: true,
    });
  });

  it('is tried at three addresses of a name at most', async () => {
    const [port] = await freePorts(1);
    const sockets = tried();
    const addresses = Array.from({ length: 100 }, (_, number) => `127.0.1.${number}`);
    await courier({ resolve: async () => addresses }).deliver(parcel(`https://${NAME}:${port}/`));
    expect(sockets).toHaveLength(3);
  });

  it('is made at the second address when the first refuses', async () => {
    const { url } = await receiver();
    const sender = courier({ resolve: async () => ['127.0.0.9', '127.0.0.1'] });
    expect(await sender.deliver(parcel(url))).toMatchObject({ isDelivered: true });
  });

  it('is not tried after the look-up used all the time', async () => {
    const sockets = tried();
    const found = Promise.withResolvers<string[]>();
    const { url } = await receiver();
    const sender = courier({ limitMs: LIMIT_MS, resolve: () => found.promise });
    const receipt = await sender.deliver(parcel(url));
    expect(receipt).toMatchObject({ status: null, failure: 'No answer within 0.3 s.', isSilent: true });
    found.resolve(['127.0.0.1']);
    await new Promise(setImmediate);
    expect(sockets).toHaveLength(0);
  });
});

describe.each<Scheme>(['https', 'http'])('a reusable connection over %s', (scheme) => {
  it('carries the next deliveries, one after another', async () => {
    const { url, sockets, arrived } = await receiver((response) => response.end('thanks'), { scheme });
    const sender = courier();
    for (let count = 0; count < 50; count += 1) {
      expect(await sender.deliver(parcel(`${url}${count}`))).toMatchObject({ isDelivered: true, answer: 'thanks' });
    }
    expect(arrived).toHaveLength(50);
    expect(sockets).toHaveLength(1);
  });

  it('is separate for each delivery that is under way at the same time', async () => {
    const { url, sockets } = await receiver((response) => setTimeout(() => response.end(), 50), { scheme });
    const sender = courier();
    const receipts = await Promise.all(Array.from({ length: 20 }, () => sender.deliver(parcel(url))));
    expect(receipts.every(({ isDelivered }) => isDelivered)).toBe(true);
    expect(sockets).toHaveLength(20);
  });

  it('is closed after a moment idle', async () => {
    const { url, sockets } = await receiver(accept, { scheme });
    await courier().deliver(parcel(url));
    expect(sockets[0]!.destroyed).toBe(false);
    await expect.poll(() => sockets[0]!.destroyed, { timeout: 4_000 }).toBe(true);
  });

  it('is not used again after its server closed it', async () => {
    const { url, sockets } = await receiver(accept, { scheme });
    const sender = courier();
    for (let count = 1; count <= 10; count += 1) {
      expect(await sender.deliver(parcel(url))).toMatchObject({ isDelivered: true });
      expect(sockets).toHaveLength(count);
      sockets[count - 1]!.destroy();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  });

  it('fails no delivery when its server closes it just as it is reused', async () => {
    // Without notice, at every moment after the answer.
    let answers = 0;
    const { url } = await receiver(
      (response, { socket }) => {
        const afterMs = answers++ % 4;
        response.end(() => (afterMs === 0 ? socket.destroySoon() : setTimeout(() => socket.destroy(), afterMs - 1)));
      },
      { scheme },
    );
    const sender = courier();
    for (let count = 0; count < 100; count += 1) {
      expect(await sender.deliver(parcel(url)), `delivery ${count}`).toMatchObject({ isDelivered: true });
    }
  });

  it('is closed after unsolicited bytes, which count as no answer', async () => {
    const { url, sockets } = await raw(
      (socket) =>
        socket.on('data', () => {
          socket.write('HTTP/1.1 204 No Content\r\n\r\n');
          setTimeout(() => socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'), 20);
        }),
      { scheme },
    );
    const sender = courier();
    for (let count = 1; count <= 3; count += 1) {
      expect(await sender.deliver(parcel(url))).toMatchObject({ isDelivered: true });
      await expect.poll(() => sockets[count - 1]!.destroyed).toBe(true);
    }
  });

  it('is closed when it falls silent later', AT_LENGTH, async () => {
    let answers = 0;
    const { url, sockets } = await receiver((response) => answers++ === 0 && response.end(), { scheme });
    const sender = courier({ limitMs: PATIENT_MS });
    expect(await sender.deliver(parcel(url))).toMatchObject({ isDelivered: true });
    expect(await sender.deliver(parcel(url))).toMatchObject({ isDelivered: false, isSilent: true });
    expect(sockets).toHaveLength(1);
    await expect.poll(() => sockets[0]!.destroyed).toBe(true);
  });

  it('has a longer timeout for an answer than for idling', AT_LENGTH, async () => {
    let answers = 0;
    const { url, sockets } = await receiver((response) => setTimeout(() => response.end(), 1_500 * answers++), {
      scheme,
    });
    const sender = courier();
    for (let count = 0; count < 2; count += 1) {
      expect(await sender.deliver(parcel(url))).toMatchObject({ isDelivered: true });
    }
    expect(sockets).toHaveLength(1);
  });

  it('gets no second request when it fails the first', async () => {
    const bodies: string[] = [];
    const { url } = await raw(
      (socket) =>
        socket.on('data', (chunk) => {
          bodies.push(String(chunk));
          socket.destroy();
        }),
      { scheme },
    );
    expect(await courier().deliver(parcel(url))).toMatchObject({ isDelivered: false });
    expect(bodies).toHaveLength(1);
  });
});

it('a process exits promptly after deliveries with any result', async () => {
  const [closed] = await freePorts(1);
  const resetting = await raw((socket) => socket.resetAndDestroy(), { scheme: 'http' });
  const good = await receiver(accept, { scheme: 'http' });
  const refusing = await receiver((response) => response.writeHead(500).end(), { scheme: 'http' });
  const endless = await receiver((response) => void response.write('x'.repeat(200_000)), { scheme: 'http' });
  const urls = [
    `https://127.0.0.1:${closed}/`,
    `https://127.0.0.1:${good.port}/`,
    'https://[::ffff:127.0.0.1]/',
    'nonsense',
    ...[resetting, good, refusing, endless].map(({ url }) => url),
  ];
  const script = fileURLToPath(new URL('leaving.ts', import.meta.url));
  const began = performance.now();
  const { stdout } = await run(process.execPath, [script, ...urls], { timeout: 20_000 });
  expect(JSON.parse(stdout)).toEqual([null, null, null, null, null, 200, 500, 200]);
  // The timeout of each is ten seconds: a timer left over would delay the exit.
  expect(performance.now() - began).toBeLessThan(8_000);
});

describe('name servers', () => {
  const V6 = '2606:4700:0000:0000:0000:0000:0000:1111';
  it('are queried once for both kinds, without a cache', async () => {
    const { address, asked } = await nameServer((_, kind) => (kind === 'A' ? ['192.0.2.7', '192.0.2.8'] : [V6]));
    const resolve = nameServers([address]);
    for (let time = 1; time <= 3; time += 1) {
      expect(await resolve('shop.test')).toEqual(['192.0.2.7', '192.0.2.8', '2606:4700::1111']);
      expect([...asked].sort()).toEqual([...Array(time).fill('shop.test A'), ...Array(time).fill('shop.test AAAA')]);
    }
  });

  it('that do not know a name give no address', async () => {
    const { address } = await nameServer(() => 'NONE');
    expect(await nameServers([address])('nobody.test')).toEqual([]);
  });

  // Concurrently: each waits for as long as a look-up may take.
  it.concurrent.for([
    ['AAAA', ['192.0.2.7']],
    ['A', ['2606:4700::1111']],
  ] as const)('that are silent for %s do not delay a delivery for long', async ([silent, expected], context) => {
    const { address } = await nameServer(
      (_, kind) => (kind === silent ? undefined : kind === 'A' ? ['192.0.2.7'] : [V6]),
      context,
    );
    const began = performance.now();
    expect(await nameServers([address])('shop.test')).toEqual(expected);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it.concurrent('time out when all are silent, in time for the receipt', async (context) => {
    const [one, other] = [await nameServer(() => undefined, context), await nameServer(() => undefined, context)];
    const began = performance.now();
    expect(await nameServers([one.address, other.address])('shop.test')).toEqual([]);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it('are not queried for localhost', async () => {
    const { address, asked } = await nameServer(() => ['192.0.2.7']);
    expect(await nameServers([address])('localhost')).toEqual(['127.0.0.1', '::1']);
    expect(asked).toEqual([]);
  });

  it('that give a private address get no connection', async () => {
    const { address, asked } = await nameServer((_, kind) => (kind === 'A' ? ['127.0.0.1'] : [`${'0'.repeat(31)}1`]));
    const { port, sockets } = await receiver();
    const attempts = tried();
    const strict = courier({ loopbackPorts: undefined, resolve: nameServers([address]) });
    expect(await strict.deliver(parcel(`https://${NAME}:${port}/`))).toMatchObject({ isDelivered: false });
    expect(asked).toHaveLength(2);
    expect(attempts).toHaveLength(0);
    expect(sockets).toHaveLength(0);
  });
});
