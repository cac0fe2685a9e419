/** A bank's refusals of requests, and its handling of repeats. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { initiated, paymentOf, RETURNS, rigWith, SCT, step } from './rig.ts';

it.each([
  ['no creditor', { creditorName: undefined }, {}, '400 FORMAT_ERROR /creditorName'],
  ['too long a name', { creditorName: 'x'.repeat(71) }, {}, '400 FORMAT_ERROR /creditorName'],
  [
    'too long a text',
    { remittanceInformationUnstructured: 'x'.repeat(141) },
    {},
    '400 FORMAT_ERROR /remittanceInformationUnstructured',
  ],
  ['no debtor', { debtorAccount: undefined }, {}, '400 FORMAT_ERROR /debtorAccount'],
  [
    'a number as amount',
    { instructedAmount: { currency: 'EUR', amount: 12.5 } },
    {},
    '400 FORMAT_ERROR /instructedAmount/amount',
  ],
  [
    'too fine an amount',
    { instructedAmount: { currency: 'EUR', amount: '12.505' } },
    {},
    '400 FORMAT_ERROR /instructedAmount/amount',
  ],
  [
    'nothing to pay',
    { instructedAmount: { currency: 'EUR', amount: '0.00' } },
    {},
    '400 FORMAT_ERROR /instructedAmount/amount',
  ],
  [
    'another currency',
    { instructedAmount: { currency: 'SEK', amount: '12.50' } },
    {},
    '400 PARAMETER_NOT_SUPPORTED /instructedAmount/currency',
  ],
  [
    'a mistyped account',
    { creditorAccount: { iban: 'FR7630006000011234567890188' } },
    {},
    '400 FORMAT_ERROR /creditorAccount/iban',
  ],
  ['no address of the payer', {}, { 'psu-ip-address': '' }, '400 FORMAT_ERROR PSU-IP-Address'],
  ['a wrong address of the payer', {}, { 'psu-ip-address': 'here' }, '400 FORMAT_ERROR PSU-IP-Address'],
  ['no request id', {}, { 'x-request-id': 'none' }, '400 FORMAT_ERROR X-Request-ID'],
  ['a preference that is none', {}, { 'tpp-redirect-preferred': 'yes' }, '400 FORMAT_ERROR TPP-Redirect-Preferred'],
  ['nowhere to return to', {}, { 'tpp-redirect-uri': '' }, '400 FORMAT_ERROR TPP-Redirect-URI'],
  [
    'a return URL that is no page',
    {},
    { 'tpp-redirect-uri': 'mailto:a@b.example' },
    '400 FORMAT_ERROR TPP-Redirect-URI',
  ],
])('a bank refuses a payment with %s', async (_, given, headers, wanted) => {
  const rig = await rigWith();
  const { started } = rig;
  const asked = { body: paymentOf(given), headers: { ...RETURNS, ...headers } };
  const { status, body } = await rig.ask('nordbank', 'POST', SCT, asked);
  const [message] = body.tppMessages;
  expect(`${status} ${message.code} ${message.path}`).toBe(wanted);
  expect(started.banks.ledger.rows()).toMatchObject({ payments: [], requests: [] });
  expect(started.banks.validator.violations).toEqual([]);
});

it('a bank refuses a body that is not JSON or not declared as such, and unknown services, products, banks and payments', async () => {
  const rig = await rigWith();
  const ask = async (path: string, more: object = {}, bank = 'nordbank', method = 'POST') => {
    const given = { body: paymentOf(), headers: RETURNS, ...more };
    const { status, body } = await rig.ask(bank, method, path, given);
    return `${status} ${body?.tppMessages[0].code}`;
  };
  expect(await ask(SCT, { body: '{' })).toBe('400 FORMAT_ERROR');
  const xml = { body: '<Document/>', headers: { ...RETURNS, 'content-type': 'application/xml' } };
  expect(await ask(SCT, xml)).toBe('415 undefined');
  expect(await ask('/bulk-payments/sepa-credit-transfers')).toBe('405 SERVICE_INVALID');
  expect(await ask('/payments/target-2-payments')).toBe('403 PRODUCT_INVALID');
  expect(await ask('/payments/barter')).toBe('404 PRODUCT_UNKNOWN');
  expect(await ask(SCT, {}, 'nobank')).toBe('404 RESOURCE_UNKNOWN');
  expect(await ask(`${SCT}/${randomUUID()}`, { body: undefined }, 'nordbank', 'GET')).toBe('404 RESOURCE_UNKNOWN');
  const { body } = await initiated(rig, 'nordbank');
  const elsewhere = `/payments/instant-sepa-credit-transfers/${body.paymentId}/status`;
  expect(await ask(elsewhere, { body: undefined }, 'nordbank', 'GET')).toBe('404 RESOURCE_UNKNOWN');
  expect(await ask(`${SCT}/${body.paymentId}/authorisations/other`, { body: undefined }, 'nordbank', 'GET')).toBe(
    '404 RESOURCE_UNKNOWN',
  );
});

it('a bank counts fields that the description does not name, and accepts the payment', async () => {
  const rig = await rigWith();
  expect((await initiated(rig, 'nordbank', { purposeOfThis: 'none' })).status).toBe(201);
  const { unknownFields } = await rig.control('GET', '/violations');
  expect(unknownFields).toEqual([{ of: 'payments.initiate', problems: ['/purposeOfThis'] }]);
});

it('a bank makes one payment of a repeated request, and none of another one with its id', async () => {
  const rig = await rigWith();
  const headers = { ...RETURNS, 'x-request-id': randomUUID() };
  const first = await rig.ask('nordbank', 'POST', SCT, { body: paymentOf(), headers });
  expect(first.headers['x-request-id']).toBe(headers['x-request-id']);
  await step(first.body._links.scaRedirect.href, { choice: 'CANCEL' });
  const again = await rig.ask('nordbank', 'POST', SCT, { body: paymentOf(), headers });
  expect(again).toMatchObject({ status: 201, body: { paymentId: first.body.paymentId, transactionStatus: 'RJCT' } });
  const other = await rig.ask('nordbank', 'POST', SCT, { body: paymentOf({ creditorName: 'Another' }), headers });
  expect(other).toMatchObject({ status: 400, body: { tppMessages: [{ code: 'PARAMETER_NOT_CONSISTENT' }] } });
  expect(rig.started.banks.ledger.payments.all()).toHaveLength(1);
});

it('a bank cancels once for any number of calls with one request id', async () => {
  const rig = await rigWith();
  const { body } = await initiated(rig, 'nordbank');
  const headers = { 'x-request-id': randomUUID() };
  expect((await rig.follow(body._links.self.href, 'DELETE', { headers })).status).toBe(204);
  expect((await rig.follow(body._links.self.href, 'DELETE', { headers })).status).toBe(204);
  expect((await rig.follow(body._links.self.href, 'DELETE')).status).toBe(405);
});
