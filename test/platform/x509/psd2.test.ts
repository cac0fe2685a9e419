import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { psd2StatementsOf, TestAuthority } from '../../../src/platform/x509/index.ts';

const authority = new TestAuthority('Example Authority');

it('names a provider, its registration and its roles in each certificate, by its kind', () => {
  const issued = authority.issue({ kind: 'QSEAL', name: 'Example', roles: ['PSP_PI', 'PSP_AI'] });
  const certificate = new X509Certificate(issued.cert);
  expect(certificate.subject).toBe('C=DE\nO=Example\norganizationIdentifier=PSDDE-BAFIN-000000\nCN=Example');
  expect(certificate.issuer).toBe('CN=Example Authority');
  expect(psd2StatementsOf(certificate)).toEqual({ kind: 'QSEAL', roles: ['PSP_PI', 'PSP_AI'] });
  expect(psd2StatementsOf(new X509Certificate(authority.issue({ kind: 'QWAC' }).cert))).toEqual({
    kind: 'QWAC',
    roles: ['PSP_PI'],
  });
  expect(psd2StatementsOf(new X509Certificate(authority.cert))).toBeUndefined();
});

it('the authority issues certificates that verify against its own key, not against another authority of the same name', () => {
  const issued = new X509Certificate(authority.issue({ kind: 'QWAC' }).cert);
  const other = new TestAuthority('Example Authority');
  expect(issued.verify(new X509Certificate(authority.cert).publicKey)).toBe(true);
  expect(issued.verify(new X509Certificate(other.cert).publicKey)).toBe(false);
  expect(new X509Certificate(authority.cert).ca).toBe(true);
  expect(issued.ca).toBe(false);
});

it('the authority issues certificates that TLS accepts, on both sides', async () => {
  const own = authority.issueServer('localhost', '127.0.0.1');
  const server = createServer({ ...own, ca: authority.cert, requestCert: true, rejectUnauthorized: true });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const client = authority.issue({ kind: 'QWAC' });
  const socket = connect({ port, host: '127.0.0.1', ca: authority.cert, ...client });
  const [[accepted]] = await Promise.all([once(server, 'secureConnection'), once(socket, 'secureConnect')]);
  expect([accepted.authorized, socket.authorized]).toEqual([true, true]);
  socket.destroy();
});
