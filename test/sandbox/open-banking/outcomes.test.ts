/** Outcomes that a tester chooses, and the later states of a payment without further action. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { confirmed, INSTANT, initiated, NOK, paymentOf, RETURN, type Rig, rigWith, SCT, step } from './rig.ts';

const word = (remittance: string) => ({ remittanceInformationUnstructured: remittance });

/** Sets the banks' clock ahead by this many seconds. */
const ahead = ({ control }: Rig, seconds: number) => control('PUT', '/settings', { aheadMs: seconds * 1_000 });

const stateOf = async ({ control }: Rig): Promise<string> => (await control('GET', '/ledger'))[0].state;

it.each([
  ['TEST-SUCCEED', RETURN, 'finalised', 'ACSC'],
  ['TEST-FAIL-DECLINE', NOK, 'failed', 'RJCT'],
  ['TEST-PENDING', RETURN, 'finalised', 'PDNG'],
  ['.FAIL_DECLINED', NOK, 'failed', 'RJCT'],
])('%s answers for the payer on arrival', async (text, to, sca, status) => {
  const rig = await rigWith();
  const { body } = await initiated(rig, 'nordbank', word(`ORDER-7 ${text}`));
  expect((await rig.follow(body._links.status.href)).body).toEqual({ transactionStatus: 'RCVD' });
  expect((await step(body._links.scaRedirect.href)).to).toBe(to);
  expect((await rig.follow(body._links.scaStatus.href)).body).toEqual({ scaStatus: sca });
  expect((await rig.follow(body._links.status.href)).body).toEqual({ transactionStatus: status });
});

it('a scenario name answers for a payer of an app too, in any field', async () => {
  const rig = await rigWith();
  const given = { body: paymentOf({ endToEndIdentification: 'TEST-SUCCEED' }), headers: { 'psu-id': 'anna' } };
  const { body } = await rig.ask('appbank', 'POST', SCT, given);
  expect((await rig.follow(body._links.scaStatus.href)).body).toEqual({ scaStatus: 'finalised' });
});

it.each([
  ['TEST-FAIL-NOTFOUND', '401 PSU_CREDENTIALS_INVALID'],
  ['.FAIL_SERVICE_BLOCKED', '403 SERVICE_BLOCKED'],
  ['.FAIL:PERIOD_INVALID', '400 PERIOD_INVALID'],
])('%s refuses the initiation', async (text, wanted) => {
  const rig = await rigWith();
  const { status, body } = await initiated(rig, 'nordbank', word(text));
  expect(`${status} ${body.tppMessages[0].code}`).toBe(wanted);
});

it.each([
  ['TEST-SUCCESS-INIT', 'ACSC', 'ACSC'],
  ['TEST-FAIL-INIT', 'RJCT', 'RJCT'],
  ['TEST-FAIL-THEN-SUCCESS', 'RJCT', 'ACSC'],
])('%s decides later, and exempts the payer from authentication', async (text, first, last) => {
  const rig = await rigWith();
  const { body } = await initiated(rig, 'nordbank', word(text));
  expect((await rig.follow(body._links.scaStatus.href)).body).toEqual({ scaStatus: 'exempted' });
  expect((await step(body._links.scaRedirect.href)).to).toBe(RETURN);
  // Ten seconds less than the decision takes: the clock also goes on by itself while a busy machine lets the test wait.
  await ahead(rig, 20);
  expect(await stateOf(rig)).toBe('RCVD');
  await ahead(rig, 31);
  expect(await stateOf(rig)).toBe(first);
  await ahead(rig, 91);
  expect(await stateOf(rig)).toBe(last);
  const { entries } = await rig.control('GET', '/ledger/rows');
  expect(entries).toHaveLength(last === 'ACSC' ? 2 : 0);
});

it('TEST-TIMEOUT-THEN-SUCCESS gives no answer about the payment for a while', async () => {
  const rig = await rigWith();
  const { body } = await initiated(rig, 'nordbank', word('TEST-TIMEOUT-THEN-SUCCESS'));
  expect((await step(body._links.scaRedirect.href)).to).toBe(RETURN);
  await expect(rig.follow(body._links.status.href)).rejects.toThrow();
  await ahead(rig, 31);
  expect((await rig.follow(body._links.status.href)).body).toEqual({ transactionStatus: 'ACSC' });
});

it.each([
  ['1300.01', 'RJCT', 'RJCT'],
  ['1300.02', 'PDNG', 'PDNG'],
  ['1300.03', 'ACWC', 'ACSC'],
  ['1300.04', 'ACTC', 'CANC'],
  ['1300.05', 'ACSP', 'RJCT'],
])('an amount of %s is %s once the payer agreed, and %s in the end', async (amount, first, last) => {
  const rig = await rigWith();
  const { body } = await initiated(rig, 'nordbank', { instructedAmount: { currency: 'EUR', amount } });
  await confirmed(body._links.scaRedirect.href);
  expect(await stateOf(rig)).toBe(first);
  await ahead(rig, 3_600);
  expect(await stateOf(rig)).toBe(last);
});

it('an account with too little money pays nothing, and the bank reports it', async () => {
  const rig = await rigWith();
  const given = { instructedAmount: { currency: 'EUR', amount: '50.01' } };
  const { body } = await initiated(rig, 'nordbank', given, INSTANT);
  expect(await confirmed(body._links.scaRedirect.href, 'ben')).toBe(RETURN);
  const refused = { transactionStatus: 'RJCT', fundsAvailable: false };
  expect((await rig.follow(body._links.status.href)).body).toEqual(refused);
  expect(rig.started.banks.ledger.entries.all()).toEqual([]);
});

it('a payment is credited to the creditor after the debtor paid, which the ledger shows row by row', async () => {
  const rig = await rigWith();
  const { body } = await initiated(rig, 'nordbank', word('order 8'));
  await confirmed(body._links.scaRedirect.href);
  await ahead(rig, 11);
  expect(await rig.control('GET', '/ledger?order=8')).toMatchObject([{ state: 'ACSC', credited: '0.00' }]);
  await ahead(rig, 41);
  expect(await rig.control('GET', `/ledger?order=${body.paymentId}`)).toMatchObject([{ credited: '12.50' }]);
  expect(await rig.control('GET', '/ledger?order=9')).toEqual([]);
});

it('a payment is rejected when no payer came in time', async () => {
  const rig = await rigWith();
  const { body } = await initiated(rig, 'nordbank');
  await ahead(rig, 16 * 60);
  expect((await rig.follow(body._links.scaStatus.href)).body).toEqual({ scaStatus: 'failed' });
  expect(await stateOf(rig)).toBe('RJCT');
  expect((await step(body._links.scaRedirect.href)).to).toBe(NOK);
});

it('a payment is decided by each form of a tester’s decision', async () => {
  const rig = await rigWith();
  const { body } = await initiated(rig, 'nordbank');
  await rig.control('PUT', `/payments/${body.paymentId}`, { status: 'ACCC', isCredited: true });
  expect(await rig.control('GET', '/ledger')).toMatchObject([{ state: 'ACCC', credited: '12.50' }]);
  await rig.control('PUT', `/payments/${body.paymentId}`, { status: 'ACSC', isCredited: true });
  expect((await rig.control('GET', '/ledger/rows')).entries).toHaveLength(2);
  await rig.control('PUT', `/payments/${body.paymentId}`, { status: 'ACWP' });
  expect((await rig.follow(body._links.status.href)).body).toEqual({ transactionStatus: 'ACWP' });
  expect(await rig.control('PUT', '/payments/none', { status: 'RJCT' })).toMatchObject({ error: expect.any(String) });
});

it('a payment is reported late by any bank, if a tester sets that', async () => {
  const rig = await rigWith();
  const { body } = await initiated(rig, 'nordbank');
  const set = (settings: object) => rig.control('PUT', '/settings', settings);
  expect(await set({ quietMs: 60_000 })).toEqual({ aheadMs: 0, quietMs: 60_000 });
  await confirmed(body._links.scaRedirect.href);
  expect((await rig.follow(body._links.status.href)).body).toEqual({ transactionStatus: 'RCVD' });
  expect(await set({ aheadMs: 3_600_000 })).toEqual({ aheadMs: 3_600_000, quietMs: 60_000 });
  expect((await rig.follow(body._links.status.href)).body).toEqual({ transactionStatus: 'ACSC' });
});

it('a payment continues after a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-banks-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const ledgerFile = join(folder, 'banks.db');
  const before = await rigWith({ ledgerFile });
  const { body } = await initiated(before, 'nordbank');
  await confirmed(body._links.scaRedirect.href);
  expect(await stateOf(before)).toBe('ACTC');
  await before.started.close();
  const after = await rigWith({ ledgerFile });
  await ahead(after, 60);
  expect(await stateOf(after)).toBe('ACSC');
});

it('a tester’s decision applies only in the state that it names, if it names one', async () => {
  const rig = await rigWith();
  const { body } = await initiated(rig, 'nordbank');
  const path = `/payments/${body.paymentId}`;
  expect(await rig.control('PUT', path, { status: 'ACSC', from: 'ACTC' })).toMatchObject({ error: 'It is RCVD.' });
  expect(await stateOf(rig)).toBe('RCVD');
  await rig.control('PUT', path, { status: 'RJCT', from: 'RCVD' });
  expect(await stateOf(rig)).toBe('RJCT');
});
