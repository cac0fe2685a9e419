/** Access to a bank: certificates of connections and of signatures. */
import { createHash, randomUUID, X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/contract/durations.ts';
import { TestAuthority } from '../../../src/platform/x509/index.ts';
import { INSTANT, paymentOf, RETURNS, type Rig, rigWith, SCT } from './rig.ts';
import { call, type TppCall, type TppCredentials } from './tpp.ts';

const at = (hours: number): Date => new Date(Date.now() + hours * HOUR_MS);

/** The bank's answer to an initiation with these certificates. */
async function refusalOf({ started }: Rig, given: Partial<TppCredentials>, more: Partial<TppCall> = {}) {
  const url = `${started.api}/nordbank/v1${SCT}`;
  const asked = { method: 'POST', url, body: paymentOf(), headers: RETURNS, ...more };
  const { status, body } = await call({ ...started.certificates, ...given }, asked);
  return `${status} ${body.tppMessages?.[0].code ?? body.transactionStatus}`;
}

const without = ({ started: { certificates } }: Rig, name: 'qwac' | 'qseal'): TppCredentials => {
  const { ca, qwac, qseal } = certificates;
  return name === 'qwac' ? { ca, qseal } : { ca, qwac };
};

it('a bank refuses a connection whose certificate does not allow payment initiation', async () => {
  const rig = await rigWith();
  const { authority } = rig.started;
  const foreign = new TestAuthority('Sandbox Authority');
  const url = `${rig.started.api}/nordbank/v1${SCT}`;
  const { body } = await call(without(rig, 'qwac'), { method: 'POST', url, body: paymentOf() });
  expect(body).toEqual({ tppMessages: [{ category: 'ERROR', code: 'CERTIFICATE_MISSING' }] });
  expect(await refusalOf(rig, { qwac: foreign.issue({ kind: 'QWAC' }) })).toBe('401 CERTIFICATE_INVALID');
  expect(await refusalOf(rig, { qwac: authority.issue({ kind: 'QSEAL' }) })).toBe('401 CERTIFICATE_INVALID');
  expect(await refusalOf(rig, { qwac: authority.issue({ kind: 'QWAC', until: at(-1) }) })).toBe(
    '401 CERTIFICATE_EXPIRED',
  );
  expect(await refusalOf(rig, { qwac: authority.issue({ kind: 'QWAC', from: at(1) }) })).toBe(
    '401 CERTIFICATE_EXPIRED',
  );
  expect(await refusalOf(rig, { qwac: authority.issue({ kind: 'QWAC', roles: ['PSP_AI', 'PSP_IC'] }) })).toBe(
    '401 ROLE_INVALID',
  );
  expect(await refusalOf(rig, {})).toBe('201 RCVD');
});

it('a bank refuses a certificate that a tester blocked or revoked, and every one years later', async () => {
  const rig = await rigWith();
  const print = new X509Certificate(rig.started.certificates.qwac.cert).fingerprint256.replaceAll(':', '');
  const stand = (standing: string) => rig.control('PUT', `/certificates/${print}`, { standing });
  await stand('BLOCKED');
  expect(await refusalOf(rig, {})).toBe('401 CERTIFICATE_BLOCKED');
  await stand('REVOKED');
  expect(await refusalOf(rig, {})).toBe('401 CERTIFICATE_REVOKE');
  await stand('VALID');
  await rig.control('PUT', '/settings', { aheadMs: 11 * 365 * 24 * HOUR_MS });
  expect(await refusalOf(rig, {})).toBe('401 CERTIFICATE_EXPIRED');
});

it('a bank refuses a signature that is missing, by another key, of another body, or without a mandatory header', async () => {
  const rig = await rigWith();
  const { authority, certificates } = rig.started;
  const url = `${rig.started.api}/nordbank/v1${SCT}`;
  const unsigned = await call(without(rig, 'qseal'), { method: 'POST', url, body: paymentOf(), headers: RETURNS });
  expect(unsigned.body.tppMessages).toEqual([{ category: 'ERROR', code: 'SIGNATURE_MISSING', path: 'Signature' }]);

  const altered = (headers: Record<string, string>) => refusalOf(rig, {}, { altered: headers });
  const other = createHash('sha256').update('another body').digest('base64');
  expect(await altered({ digest: `SHA-256=${other}` })).toBe('401 SIGNATURE_INVALID');
  expect(await altered({ 'x-request-id': randomUUID() })).toBe('401 SIGNATURE_INVALID');
  expect(await altered({ 'tpp-redirect-uri': 'https://thief.example/' })).toBe('401 SIGNATURE_INVALID');
  expect(await altered({ 'psu-id': 'anna' })).toBe('401 SIGNATURE_INVALID');
  expect(await altered({ 'tpp-signature-certificate': 'bm9uZQ==' })).toBe('401 CERTIFICATE_INVALID');

  const mixed = { cert: certificates.qseal.cert, key: authority.issue({ kind: 'QSEAL' }).key };
  expect(await refusalOf(rig, { qseal: mixed })).toBe('401 SIGNATURE_INVALID');
  expect(await refusalOf(rig, { qseal: authority.issue({ kind: 'QWAC' }) })).toBe('401 CERTIFICATE_INVALID');
  const stranger = authority.issue({ kind: 'QSEAL', organizationIdentifier: 'PSDDE-BAFIN-999999' });
  expect(await refusalOf(rig, { qseal: stranger })).toBe('401 CERTIFICATE_INVALID');
  expect(await refusalOf(rig, { qseal: authority.issue({ kind: 'QSEAL', until: at(-1) }) })).toBe(
    '401 CERTIFICATE_EXPIRED',
  );
  const late = { headers: { ...RETURNS, date: at(-1).toUTCString() } };
  expect(await refusalOf(rig, {}, late)).toBe('400 TIMESTAMP_INVALID');
});

it('a bank requires signed reads and cancellations too, unless it is set not to', async () => {
  const rig = await rigWith();
  const bare = without(rig, 'qseal');
  const url = `${rig.started.api}/nordbank/v1${SCT}/${randomUUID()}`;
  expect((await call(bare, { method: 'GET', url })).body.tppMessages[0].code).toBe('SIGNATURE_MISSING');
  expect((await call(bare, { method: 'DELETE', url })).body.tppMessages[0].code).toBe('SIGNATURE_MISSING');
  const asked = { method: 'POST', url: `${rig.started.api}/ruhebank/v1${SCT}`, body: paymentOf(), headers: RETURNS };
  expect((await call(bare, asked)).status).toBe(201);
});

it('a bank separates the payments of different providers', async () => {
  const rig = await rigWith();
  const { authority, certificates, api } = rig.started;
  const owner = { organizationIdentifier: 'PSDFR-ACPR-12345', name: 'Another Provider' };
  const another = {
    ca: certificates.ca,
    qwac: authority.issue({ kind: 'QWAC', ...owner }),
    qseal: authority.issue({ kind: 'QSEAL', ...owner }),
  };
  const { body } = await rig.ask('nordbank', 'POST', INSTANT, { body: paymentOf(), headers: RETURNS });
  expect((await rig.follow(body._links.status.href)).status).toBe(200);
  const foreign = await call(another, { method: 'GET', url: `${api}/nordbank/v1${INSTANT}/${body.paymentId}/status` });
  expect(foreign).toMatchObject({ status: 404, body: { tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] } });
});
