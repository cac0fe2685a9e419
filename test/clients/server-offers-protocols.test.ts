/** Clients that offer HTTP/1.0, an older or newer ALPN list in their TLS handshake, or no list: all are answered. */
import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAuthority } from '../support/certificates.ts';
import { startTlsGateway, type TlsGateway } from '../support/tls-gateway.ts';

const PASSWORD = 'the-right-password';
const ORDER = '/api/rest/version/100/merchant/TESTSHOP/paymentOptionsInquiry';

let gateway: TlsGateway;
beforeAll(async () => {
  gateway = await startTlsGateway({
    authority: createAuthority('gateways'),
    clientAuthority: createAuthority('merchants'),
    apiPassword: PASSWORD,
  });
});
afterAll(() => gateway.close());

/** @returns the protocol that the handshake chose, and the answer to one request of this version of HTTP */
async function asked(offered: readonly string[] | undefined, http: '1.0' | '1.1') {
  const { ca, port } = gateway;
  const socket = connect({
    ...{ host: '127.0.0.1', port, servername: 'localhost', ca },
    ...(offered && { ALPNProtocols: [...offered] }),
  });
  await once(socket, 'secureConnect');
  const credentials = Buffer.from(`merchant.TESTSHOP:${PASSWORD}`).toString('base64');
  const headers = ['Host: localhost:8443', `Authorization: Basic ${credentials}`, 'Connection: close'];
  socket.write(`GET ${ORDER} HTTP/${http}\r\n${headers.join('\r\n')}\r\n\r\n`);
  return { chosen: socket.alpnProtocol, answer: await textOf(socket) };
}

it.each([
  ['http/1.0 alone', ['http/1.0'], '1.0', 'http/1.0'],
  ['http/1.0 and then http/1.1', ['http/1.0', 'http/1.1'], '1.0', 'http/1.1'],
  ['http/1.1 and then http/1.0', ['http/1.1', 'http/1.0'], '1.1', 'http/1.1'],
  ['h2 first', ['h2', 'http/1.1'], '1.1', 'http/1.1'],
  ['no protocol', undefined, '1.1', false],
  ['no protocol, by HTTP/1.0', undefined, '1.0', false],
] as const)('a client that offers %s is answered', async (_offer, offered, http, protocol) => {
  const { chosen, answer } = await asked(offered, http);
  expect(chosen).toBe(protocol);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain('"supportedPaymentOperations"');
});
