/** A request's signature, verified as a bank does: by the certificate that comes with it. */
import { createHash, generateKeyPairSync, verify, X509Certificate } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { signer } from '../../../../src/adapters/providers/open-banking/signing.ts';
import { TestAuthority } from '../../../../src/platform/x509/index.ts';

let seal: { cert: string; key: string };
beforeAll(() => {
  seal = new TestAuthority('Sandbox Authority').issue({ kind: 'QSEAL' });
});

const HEADERS = { 'x-request-id': 'id', date: 'Mon, 23 Nov 2026 12:00:00 GMT', 'psu-ip-address': '192.0.2.1' };

it('a signature covers the digest of the body and the standard’s headers that are present', () => {
  const signed = signer(seal.cert, seal.key)({ ...HEADERS, 'tpp-redirect-uri': 'https://pay.example/r' }, '{"a":1}');
  const digest = `SHA-256=${createHash('sha256').update('{"a":1}').digest('base64')}`;
  const [, serial, issuer, names, signature] =
    /^keyId="SN=([0-9A-F]+),CA=([^"]+)",algorithm="rsa-sha256",headers="([^"]+)",signature="([^"]+)"$/.exec(
      signed.signature ?? '',
    ) ?? [];
  const certificate = new X509Certificate(Buffer.from(signed['tpp-signature-certificate'] ?? '', 'base64'));
  expect(serial).toBe(certificate.serialNumber);
  expect(issuer).toContain('CN=Sandbox%20Authority');
  expect(names).toBe('digest x-request-id tpp-redirect-uri date');
  const text = [
    `digest: ${digest}`,
    'x-request-id: id',
    'tpp-redirect-uri: https://pay.example/r',
    `date: ${HEADERS.date}`,
  ];
  const given = Buffer.from(signature ?? '', 'base64');
  expect(verify('sha256', Buffer.from(text.join('\n')), certificate.publicKey, given)).toBe(true);
  expect(signed).toMatchObject({ ...HEADERS, digest });
});

it('a signature needs the certificate’s own key, of RSA', () => {
  const { privateKey: other } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const { privateKey: curve } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  for (const key of [other, curve]) {
    const pem = key.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(() => signer(seal.cert, pem)).toThrow('is not the RSA key of its certificate');
  }
});
