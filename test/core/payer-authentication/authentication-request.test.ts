/** The request to the 3DS Server, and the merchant's error if the fields make no valid message. */
import { describe, expect, it } from 'vitest';
import { currencyOf } from '../../../src/contract/money.ts';
import type { RequestFields } from '../../../src/contract/request-fields.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { type Merchant, merchantProfile } from '../../../src/core/merchant/merchant.ts';
import type { PayerAuthenticationProfile } from '../../../src/core/merchant/payer-authentication-profile.ts';
import {
  type AuthenticationRequestSource,
  makeAuthenticationRequest,
} from '../../../src/core/payer-authentication/authentication-request.ts';
import { unfitRequest } from '../../../src/core/payer-authentication/unfit-fields.ts';
import { PROFILE } from './rig.ts';

const profile = merchantProfile.parse({ id: 'SHOP', name: 'Shop', ...PROFILE });
const merchant: Merchant = { key: 1, id: 'SHOP', profile };

const asked = (values: RequestFields, more: Partial<AuthenticationRequestSource> = {}) =>
  makeAuthenticationRequest({
    merchant,
    profile: profile.payerAuthentication as PayerAuthenticationProfile,
    values,
    number: new Secret('5123450000000008'),
    currency: currencyOf('EUR')!,
    amount: 1_200n,
    notificationUrl: 'https://pay.example/back',
    entryPoint: 'WEB_SERVICES_API',
    ...more,
  });

describe('the wish for a challenge', () => {
  it.each([
    ['NO_PREFERENCE', '01'],
    ['NO_CHALLENGE', '02'],
    ['REQUEST_CHALLENGE', '03'],
    ['CHALLENGE_MANDATED', '04'],
    ['NO_CHALLENGE_RISK_ANALYSIS_DONE', '05'],
    ['NO_CHALLENGE_TRUSTED_MERCHANT', '08'],
    ['REQUEST_CHALLENGE_TRUSTED_MERCHANT_PROMPT', '09'],
  ] as const)('%s is %s, with any exemption requested', (challengePreference, indicator) => {
    const authentication = { challengePreference, psd2: { exemption: 'LOW_RISK' } } as const;
    expect(asked({ authentication }).challengeIndicator).toBe(indicator);
  });

  it.each([
    ['LOW_RISK', '05'],
    ['LOW_VALUE_PAYMENT', '02'],
    ['WHITELISTED_MERCHANT', '08'],
  ] as const)('follows from the exemption %s: %s', (exemption, indicator) => {
    expect(asked({ authentication: { psd2: { exemption } } }).challengeIndicator).toBe(indicator);
  });

  it('is left to the bank where the request does not state it', () => {
    expect(asked({}).challengeIndicator).toBeUndefined();
  });
});

describe('the browser', () => {
  it('is described by the merchant’s fields, in either group', () => {
    expect(asked({ customer: { browser: 'Old', ipAddress: '192.0.2.7' } }).browser).toEqual({
      userAgent: 'Old',
      ipAddress: '192.0.2.7',
      notificationUrl: 'https://pay.example/back',
    });
    const device = { browser: 'New', ipAddress: '192.0.2.8', browserDetails: { language: 'de' } };
    expect(asked({ customer: { browser: 'Old' }, device }).browser).toMatchObject({
      userAgent: 'New',
      ipAddress: '192.0.2.8',
      language: 'de',
    });
  });

  it('has the caller’s address on the hosted page and by a session’s id alone: elsewhere a server calls', () => {
    expect(asked({}, { isPayer: true, from: '192.0.2.9' }).browser?.ipAddress).toBe('192.0.2.9');
    expect(asked({}, { entryPoint: 'HOSTED_PAGE', from: '192.0.2.9' }).browser?.ipAddress).toBe('192.0.2.9');
    expect(asked({}, { from: '192.0.2.9' }).browser?.ipAddress).toBeUndefined();
  });
});

describe('an authentication request without the payer', () => {
  it.each([
    [{}, '11'],
    [{ transaction: { source: 'MAIL_ORDER' } }, '08'],
    [{ transaction: { source: 'TELEPHONE_ORDER' } }, '09'],
  ] as const)('gives the reason: %j is %s', (more, indicator) => {
    const authentication = { channel: 'MERCHANT_REQUESTED' } as const;
    const { browser, merchantInitiatedIndicator } = asked({ authentication, ...more });
    expect({ browser, merchantInitiatedIndicator }).toEqual({ merchantInitiatedIndicator: indicator });
  });

  it('adds a card', () => {
    const authentication = { channel: 'MERCHANT_REQUESTED', purpose: 'ADD_CARD' } as const;
    const { purchase, merchantInitiatedIndicator } = asked({ authentication }, { amount: 0n });
    expect({ purchase, merchantInitiatedIndicator }).toEqual({ merchantInitiatedIndicator: '03' });
  });
});

describe('a payment of several', () => {
  const terms = { expiryDate: '2030-01-31', minimumDaysBetweenPayments: '28', numberOfPayments: '12' };
  const recurrence = { expiry: '20300131', daysBetween: '28' };
  const MERCHANT_REQUESTED = { channel: 'MERCHANT_REQUESTED' } as const;

  it.each([
    ['RECURRING', '02', '01', recurrence],
    ['INSTALLMENT', '03', '02', { ...recurrence, instalments: '12' }],
  ] as const)('is sent as %s, by payer or merchant', (type, authenticationIndicator, ofMerchant, expected) => {
    const agreement = { ...terms, type };
    expect(asked({ agreement })).toMatchObject({ authenticationIndicator, recurrence: expected });
    const ofPayer = asked({ agreement });
    expect(ofPayer).not.toHaveProperty('merchantInitiatedIndicator');
    const following = asked({ agreement, authentication: MERCHANT_REQUESTED });
    expect(following).toMatchObject({ merchantInitiatedIndicator: ofMerchant, recurrence: expected });
    expect(following).not.toHaveProperty('authenticationIndicator');
  });

  it.each([
    ['of an agreement that is neither', { ...terms, type: 'UNSCHEDULED' }, {}],
    ['without its last day', { ...terms, type: 'RECURRING', expiryDate: undefined }, {}],
    ['without the days between', { ...terms, type: 'RECURRING', minimumDaysBetweenPayments: undefined }, {}],
    ['of an unknown number of instalments', { ...terms, type: 'INSTALLMENT', numberOfPayments: undefined }, {}],
    ['of nothing', { ...terms, type: 'RECURRING' }, { amount: 0n }],
  ] as const)('%s is sent as a single one', (_why, { ...agreement }, more) => {
    const given = Object.fromEntries(Object.entries(agreement).filter(([, value]) => value !== undefined));
    const single = asked({ agreement: given }, more);
    expect(single).not.toHaveProperty('authenticationIndicator');
    expect(single).not.toHaveProperty('recurrence');
    const authentication = MERCHANT_REQUESTED;
    expect(asked({ agreement: given, authentication }, more).merchantInitiatedIndicator).toBe('11');
  });
});

describe('a message that cannot be made', () => {
  it('is reported with the interface’s field names, or with the profile’s for its own fields', () => {
    const { problems, message } = unfitRequest('email,billAddrState,billAddrCountry,browserIP,acquirerBIN,mcc');
    expect(problems.map(({ field }) => field)).toEqual([
      'customer.email',
      'billing.address',
      'device.ipAddress',
      'payerAuthentication',
    ]);
    expect(message).toContain('(email)');
    expect(problems[3]?.explanation).toContain('(acquirerBIN, mcc)');
  });
});
