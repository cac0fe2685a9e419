/** The link's peers: by TLS, in clear, and the sandbox's acquirer. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { TlsOptions } from 'node:tls';
import { describe, expect, it, vi } from 'vitest';
import { Secret } from '../../../../src/contract/secret.ts';
import { startAcquirerHost } from '../../../../src/sandbox/acquirer/host.ts';
import { createAuthority, hoursFromNow } from '../../../support/certificates.ts';
import { authorization, memoryLog, replyOf } from '../fixtures.ts';
import type { PeerMessage } from './peer.ts';
import { createAcquirer, linkTo, peerWith } from './rig.ts';

const bank = createAuthority('Bank Authority');
const own = createAuthority('Own Authority');
const stranger = createAuthority('Stranger');
const hosts = ['127.0.0.1', 'localhost'];
const approve = ({ reply }: PeerMessage) => reply({ 39: '00' });
const issued = (wanted: Partial<Parameters<typeof bank.issue>[0]> = {}, issuer = bank) => {
  const { cert, key } = issuer.issue({ name: 'bank', use: 'server', hosts, ...wanted });
  return { cert, key };
};
const tlsPeer = (tls: TlsOptions = issued()) => peerWith({ tls, onPayment: approve });
const trusting = { tls: { ca: bank.cert } };

describe('by TLS', () => {
  it('a payment goes to a host with a trusted certificate for its address', async () => {
    const peer = await tlsPeer();
    const { link } = linkTo(peer.url, trusting);
    expect(await link.firstConnection()).toBe('SIGNED_ON');
    expect(replyOf(await link.request(authorization())).gatewayCode).toBe('APPROVED');
  });

  it('a host of several names is chosen by SNI', async () => {
    const named: string[] = [];
    const peer = await tlsPeer({
      ...issued(),
      SNICallback: (name, done) => done(null, void named.push(name) as never),
    });
    const { link } = linkTo(peer.url.replace('127.0.0.1', 'localhost'), trusting);
    expect(await link.firstConnection()).toBe('SIGNED_ON');
    expect(named).toEqual(['localhost']);
  });

  it('many payments at once arrive whole, and are answered', async () => {
    const peer = await tlsPeer();
    const { link } = linkTo(peer.url, trusting);
    await link.firstConnection();
    const requests = Array.from({ length: 300 }, () => link.request(authorization()));
    const outcomes = await Promise.all(requests);
    expect(new Set(outcomes.map((outcome) => replyOf(outcome).gatewayCode))).toEqual(new Set(['APPROVED']));
  });

  it.each([
    ['of an authority that is not trusted', issued({}, stranger), 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ['of another address', issued({ hosts: ['127.0.0.2', 'bank.example'] }), 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['that has expired', issued({ until: hoursFromNow(-1) }), 'CERT_HAS_EXPIRED'],
  ])('no message goes to a host with a certificate %s, and the log gives the reason', async (_what, tls, cause) => {
    const peer = await tlsPeer(tls);
    const { link, log } = linkTo(peer.url, trusting);
    expect(await link.firstConnection()).toBe('TLS_FAILED');
    expect(await link.request(authorization())).toEqual({ status: 'NOT_SENT' });
    expect(link.ready()).toBe(false);
    expect(peer.received).toEqual([]);
    expect(log.lines[0]).toMatchObject({ level: 'error', about: { reason: 'TLS_FAILED', cause } });
    expect(log.lines).toHaveLength(1);
  });

  it('the configured authorities replace the system’s and those of the environment', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    try {
      const peer = await tlsPeer(issued({}, stranger));
      expect(await linkTo(peer.url, { tls: {} }).link.firstConnection()).toBe('TLS_FAILED');
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('a host that requests the gateway’s certificate gets it, and another host’s client is rejected', async () => {
    const peer = await tlsPeer({ ...issued(), requestCert: true, rejectUnauthorized: true, ca: own.cert });
    const mine = own.issue({ name: 'gateway', use: 'client' });
    const shown = { cert: mine.cert, key: new Secret(mine.key) };
    const { link } = linkTo(peer.url, { tls: { ca: bank.cert, ...shown } });
    expect(await link.firstConnection()).toBe('SIGNED_ON');
    const { link: without } = linkTo(peer.url, trusting);
    expect(await without.firstConnection()).toBe('TLS_FAILED');
  });

  it.each([
    ['TLS 1.1', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }],
    ['a cipher without authenticated encryption', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA256' }],
  ] as const)('%s is refused', async (_what, offered) => {
    const peer = await tlsPeer({ ...issued(), ...offered });
    expect(await linkTo(peer.url, trusting).link.firstConnection()).toBe('TLS_FAILED');
  });

  it('TLS 1.2 with forward secrecy is accepted', async () => {
    const peer = await tlsPeer({ ...issued(), maxVersion: 'TLSv1.2' });
    expect(await linkTo(peer.url, trusting).link.firstConnection()).toBe('SIGNED_ON');
  });

  it('a host without TLS gets no message', async () => {
    let bytes = Buffer.alloc(0);
    const server = createServer((socket) => {
      socket.on('data', (chunk) => {
        bytes = Buffer.concat([bytes, chunk as Buffer]);
        socket.end('no TLS here');
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { link } = linkTo(`iso8583s://127.0.0.1:${(server.address() as AddressInfo).port}`, trusting);
    expect(await link.firstConnection()).toBe('TLS_FAILED');
    // A handshake alone.
    expect(bytes[0]).toBe(0x16);
    expect(bytes.includes('0800')).toBe(false);
    await link.close();
    server.close();
  });
});

describe('in clear', () => {
  it('a payment stays on this machine', async () => {
    const peer = await peerWith({ onPayment: approve });
    const { link } = linkTo(peer.url, { plaintextReach: 'LOOPBACK' });
    expect(replyOf(await link.request(authorization())).gatewayCode).toBe('APPROVED');
  });

  it('no message is sent to a remote address, by any name', async ({ skip }) => {
    const address = ownAddress() ?? skip('This machine has no address but its loopback.');
    const peer = await peerWith({ host: address });
    const { link, log } = linkTo(`iso8583://${address}:${peer.port}`, { plaintextReach: 'LOOPBACK' });
    expect(await link.firstConnection()).toBe('PLAINTEXT_REFUSED');
    expect(peer.received).toEqual([]);
    expect(log.lines[0]).toMatchObject({ level: 'error', about: { reason: 'PLAINTEXT_REFUSED' } });
  });
});

describe('the sandbox’s acquirer', () => {
  async function simulator() {
    const host = await startAcquirerHost({ host: '127.0.0.1', port: 0, memory: true, speed: 1, log: memoryLog() });
    return { host, url: `iso8583://127.0.0.1:${host.port}` };
  }

  it('is disconnected where it is refused, with one log line, and retried', async () => {
    const { host, url } = await simulator();
    const { link, log } = linkTo(url, { refusesSimulator: true });
    try {
      expect(await link.firstConnection()).toBe('SIMULATOR');
      expect(await link.request(authorization())).toEqual({ status: 'NOT_SENT' });
      expect(link.ready()).toBe(false);
      expect(host.ledger({})).toEqual([]);
      expect(log.lines).toEqual([
        expect.objectContaining({ level: 'error', message: expect.stringContaining('simulator') }),
      ]);
    } finally {
      await link.close();
      await host.close();
    }
  });

  it('is reported as a simulator although an earlier connection failed', async () => {
    const { host, url } = await simulator();
    await host.close();
    const { link, log } = linkTo(url, { refusesSimulator: true, times: { reconnectCapMs: 20 } });
    expect(await link.firstConnection()).toBe('CONNECT_FAILED');
    const { port } = host;
    const again = await startAcquirerHost({ host: '127.0.0.1', port, memory: true, speed: 1, log: memoryLog() });
    try {
      await vi.waitFor(() => expect(log.lines.map(({ level }) => level)).toEqual(['warn', 'error']));
    } finally {
      await link.close();
      await again.close();
    }
  });

  it('serves a sandbox without further settings', async () => {
    const { host, url } = await simulator();
    const link = createAcquirer({ url, log: memoryLog() });
    try {
      expect(await link.firstConnection()).toBe('SIGNED_ON');
    } finally {
      await link.close();
      await host.close();
    }
  });

  it('is not detected in the additional data of another host’s answer', async () => {
    const peer = await peerWith({ networkFields: { 48: 'anything of its own' } });
    expect(await linkTo(peer.url, { refusesSimulator: true }).link.firstConnection()).toBe('SIGNED_ON');
  });
});

function ownAddress(): string | undefined {
  const all = Object.values(networkInterfaces()).flatMap((one) => one ?? []);
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
}
