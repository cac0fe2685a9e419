import { describe, expect, it } from 'vitest';
import { givenProfile } from '../../../src/core/merchant/merchant.ts';

const profile = { id: 'SHOP', name: 'Shop' };
const route = (more: object) => ({ ...profile, acquirerRoutes: [{ acquirer: 'eu', ...more }] });
const problemsOf = (given: unknown) =>
  givenProfile.safeParse(given).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

describe('a profile as an operator gives it', () => {
  it.each([
    [profile],
    [{ ...profile, _: 'a note', permissions: { unmask: true, __: 'another' } }],
    [{ ...profile, notification: null, p2pe: null }],
  ])('is accepted: %j', (given) => {
    expect(problemsOf(given)).toEqual([]);
  });

  it.each([
    [{ ...profile, permisions: {} }, 'permisions'],
    [{ ...profile, permissions: { unmaks: true } }, 'permissions.unmaks'],
    [{ ...profile, branding: { colour: '#fff' } }, 'branding.colour'],
    [{ ...profile, p2pe: { bkd: 'x' } }, 'p2pe.bkd'],
    [
      { ...profile, acquirerRoutes: [{ acquirer: 'eu' }, { acquirer: 'eu', brand: ['VISA'] }] },
      'acquirerRoutes.1.brand',
    ],
  ])('is refused for a name that it does not have: %j', (given, name) => {
    expect(problemsOf(given)).toContain(`${name}: there is no such member`);
  });

  it.each([
    [{ ...profile, risk: { rules: [{ name: 'no gift cards' }] } }, 'risk.rules.0.id: '],
    [{ ...profile, branding: { logo: 'https://shop.example/logo.svg' } }, 'branding.logo: no page fetches a logo'],
    [
      { ...profile, branding: { cardBrands: ['VISA', 'LASER'] } },
      'branding.cardBrands.1: no page draws it; it draws VISA',
    ],
    [
      { ...profile, rejectOn: { avs: ['NO_MATCH', 'NOMATCH'] } },
      'rejectOn.avs.1: no issuer says so; it takes one of ADD',
    ],
    [
      { ...profile, browserPayments: ['demoBank', 'demoWalet'] },
      'browserPayments.1: there is no such provider; there are demo',
    ],
    [{ ...profile, browserPayments: ['constructor'] }, 'browserPayments.0: there is no such provider'],
    [route({ brands: ['VISA', 'Visa'] }), 'acquirerRoutes.0.brands.1: no card has it; the brands are VISA'],
    [route({ currencies: ['EUR', 'EURO'] }), 'acquirerRoutes.0.currencies.1: this is no currency of ISO 4217'],
    [route({ sourceOfFunds: ['ACH'] }), 'acquirerRoutes.0.sourceOfFunds.0: '],
    [{ ...profile, rejectOn: { csc: ['ZIP_MATCH'] } }, 'rejectOn.csc.0: no issuer says so; it takes one of MATCH'],
  ])('is refused, by name, for a value without effect: %j', (given, problem) => {
    expect(problemsOf(given)).toEqual([expect.stringMatching(new RegExp(`^${problem}`))]);
  });

  it.each([
    [{ ...profile, risk: { rules: [] } }],
    [{ ...profile, branding: { logo: null } }],
    [
      route({
        _: 'a note',
        brands: ['VISA', 'LOCAL_BRAND_ONLY'],
        currencies: ['EUR'],
        sourceOfFunds: ['CARD', 'GIFT_CARD'],
      }),
    ],
    [{ ...profile, browserPayments: ['demoBank'] }],
    [{ ...profile, browserPayments: [] }],
    [{ ...profile, rejectOn: { avs: ['NO_MATCH', 'NOT_VERIFIED'], csc: ['NO_MATCH'] } }],
  ])('is accepted without such a value: %j', (given) => {
    expect(problemsOf(given)).toEqual([]);
  });

  it('gets its defaults', () => {
    expect(givenProfile.parse(profile)).toMatchObject({ ...profile, tokenGeneration: 'RANDOM', voidWindowHours: 24 });
  });
});
