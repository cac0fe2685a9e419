import { describe, expect, it } from 'vitest';
import { givenProfile, merchantProfile } from '../../../src/core/merchant/merchant.ts';
import {
  type PayerAuthenticationProfile,
  pageExemption,
} from '../../../src/core/merchant/payer-authentication-profile.ts';

const OWN = {
  requestorId: 'SHOP',
  requestorName: 'Shop',
  requestorUrl: 'https://shop.example',
  acquirerBin: '400551',
  acquirerMerchantId: 'SHOP-1',
  categoryCode: '5732',
  country: 'DEU',
};
const shop = (more: object = {}) => ({ id: 'SHOP', name: 'Shop', payerAuthentication: { ...OWN, ...more } });
const problemsOf = (given: unknown) =>
  givenProfile.safeParse(given).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

describe('payerAuthentication of a profile', () => {
  it('is absent unless it is given, and has defaults on the safe side', () => {
    expect(merchantProfile.parse({ id: 'SHOP', name: 'Shop' }).payerAuthentication).toBeNull();
    expect(merchantProfile.parse(shop()).payerAuthentication).toEqual({
      ...OWN,
      when: 'WHEN_ISSUER_ASKS',
      exemptions: [],
      whenUnavailable: 'DO_NOT_PROCEED',
      requireLiabilityShift: false,
    });
  });

  it.each(Object.keys(OWN))('needs %s', (name) => {
    expect(problemsOf(shop({ [name]: undefined })).join()).toContain(`payerAuthentication.${name}: `);
  });

  it.each([
    [{ categoryCode: '57' }, 'categoryCode: four digits'],
    [{ country: 'DE' }, 'country: a country of ISO 3166-1, three letters'],
    [{ country: 'toString' }, 'country: a country of ISO 3166-1, three letters'],
    [{ acquirerBin: 'ABC' }, 'acquirerBin: 1 to 11 digits'],
    [{ requestorUrl: 'http://shop.example' }, 'requestorUrl: an https URL'],
    [{ requestorId: 'MY SHOP' }, 'requestorId: printable characters without spaces'],
    [{ wen: 'NEVER' }, 'wen: there is no such member'],
    [{ exemptions: [{ kind: 'LOW_VALUE', upto: '30.00' }] }, 'exemptions.0.upto: there is no such member'],
    [{ exemptions: [{ kind: 'LOW_VALUE', upTo: '30.00' }] }, 'exemptions.0: upTo and currency belong together'],
    [{ exemptions: [{ kind: 'LOW_VALUE', currency: 'EUR' }] }, 'exemptions.0: upTo and currency belong together'],
    [{ exemptions: [{ kind: 'LOW_VALUE', upTo: '30.00', currency: 'EURO' }] }, 'exemptions.0.currency: this is no'],
    [{ exemptions: [{ kind: 'LOW_VALUE', upTo: '30.005', currency: 'EUR' }] }, 'exemptions.0.upTo: an amount with 2'],
  ])('is refused where a member would have no effect or the wrong one: %j', (more, problem) => {
    expect(problemsOf(shop(more)).join('\n')).toContain(`payerAuthentication.${problem}`);
  });
});

describe('the exemption that the page asks for', () => {
  const profile = (exemptions: object[]) =>
    merchantProfile.parse(shop({ exemptions })).payerAuthentication as PayerAuthenticationProfile;
  const UP_TO_30 = { kind: 'LOW_VALUE', upTo: '30.00', currency: 'EUR' };
  const TRUSTED = { kind: 'TRUSTED' };
  const RECURRING = { kind: 'RECURRING' };
  const payment = (amount: bigint, currency = 'EUR', isRecurring = false) => ({ amount, currency, isRecurring });

  it.each([
    [[UP_TO_30], payment(3_000n), 'LOW_VALUE'],
    [[UP_TO_30], payment(3_001n), undefined],
    [[UP_TO_30], payment(3_000n, 'USD'), undefined],
    [[UP_TO_30, TRUSTED], payment(3_001n), 'TRUSTED'],
    [[TRUSTED, UP_TO_30], payment(1n), 'TRUSTED'],
    [[RECURRING], payment(1n), undefined],
    [[RECURRING], payment(1n, 'EUR', true), 'RECURRING'],
    [[], payment(1n), undefined],
  ])('is the first that fits: %j', (exemptions, of, expected) => {
    expect(pageExemption(profile(exemptions), of)).toBe(expected);
  });
});
