/** Immediate decisions of the ACS: by the card's expiry, its number, the merchant's request, or a tester's setting. */
import { describe, expect, it } from 'vitest';
import { OUTCOME_OF_EXPIRY } from '../../../src/sandbox/acquirer/outcomes.ts';
import { BY_EXPIRY } from '../../../src/sandbox/three-ds/acs/decision.ts';
import { codeIn, confirmed, rigWith, startChallenge, step } from './rig.ts';
import { fromBase64url, IN_210, WITHOUT_PAYER } from './three-ds-server.ts';

const VALUE = /^[A-Za-z0-9+/]{27}=$/;
/** A number that is not in the table of numbers. */
const OTHER_CARD = '5123450000000099';

describe('by the card’s expiry', () => {
  it.each([
    ['4001', { transStatus: 'Y', eci: '02', authenticationValue: expect.stringMatching(VALUE) }],
    ['4002', { transStatus: 'A', eci: '01', authenticationValue: expect.stringMatching(VALUE) }],
    ['4003', { transStatus: 'N', transStatusReason: '01' }],
    ['4004', { transStatus: 'U', transStatusReason: '07' }],
    ['4005', { transStatus: 'R', transStatusReason: '11' }],
    ['4006', { transStatus: 'I', eci: '00' }],
    ['4007', { transStatus: 'C', authenticationType: '02' }],
    ['4008', { transStatus: 'C', authenticationType: '01' }],
    ['4009', { transStatus: 'C', authenticationType: '01' }],
    ['4010', { transStatus: 'C', authenticationType: '03' }],
    ['4011', { transStatus: 'C', authenticationType: '02' }],
    ['4012', { transStatus: 'C', authenticationType: '03' }],
  ])('%s', async (cardExpiryDate, wanted) => {
    const { ask } = await rigWith();
    const ares = await ask({ cardExpiryDate, acctNumber: OTHER_CARD });
    expect(ares).toMatchObject({ messageType: 'ARes', ...wanted });
    expect('authenticationValue' in ares).toBe(['Y', 'A', 'I'].includes(ares.transStatus));
    expect('acsURL' in ares).toBe(ares.transStatus === 'C');
  });

  it('12/40 is decoupled where the merchant offers it', async () => {
    const { ask } = await rigWith();
    const offer = { threeDSRequestorDecReqInd: 'Y', threeDSRequestorDecMaxTime: '00005' };
    expect(await ask({ cardExpiryDate: '4012', ...offer })).toMatchObject({
      transStatus: 'D',
      acsDecConInd: 'Y',
      authenticationType: '04',
      cardholderInfo: expect.any(String),
    });
  });

  it('06/40 is unavailable in 2.1.0, which has no value for it', async () => {
    const { ask } = await rigWith();
    expect(await ask({ ...IN_210, cardExpiryDate: '4006' })).toMatchObject({ transStatus: 'U' });
  });

  it('leaves the acquirer’s outcomes alone: it approves each of these dates', () => {
    const dates = Object.keys(BY_EXPIRY).map((expiry) => expiry.slice(2) + expiry.slice(0, 2));
    expect(dates.filter((date) => date in OUTCOME_OF_EXPIRY)).toEqual([]);
  });
});

describe('by the card’s number', () => {
  it.each([
    ['5123456789012346', 'Y'],
    ['5123450000000008', 'C'],
    [OTHER_CARD, 'C'],
  ])('%s is %s', async (acctNumber, transStatus) => {
    const { ask } = await rigWith();
    expect(await ask({ acctNumber })).toMatchObject({ transStatus });
  });
});

describe('by the merchant’s challenge indicator', () => {
  it.each([
    ['02', 'Y'],
    ['03', 'C'],
    ['04', 'C'],
    ['05', 'I'],
    ['06', 'I'],
    ['07', 'I'],
    ['08', 'C'],
    ['09', 'C'],
  ])('%s of another card gives %s', async (threeDSRequestorChallengeInd, transStatus) => {
    const { ask } = await rigWith();
    expect(await ask({ acctNumber: OTHER_CARD, threeDSRequestorChallengeInd })).toMatchObject({ transStatus });
  });

  it('04 challenges the payer of a card that is otherwise frictionless', async () => {
    const { ask } = await rigWith();
    const ares = await ask({ acctNumber: '5123456789012346', threeDSRequestorChallengeInd: '04' });
    expect(ares).toMatchObject({ transStatus: 'C', acsChallengeMandated: 'Y' });
  });

  it('08 challenges no payer who has whitelisted the shop', async () => {
    const { ask, server } = await rigWith();
    const first = await ask({ acctNumber: OTHER_CARD, threeDSRequestorChallengeInd: '09' });
    expect(first).toMatchObject({ transStatus: 'C', whiteListStatus: 'N', whiteListStatusSource: '03' });
    const code = codeIn(await startChallenge(first));
    await step(first, { choice: 'SUBMIT', code, trust: 'Y' });
    expect(server.results[0]?.message).toMatchObject({ whiteListStatus: 'Y', whiteListStatusSource: '03' });
    const second = await ask({ acctNumber: OTHER_CARD, threeDSRequestorChallengeInd: '08' });
    expect(second).toMatchObject({ transStatus: 'Y', whiteListStatus: 'Y' });
    const elsewhere = await ask({
      acctNumber: OTHER_CARD,
      threeDSRequestorChallengeInd: '08',
      threeDSRequestorID: 'OTHER',
    });
    expect(elsewhere).toMatchObject({ transStatus: 'C', whiteListStatus: 'N' });
  });
});

it('the issuer challenges no payer in a 3RI authentication', async () => {
  const { ask } = await rigWith();
  expect(await ask({ ...WITHOUT_PAYER, threeRIInd: '03' })).toMatchObject({ transStatus: 'Y', eci: '02' });
  expect(await ask({ ...WITHOUT_PAYER, cardExpiryDate: '4003' })).toMatchObject({ transStatus: 'N' });
});

it('the simulator supports no apps', async () => {
  const { ask } = await rigWith();
  const app = {
    deviceChannel: '01',
    sdkAppID: '6a0c2ae3-3e0d-4c5a-8d2b-6d3f0ea33f6b',
    sdkEncData: 'x',
    sdkEphemPubKey: {},
    sdkMaxTimeout: '05',
    sdkReferenceNumber: '3DS_LOA_SDK_TEST',
    sdkTransID: '1b8f9a0e-2d0b-4a35-9f64-3a0a4a3a3f11',
    deviceRenderOptions: {},
  };
  expect(await ask(app)).toMatchObject({
    transStatus: 'U',
    transStatusReason: '03',
    sdkTransID: '1b8f9a0e-2d0b-4a35-9f64-3a0a4a3a3f11',
  });
});

describe('by a tester’s setting', () => {
  it('for a number of authentications', async () => {
    const { ask, control } = await rigWith();
    await control('PUT', '/outcomes', { transStatus: 'R', transStatusReason: '10', count: 2 });
    const results = [];
    for (let index = 0; index < 3; index += 1) {
      results.push((await ask({ cardExpiryDate: '4001' })).transStatus);
    }
    expect(results).toEqual(['R', 'R', 'Y']);
  });

  it.each(['Y', 'A', 'N', 'U', 'R'])('ends the challenge with %s as soon as the payer arrives', async (transStatus) => {
    const { ask, control, server } = await rigWith();
    await control('PUT', '/outcomes', { ending: { transStatus } });
    const { fields } = await startChallenge(await ask());
    expect(fromBase64url(fields.cres ?? '').transStatus).toBe(transStatus === 'Y' ? 'Y' : 'N');
    expect(server.results[0]?.message).toMatchObject({ transStatus });
  });

  it.each(['Y', 'A', 'N', 'U', 'R', 'I', 'C'])('%s alone is enough of a setting', async (transStatus) => {
    const { ask, control } = await rigWith();
    await control('PUT', '/outcomes', { transStatus });
    expect(await ask()).toMatchObject({ messageType: 'ARes', transStatus });
  });

  it('chooses the method of the challenge', async () => {
    const { ask, control } = await rigWith();
    await control('PUT', '/outcomes', { transStatus: 'C', kind: 'HTML' });
    expect((await startChallenge(await ask())).html).toContain('Online banking');
  });

  it('is refused where it makes no sense', async () => {
    const { control } = await rigWith();
    expect(await control('PUT', '/outcomes', { transStatus: 'Y', kind: 'HTML' })).toHaveProperty('error');
    expect(await control('PUT', '/outcomes', { transStatus: 'Z' })).toHaveProperty('error');
  });
});

describe('the authentication value', () => {
  it('is different for each transaction, and is recognized by its verifier', async () => {
    const { ask, control } = await rigWith();
    const acctNumber = '5123456789012346';
    const [one, other] = [await ask({ acctNumber }), await ask({ acctNumber })];
    expect(one.authenticationValue).not.toBe(other.authenticationValue);
    const transaction = {
      acctNumber,
      dsTransID: one.dsTransID,
      authenticationValue: one.authenticationValue,
      eci: '02',
    };
    expect(await control('POST', '/authentication-values', transaction)).toEqual({
      isChallenged: false,
      isGenuine: true,
      transStatus: 'Y',
      purchaseAmount: '1250',
      purchaseCurrency: '978',
    });
    for (const lie of [
      { acctNumber: '5123450000000008' },
      { dsTransID: other.dsTransID },
      { eci: '01' },
      { authenticationValue: other.authenticationValue },
      { authenticationValue: '' },
    ]) {
      expect(await control('POST', '/authentication-values', { ...transaction, ...lie })).toMatchObject({
        isGenuine: false,
      });
    }
  });

  it('of a challenge equals that of its result', async () => {
    const rig = await rigWith();
    const ares = await rig.ask();
    await confirmed(ares);
    const { authenticationValue, eci } = rig.server.results[0]?.message ?? {};
    const transaction = { acctNumber: '5123450000000008', dsTransID: ares.dsTransID, authenticationValue, eci };
    expect(await rig.control('POST', '/authentication-values', transaction)).toMatchObject({ isGenuine: true });
  });
});
