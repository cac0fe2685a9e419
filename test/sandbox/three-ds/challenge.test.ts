/** Challenges: the payer's actions, the 3DS Server's result message, and the browser's CRes. */
import { describe, expect, it } from 'vitest';
import { CHOOSABLE_ENDINGS } from '../../../src/sandbox/three-ds/acs/endings.ts';
import { codeIn, confirmed, open, type Rig, rigWith, startChallenge, step } from './rig.ts';
import { fromBase64url, WITHOUT_PAYER } from './three-ds-server.ts';

it('a challenge ends with Y by the code that the page shows: the result first, then the browser', async () => {
  const rig = await rigWith();
  const ares = await rig.ask();
  expect(ares).toMatchObject({ transStatus: 'C', authenticationType: '02', acsChallengeMandated: 'N' });
  const cres = await confirmed(ares);
  expect(cres).toEqual({
    messageType: 'CRes',
    messageVersion: '2.2.0',
    threeDSServerTransID: ares.threeDSServerTransID,
    acsTransID: ares.acsTransID,
    transStatus: 'Y',
  });
  expect(rig.server.results.map(({ message }) => message)).toEqual([
    {
      messageType: 'RReq',
      messageVersion: '2.2.0',
      messageCategory: '01',
      threeDSServerTransID: ares.threeDSServerTransID,
      acsTransID: ares.acsTransID,
      dsTransID: ares.dsTransID,
      transStatus: 'Y',
      eci: '02',
      authenticationValue: expect.stringMatching(/^[A-Za-z0-9+/]{27}=$/),
      authenticationType: '02',
      interactionCounter: '01',
    },
  ]);
  const [entry] = (await rig.control('GET', `/ledger?transaction=${ares.acsTransID}`)) as unknown as object[];
  expect(entry).toMatchObject({ state: 'ENDED', transStatus: 'Y', account: '512345xxxxxx0008', results: ['ANSWERED'] });
});

it('a challenge ends with N after three wrong codes, and returns the session data', async () => {
  const rig = await rigWith();
  const ares = await rig.ask();
  await startChallenge(ares);
  expect((await step(ares, { choice: 'SUBMIT', code: '1' })).html).toContain('You may try twice more.');
  expect((await step(ares, { choice: 'SUBMIT', code: '2' })).html).toContain('You may try once more.');
  const { fields, action } = await step(ares, { choice: 'SUBMIT', code: '3' });
  expect(action).toBe(rig.server.notificationURL);
  expect(fields.threeDSSessionData).toBe('c2Vzc2lvbg');
  expect(fromBase64url(fields.cres ?? '')).toMatchObject({ transStatus: 'N' });
  const [{ message } = { message: {} }] = rig.server.results;
  expect(message).toMatchObject({ transStatus: 'N', transStatusReason: '19', interactionCounter: '03' });
  expect(message).not.toHaveProperty('authenticationValue');
});

it('a challenge ends with N where the payer cancels', async () => {
  const rig = await rigWith();
  const ares = await rig.ask();
  await startChallenge(ares);
  const { fields } = await step(ares, { choice: 'CANCEL' });
  expect(fromBase64url(fields.cres ?? '').transStatus).toBe('N');
  expect(rig.server.results[0]?.message).toMatchObject({ transStatus: 'N', challengeCancel: '01' });
});

it('sends another code, and no longer accepts the old one', async () => {
  const rig = await rigWith();
  const ares = await rig.ask();
  const old = codeIn(await startChallenge(ares));
  const resent = await step(ares, { choice: 'RESEND' });
  expect(resent.html).toContain('A new code was sent.');
  expect((await step(ares, { choice: 'SUBMIT', code: old })).html).toContain('That was wrong.');
  const { fields } = await step(ares, { choice: 'SUBMIT', code: codeIn(resent) });
  expect(fromBase64url(fields.cres ?? '').transStatus).toBe('Y');
});

describe('a security question', () => {
  it.each([
    ['4008', ['mail'], ['phone']],
    ['4009', ['bakery'], ['bakery', 'books']],
  ])('of a card that expires %s is answered rightly or not', async (cardExpiryDate, wrong, right) => {
    const rig = await rigWith();
    const ares = await rig.ask({ cardExpiryDate });
    const answered = (answers: readonly string[]) =>
      step(ares, new URLSearchParams([['choice', 'SUBMIT'], ...answers.map((one) => ['answer', one])]));
    expect((await startChallenge(ares)).html).toContain('Right here:');
    expect((await answered(wrong)).html).toContain('That was wrong.');
    expect((await answered([])).html).toContain('That was wrong.');
    const { fields } = await answered(right);
    expect(fromBase64url(fields.cres ?? '').transStatus).toBe('Y');
    expect(rig.server.results[0]?.message).toMatchObject({ authenticationType: '01', interactionCounter: '03' });
  });

  it('of the bank itself is answered with the password', async () => {
    const rig = await rigWith();
    const ares = await rig.ask({ cardExpiryDate: '4011' });
    const page = await startChallenge(ares);
    expect(page.html).toContain('Online banking');
    const { fields } = await step(ares, { choice: 'SUBMIT', code: codeIn(page) });
    expect(fromBase64url(fields.cres ?? '').transStatus).toBe('Y');
  });
});

describe('out of band', () => {
  const inApp = ({ started }: Rig, transaction: string, choice: string) =>
    fetch(`${started.control}/acs/app`, { method: 'POST', body: new URLSearchParams({ transaction, choice }) });

  it.each([
    ['AGREE', 'Y'],
    ['REFUSE', 'N'],
  ])('the payer answers in the app with %s, and goes on in the page', async (choice, transStatus) => {
    const rig = await rigWith();
    const ares = await rig.ask({ cardExpiryDate: '4010' });
    await startChallenge(ares);
    expect((await step(ares, { choice: 'SUBMIT' })).html).toContain('Nothing was confirmed in the app yet.');
    expect(await (await inApp(rig, ares.dsTransID, choice)).text()).toContain('Nothing waits for you');
    // The result does not wait until the payer returns.
    expect((await rig.server.heard(1))[0]?.message).toMatchObject({ transStatus, authenticationType: '03' });
    // A reloaded page without any press leads to the return as well.
    const { fields } = await open(`${ares.acsURL}/${ares.acsTransID}`);
    expect(fromBase64url(fields.cres ?? '').transStatus).toBe(transStatus);
    expect(rig.server.results).toHaveLength(1);
  });

  it('the app shows the pending authentications once the payer has arrived', async () => {
    const rig = await rigWith();
    const ares = await rig.ask({ cardExpiryDate: '4010', merchantName: '<b>Shop</b>' });
    expect((await open(`${rig.started.control}/acs/app`)).html).toContain('Nothing waits for you');
    await startChallenge(ares);
    expect((await open(`${rig.started.control}/acs/app`)).html).toContain('&lt;b>Shop&lt;/b>: <strong>EUR 12.50');
  });
});

describe('decoupled', () => {
  const OFFER = { cardExpiryDate: '4012', threeDSRequestorDecReqInd: 'Y', threeDSRequestorDecMaxTime: '00005' };

  it('ends by the payer’s answer in the app', async () => {
    const rig = await rigWith();
    const ares = await rig.ask(OFFER);
    const form = new URLSearchParams({ transaction: ares.dsTransID, choice: 'AGREE' });
    await fetch(`${rig.started.control}/acs/app`, { method: 'POST', body: form });
    const [{ message } = { message: {} }] = await rig.server.heard(1);
    expect(message).toMatchObject({ transStatus: 'Y', authenticationType: '04', eci: '02' });
    expect(message).not.toHaveProperty('interactionCounter');
  });

  it('ends by a control call, once', async () => {
    const rig = await rigWith();
    const ares = await rig.ask(OFFER);
    const path = `/transactions/${ares.threeDSServerTransID}`;
    expect(await rig.control('PUT', path, { transStatus: 'R' })).toMatchObject({ state: 'ENDED', trans_status: 'R' });
    expect((await rig.server.heard(1))[0]?.message).toMatchObject({ transStatus: 'R', transStatusReason: '11' });
    expect(await rig.control('PUT', path, { transStatus: 'Y' })).toHaveProperty('error');
    expect(await rig.control('PUT', '/transactions/none', { transStatus: 'Y' })).toHaveProperty('error');
  });

  it('with a timeout reports it in a cancellation too', async () => {
    const rig = await rigWith();
    const ares = await rig.ask(OFFER);
    const timedOut = { transStatus: 'U', transStatusReason: '14' };
    await rig.control('PUT', `/transactions/${ares.threeDSServerTransID}`, timedOut);
    expect((await rig.server.heard(1))[0]?.message).toMatchObject({ ...timedOut, challengeCancel: '04' });
    expect((await rig.violations()).own).toEqual([]);
  });

  it('ends by itself after the merchant’s time', async () => {
    const rig = await rigWith();
    await rig.ask({ ...OFFER, ...WITHOUT_PAYER });
    await rig.control('PUT', '/settings', { aheadMs: 299_000 });
    expect(rig.started.threeDS.ledger.transactions.all({ state: 'DECOUPLED' })).toHaveLength(1);
    await rig.control('PUT', '/settings', { aheadMs: 301_000 });
    const [{ message } = { message: {} }] = await rig.server.heard(1);
    expect(message).toMatchObject({ transStatus: 'N', transStatusReason: '24', challengeCancel: '03' });
  });
});

describe('time', () => {
  it('ends a challenge without a browser after 30 s', async () => {
    const rig = await rigWith();
    const ares = await rig.ask();
    await rig.control('PUT', '/settings', { aheadMs: 30_000 });
    const [{ message } = { message: {} }] = await rig.server.heard(1);
    expect(message).toMatchObject({
      transStatus: 'N',
      transStatusReason: '14',
      challengeCancel: '05',
      interactionCounter: '00',
    });
    // A payer who comes now is redirected back.
    expect(fromBase64url((await startChallenge(ares)).fields.cres ?? '').transStatus).toBe('N');
  });

  it('ends a challenge without an answer after 10 minutes, which begin anew with each step', async () => {
    const rig = await rigWith();
    const ares = await rig.ask();
    await startChallenge(ares);
    await rig.control('PUT', '/settings', { aheadMs: 599_000 });
    await step(ares, { choice: 'SUBMIT', code: '1' });
    await rig.control('PUT', '/settings', { aheadMs: 1_190_000 });
    expect(rig.server.results).toEqual([]);
    await rig.control('PUT', '/settings', { aheadMs: 1_200_000 });
    const [{ message } = { message: {} }] = await rig.server.heard(1);
    expect(message).toMatchObject({ transStatus: 'N', transStatusReason: '14', challengeCancel: '04' });
  });
});

describe('the list for testers', () => {
  it.each(CHOOSABLE_ENDINGS.map(([name, ending], index) => [name, ending, index] as const))(
    'ends with %s',
    async (_name, ending, index) => {
      const rig = await rigWith();
      const ares = await rig.ask();
      await startChallenge(ares);
      const { fields } = await step(ares, { choice: 'END', ending: `${index}` });
      expect(rig.server.results[0]?.message).toMatchObject({ ...ending });
      expect(fromBase64url(fields.cres ?? '').transStatus).toBe(ending.transStatus === 'Y' ? 'Y' : 'N');
    },
  );

  it('accepts no other ending', async () => {
    const rig = await rigWith();
    const ares = await rig.ask();
    await startChallenge(ares);
    expect((await step(ares, { choice: 'END', ending: '99' })).html).toContain('Choose how it ends.');
    expect(rig.server.results).toEqual([]);
  });
});
