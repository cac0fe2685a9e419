/** Faults on demand, over real connections. */
import { expect, it } from 'vitest';
import { initiated, paymentOf, RETURN, RETURNS, type Rig, rigWith, SCT, step } from './rig.ts';
import { call } from './tpp.ts';

const fault = ({ control }: Rig, given: object) => control('PUT', '/faults', given);
const made = ({ started }: Rig) => started.banks.ledger.payments.all().length;

/** An initiation whose answer is not validated, since it is a fault's. */
async function asked({ started }: Rig) {
  const url = `${started.api}/nordbank/v1${SCT}`;
  return call(started.certificates, { method: 'POST', url, body: paymentOf(), headers: RETURNS });
}

it.each([
  ['RATE_LIMIT', 429, 0],
  ['UNAVAILABLE', 503, 0],
  ['INTERNAL_ERROR', 500, 0],
  ['INTERNAL_ERROR_AFTER', 500, 1],
])('%s answers %i, and %i payments are made', async (mode, status, count) => {
  const rig = await rigWith();
  await fault(rig, { mode, retryAfter: 7, count: 1 });
  const reply = await initiated(rig, 'nordbank');
  expect(reply).toMatchObject({ status, text: '' });
  expect(reply.headers['retry-after']).toBe(count === 0 ? '7' : undefined);
  expect(made(rig)).toBe(count);
  expect((await initiated(rig, 'nordbank')).status).toBe(201);
});

it.each([
  ['DROP_REQUEST', 0],
  ['DROP_REPLY', 1],
])('%s cuts the connection, and %i payments are made', async (mode, count) => {
  const rig = await rigWith();
  await fault(rig, { mode, count: 1 });
  await expect(asked(rig)).rejects.toThrow();
  expect(made(rig)).toBe(count);
});

it('a faulty bank answers late, but acts before', async () => {
  const rig = await rigWith();
  await fault(rig, { mode: 'DELAY', delayMs: 600_000, count: 1 });
  const late = expect(asked(rig)).rejects.toThrow();
  await expect.poll(() => made(rig)).toBe(1);
  await rig.started.close();
  await late;
});

it('a faulty bank answers text that is not JSON, or ten megabytes of it', async () => {
  const rig = await rigWith();
  await fault(rig, { mode: 'GARBAGE', count: 1 });
  expect(await asked(rig)).toMatchObject({ status: 201, body: undefined });
  await fault(rig, { mode: 'HUGE', count: 1 });
  expect((await asked(rig)).text.length).toBeGreaterThan(10 * 1024 * 1024);
  expect(made(rig)).toBe(2);
});

it('a faulty bank acts twice, as one without request ids', async () => {
  const rig = await rigWith();
  await fault(rig, { mode: 'DUPLICATE', count: 1 });
  expect((await initiated(rig, 'nordbank')).status).toBe(201);
  expect(made(rig)).toBe(2);
});

it('a faulty bank redirects the payer to a missing page, on the way to the bank or back', async () => {
  const rig = await rigWith();
  await fault(rig, { mode: 'NOWHERE', count: 1 });
  expect((await initiated(rig, 'nordbank')).body._links.scaRedirect.href).toBe('http://127.0.0.1:9/nowhere');
  await fault(rig, { mode: 'NO_RETURN', count: 1 });
  const { body } = await initiated(rig, 'nordbank', { remittanceInformationUnstructured: 'TEST-SUCCEED' });
  expect((await step(body._links.scaRedirect.href)).to).toBe('http://127.0.0.1:9/nowhere');
  expect((await step(body._links.scaRedirect.href)).to).toBe(RETURN);
});

it('a faulty bank answers with another amount, or to another request', async () => {
  const rig = await rigWith();
  const headers = { 'x-request-id': '99391c7e-ad88-49ec-a2ad-99ddcb1f7721' };
  const { body } = await initiated(rig, 'nordbank');
  await fault(rig, { mode: 'OTHER_MONEY', count: 1 });
  expect((await rig.follow(body._links.self.href)).body.instructedAmount.amount).toBe('0.01');
  await fault(rig, { mode: 'OTHER_REQUEST', count: 1 });
  const reply = await rig.follow(body._links.self.href, 'GET', { headers });
  expect(reply.body.instructedAmount.amount).toBe('12.50');
  expect(reply.headers['x-request-id']).not.toBe(headers['x-request-id']);
});

it('a faulty bank starts the authorisation itself, though the caller prefers to', async () => {
  const rig = await rigWith();
  const headers = { ...RETURNS, 'tpp-explicit-authorisation-preferred': 'true' };
  await fault(rig, { mode: 'IMPLICIT_START', count: 1 });
  const { body } = await rig.ask('nordbank', 'POST', SCT, { body: paymentOf(), headers });
  expect(Object.keys(body._links)).toEqual(['scaRedirect', 'scaStatus', 'self', 'status']);
});

it('a faulty bank requires the payer’s identity in the call that starts the authorisation', async () => {
  const rig = await rigWith();
  await fault(rig, { mode: 'IDENTIFY', count: 1 });
  const { body } = await initiated(rig, 'ruhebank');
  expect(Object.keys(body._links)).toEqual(['startAuthorisationWithPsuIdentification', 'self', 'status']);
});

it('a faulty bank names no page', async () => {
  const rig = await rigWith();
  await fault(rig, { mode: 'NO_PAGE', count: 1 });
  expect(Object.keys((await initiated(rig, 'nordbank')).body._links)).toEqual(['scaStatus', 'self', 'status']);
});

it('a fault applies to one bank and one operation alone, until it is ended', async () => {
  const rig = await rigWith();
  expect(await fault(rig, { mode: 'UNAVAILABLE', bank: 'nordbank', operation: 'payments.status' })).toEqual({
    'nordbank payments.status': { mode: 'UNAVAILABLE', delayMs: 0, count: null },
  });
  const { body } = await initiated(rig, 'nordbank');
  expect((await rig.follow(body._links.status.href)).status).toBe(503);
  expect((await rig.follow(body._links.status.href)).status).toBe(503);
  const other = await initiated(rig, 'ruhebank');
  expect((await rig.follow(other.body._links.status.href)).status).toBe(200);
  expect(await fault(rig, { mode: 'NONE' })).toEqual({});
  expect((await rig.follow(body._links.status.href)).status).toBe(200);
});

it('an unknown fault is refused', async () => {
  const rig = await rigWith();
  expect(await fault(rig, { mode: 'FIRE' })).toMatchObject({ error: expect.stringContaining('mode') });
});
