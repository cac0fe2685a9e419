import { BlockList, isIP, isIPv6 } from 'node:net';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { isLoopback, isPublic } from '../../../src/adapters/notifications/public-addresses.ts';
import { NO_ADDRESS, NOTORIOUS, PUBLIC, SPECIAL, SPELLINGS } from './special-addresses.ts';
import { courier, parcel, type Receiver, receiver, tried } from './strangers.ts';

/** First and last are the same in a range of one address. */
const REFUSED = [
  ...new Map([
    ...SPECIAL.flatMap(
      ([first, last, why]) =>
        [
          [first, why],
          [last, why],
        ] as const,
    ),
    ...NOTORIOUS,
  ]),
];
const family = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
const inUrl = (address: string) => (isIPv6(address) ? `[${address}]` : address);

describe('an address', () => {
  it.each([...REFUSED, ...NO_ADDRESS])('%j is not public: %s', (address) => {
    expect(isPublic(address)).toBe(false);
  });

  it.each(PUBLIC)('%s is public: %s', (address) => {
    expect(isPublic(address)).toBe(true);
  });

  it('is public exactly if no range of the table contains it', () => {
    // One list for each family: in a common list the range of mapped addresses would hold all of IPv4.
    const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
    for (const [first, last] of SPECIAL) {
      lists[family(first)].addRange(first, last, family(first));
    }
    const isSpecial = (address: string) => lists[family(address)].check(address, family(address));
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), globalIpv6), (address) => isPublic(address) !== isSpecial(address)),
      { numRuns: 5_000 },
    );
  });

  it('is classified without an exception, for any text', () => {
    const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[0-9a-fx.:%[\]]{1,20}$/));
    fc.assert(
      fc.property(texts, (text) => isIP(text) !== 0 || !(isPublic(text) || isLoopback(text))),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['127.0.0.1', true],
    ['127.255.255.255', true],
    ['::1', true],
    ['::ffff:127.0.0.1', false],
    ['0.0.0.0', false],
    ['::', false],
    ['128.0.0.0', false],
    ['127.1', false],
    ['localhost', false],
  ])('%s is loopback: %s', (address, expected) => {
    expect(isLoopback(address)).toBe(expected);
  });
});

/** All public addresses, and half of the special ones. */
const globalIpv6 = fc
  .array(fc.nat(0xffff), { minLength: 7, maxLength: 7 })
  .chain((rest) =>
    fc
      .constantFrom(0x2001, 0x2002, 0x2606, 0x2620, 0x3ffe, 0x3fff)
      .map((first) => [first, ...rest].map((part) => part.toString(16)).join(':')),
  );

describe('no connection is tried', () => {
  let listening: Receiver;
  beforeEach(async () => {
    listening = await receiver();
  });

  it(`to any of ${REFUSED.length} addresses that a URL names`, async () => {
    const sockets = tried();
    const strict = courier({ loopbackPorts: undefined });
    for (const [address] of REFUSED) {
      const receipt = await strict.deliver(parcel(`https://${inUrl(address)}:${listening.port}/`));
      expect(receipt, address).toMatchObject({ isDelivered: false, status: null });
      expect(sockets, address).toHaveLength(0);
    }
    expect(listening.sockets).toHaveLength(0);
  });

  it.each(SPELLINGS)('to https://%s/', async (host) => {
    const sockets = tried();
    // A name server that gives this machine's addresses for every name.
    const strict = courier({ loopbackPorts: undefined, resolve: async () => ['127.0.0.1', '::1'] });
    for (const url of [`https://${host}:${listening.port}/`, `https://${host}/`, `HTTPS:${host}:${listening.port}`]) {
      expect(await strict.deliver(parcel(url)), url).toMatchObject({ isDelivered: false, status: null });
    }
    expect(sockets).toHaveLength(0);
    expect(listening.sockets).toHaveLength(0);
  });

  it('to localhost, for which no name server is queried', async () => {
    const sockets = tried();
    const strict = courier({ loopbackPorts: undefined, resolve: undefined as never });
    const receipt = await strict.deliver(parcel(`https://localhost:${listening.port}/`));
    expect(receipt).toMatchObject({ isDelivered: false, status: null });
    expect(sockets).toHaveLength(0);
  });

  it(`to any of ${REFUSED.length + NO_ADDRESS.length} addresses that a name server gives`, async () => {
    const sockets = tried();
    let answer: string[] = [];
    const strict = courier({ loopbackPorts: undefined, resolve: async () => answer });
    for (const [address] of [...REFUSED, ...NO_ADDRESS]) {
      answer = [address, address];
      const receipt = await strict.deliver(parcel(`https://receiver.test:${listening.port}/`));
      expect(receipt, address).toMatchObject({ isDelivered: false, status: null });
      expect(sockets, address).toHaveLength(0);
    }
    expect(listening.sockets).toHaveLength(0);
  });

  it(`to any of ${REFUSED.length + SPELLINGS.length} places to which an answer redirects`, async () => {
    let location = '';
    const redirecting = await receiver((response) => response.writeHead(307, { Location: location }).end());
    const sockets = tried();
    const open = courier();
    const hosts = [...REFUSED.map(([address]) => inUrl(address)), ...SPELLINGS];
    for (const host of hosts) {
      location = encodeURI(`https://${host}:${listening.port}/`);
      expect(await open.deliver(parcel(redirecting.url)), host).toMatchObject({ isDelivered: false, status: 307 });
    }
    expect(redirecting.arrived).toHaveLength(hosts.length);
    // All used the one connection to the redirecting server.
    expect(sockets).toHaveLength(1);
    expect(listening.sockets).toHaveLength(0);
  });

  it('without being recorded, over IPv4 or IPv6', async () => {
    const sockets = tried();
    const open = courier({ resolve: async () => ['::1', '127.0.0.1'] });
    expect(await open.deliver(parcel(listening.url))).toMatchObject({ isDelivered: true });
    expect(sockets).toHaveLength(2);
    expect(listening.sockets).toHaveLength(1);
  });
});
