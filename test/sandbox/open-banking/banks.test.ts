/** The differences between the banks. */
import { expect, it } from 'vitest';
import { confirmed, INSTANT, initiated, NOK, paymentOf, RETURN, RETURNS, type Rig, rigWith, SCT, step } from './rig.ts';

const refused = (code: string, path?: string) => ({
  tppMessages: [{ category: 'ERROR', code, ...(path !== undefined && { path }) }],
});

/** The payer answers the first request in the bank's app. */
async function answeredInApp({ started }: Rig, choice: 'AGREE' | 'REFUSE'): Promise<string> {
  const app = `${started.control}/appbank/app`;
  const { html } = await step(app);
  const authorisation = /name="authorisation" value="([^"]+)"/.exec(html)?.[1] ?? '';
  await step(app, { authorisation, choice });
  return html;
}

it('a bank pushes to its app once it knows the payer, by an authorisation that the caller starts', async () => {
  const rig = await rigWith({ speed: 1_000 });
  const { headers, body } = await initiated(rig, 'appbank');
  expect(headers['aspsp-sca-approach']).toBe('DECOUPLED');
  expect(Object.keys(body._links)).toEqual(['startAuthorisationWithPsuIdentification', 'self', 'status']);
  const start = body._links.startAuthorisationWithPsuIdentification.href;
  expect((await rig.follow(start, 'POST')).body).toEqual(refused('FORMAT_ERROR', 'PSU-ID'));
  expect((await rig.follow(start, 'POST', { headers: { 'psu-id': 'nobody' } })).body).toEqual(
    refused('PSU_CREDENTIALS_INVALID', 'PSU-ID'),
  );
  const started = await rig.follow(start, 'POST', { headers: { 'psu-id': 'ben' } });
  expect(started.body).toMatchObject({ scaStatus: 'scaMethodSelected', psuMessage: expect.stringContaining('app') });
  expect((await rig.follow(start)).body).toEqual({ authorisationIds: [started.body.authorisationId] });
  expect((await rig.follow(start, 'POST', { headers: { 'psu-id': 'ben' } })).body).toEqual(refused('STATUS_INVALID'));

  expect(await answeredInApp(rig, 'AGREE')).toContain('For ben');
  expect((await rig.follow(started.body._links.scaStatus.href)).body).toEqual({ scaStatus: 'finalised' });
  await expect.poll(async () => (await rig.follow(body._links.status.href)).body.transactionStatus).toBe('ACSC');
});

it('a bank pushes at once to a payer whom the caller names, and who may refuse', async () => {
  const rig = await rigWith();
  const named = { headers: { 'psu-id': 'anna' }, body: paymentOf() };
  const { body } = await rig.ask('appbank', 'POST', SCT, named);
  expect(Object.keys(body._links)).toEqual(['scaStatus', 'self', 'status']);
  await answeredInApp(rig, 'REFUSE');
  expect((await rig.follow(body._links.scaStatus.href)).body).toEqual({ scaStatus: 'failed' });
  expect((await rig.follow(body._links.status.href)).body).toEqual({ transactionStatus: 'CANC' });
  expect((await step(`${rig.started.control}/appbank/app`)).html).toContain('Nothing waits for you');
});

it('a bank identifies the payer by one of the payer’s accounts', async () => {
  const rig = await rigWith();
  const banks = await rig.control('GET', '/banks');
  const [anna] = banks.find(({ id }: { id: string }) => id === 'appbank').payers;
  const { body } = await initiated(rig, 'appbank', { debtorAccount: { iban: anna.ibans[0] } });
  expect(body._links.scaStatus).toBeDefined();
});

it('a bank lets the caller start the authorisation that it wants', async () => {
  const rig = await rigWith();
  const headers = { ...RETURNS, 'tpp-explicit-authorisation-preferred': 'true' };
  const { body } = await rig.ask('nordbank', 'POST', SCT, { body: paymentOf(), headers });
  expect(Object.keys(body._links)).toEqual(['startAuthorisation', 'self', 'status']);
  const started = await rig.follow(body._links.startAuthorisation.href, 'POST');
  expect(await confirmed(started.body._links.scaRedirect.href)).toBe(RETURN);
});

it('a bank whose approach requires the payer’s password offers no other', async () => {
  const rig = await rigWith();
  const { headers, body } = await initiated(rig, 'altbank');
  expect(headers['aspsp-sca-approach']).toBe('EMBEDDED');
  expect(Object.keys(body._links)).toEqual(['startAuthorisationWithPsuAuthentication', 'self', 'status']);
  const credentials = { body: { psuData: { password: 'secret' } }, headers: { 'psu-id': 'anna' } };
  const start = body._links.startAuthorisationWithPsuAuthentication.href;
  expect((await rig.follow(start, 'POST', credentials)).body).toEqual(refused('SCA_METHOD_UNKNOWN'));
});

it('a bank with instant transfers alone accepts no others, settles at once, cancels nothing, and links without its host', async () => {
  const rig = await rigWith({ speed: 1_000 });
  expect(await initiated(rig, 'sofortbank')).toMatchObject({ status: 403, body: refused('PRODUCT_INVALID') });
  const { headers, body } = await initiated(rig, 'sofortbank', {}, INSTANT);
  expect(body._links.self.href).toBe(`/sofortbank/v1${INSTANT}/${body.paymentId}`);
  expect(headers.location).toBe(body._links.self.href);
  expect(await rig.follow(body._links.self.href, 'DELETE')).toMatchObject({
    status: 405,
    body: refused('CANCELLATION_INVALID'),
  });
  expect(await confirmed(body._links.scaRedirect.href)).toBe(RETURN);
  await expect.poll(async () => (await rig.follow(body._links.status.href)).body.transactionStatus).toBe('ACCC');
  const [entry] = await rig.control('GET', '/ledger');
  expect(entry).toMatchObject({ bank: 'sofortbank', state: 'ACCC', amount: '12.50', credited: '12.50' });
});

it('a bank may require a started authorisation, and report no change for a while', async () => {
  const rig = await rigWith({ speed: 1 });
  const { body } = await initiated(rig, 'ruhebank');
  expect(Object.keys(body._links)).toEqual(['startAuthorisation', 'self', 'status']);
  const started = await rig.follow(body._links.startAuthorisation.href, 'POST', { headers: RETURNS });
  expect(started.headers['aspsp-sca-approach']).toBe('REDIRECT');
  expect(await confirmed(started.body._links.scaRedirect.href)).toBe(RETURN);
  expect((await rig.control('GET', '/ledger'))[0].state).toBe('ACTC');
  expect((await rig.follow(body._links.status.href)).body).toEqual({ transactionStatus: 'RCVD' });
  await rig.control('PUT', '/settings', { aheadMs: 61_000 });
  expect((await rig.control('GET', '/ledger'))[0].state).toBe('ACSC');
  expect((await rig.follow(body._links.status.href)).body).toEqual({ transactionStatus: 'ACTC' });
  await rig.control('PUT', '/settings', { aheadMs: 75_000 });
  expect((await rig.follow(body._links.status.href)).body).toEqual({ transactionStatus: 'ACSC' });
});

it('a bank may ask the payer whether a payment is to be cancelled', async () => {
  const rig = await rigWith();
  const { body } = await initiated(rig, 'ruhebank');
  const started = await rig.follow(body._links.startAuthorisation.href, 'POST', { headers: RETURNS });
  await confirmed(started.body._links.scaRedirect.href);
  const asked = await rig.follow(body._links.self.href, 'DELETE');
  expect(asked).toMatchObject({ status: 202, body: { _links: { startAuthorisation: {} } } });
  const folder = asked.body._links.startAuthorisation.href;
  const first = await rig.follow(folder, 'POST', { headers: RETURNS });
  expect((await step(first.body._links.scaRedirect.href, { choice: 'CANCEL' })).to).toBe(NOK);
  expect((await rig.control('GET', '/ledger'))[0].state).toBe('ACTC');
  const second = await rig.follow(folder, 'POST');
  expect(await confirmed(second.body._links.scaRedirect.href)).toBe(RETURN);
  expect((await rig.follow(second.body._links.scaStatus.href)).body).toEqual({ scaStatus: 'finalised' });
  expect((await rig.follow(folder)).body.authorisationIds).toHaveLength(2);
  expect((await rig.control('GET', '/ledger'))[0].state).toBe('CANC');
});

it('a bank does not cancel a payment that is in process by the time the payer agrees', async () => {
  const rig = await rigWith();
  const { body } = await rig.ask('appbank', 'POST', SCT, { headers: { 'psu-id': 'anna' }, body: paymentOf() });
  await answeredInApp(rig, 'AGREE');
  const asked = await rig.follow(body._links.self.href, 'DELETE');
  const headers = { 'psu-id': 'anna' };
  const started = await rig.follow(asked.body._links.startAuthorisation.href, 'POST', { headers });
  await rig.control('PUT', '/settings', { aheadMs: 5_000 });
  await answeredInApp(rig, 'AGREE');
  expect((await rig.follow(started.body._links.scaStatus.href)).body).toEqual({ scaStatus: 'failed' });
  expect((await rig.follow(body._links.status.href)).body).toEqual({ transactionStatus: 'ACSP' });
  expect(await rig.follow(body._links.self.href, 'DELETE')).toMatchObject({ status: 405 });
});
