/** The authentication request that the hosted page makes. */
import { describe, expect, it } from 'vitest';
import { authenticationCall } from '../../../../src/checkout/pay/authentication/calls.ts';
import type { CheckoutStatus } from '../../../../src/checkout/status/checkout-status.ts';
import { merchantProfile } from '../../../../src/core/merchant/merchant.ts';
import { PROFILE } from '../../../core/payer-authentication/rig.ts';
import { checkoutSession } from '../../sessions.ts';

const EXEMPTIONS = [{ kind: 'RECURRING' }, { kind: 'LOW_VALUE', upTo: '30.00', currency: 'EUR' }];

/** The challenge preference and the exemption that go with a payment of EUR 12.00. */
function asked(fields: object, isMandated = false) {
  const payerAuthentication = { ...PROFILE.payerAuthentication, exemptions: EXEMPTIONS };
  const profile = merchantProfile.parse({ id: 'SHOP', name: 'Shop', payerAuthentication });
  const session = checkoutSession({}, { order: { id: 'ORDER-1', amount: '12.00', currency: 'EUR' }, ...fields });
  const found = { merchant: { key: 1, id: 'SHOP', profile }, session } as unknown as CheckoutStatus;
  const pending = {
    attempt: '1',
    transactionId: '3DS-1',
    version: session.version,
    device: {},
    page: { shopName: 'Shop' },
    ...(isMandated && { isMandated: true as const }),
  };
  const { authentication } = authenticationCall({ found, pending } as never, 'AUTHENTICATE_PAYER').values;
  return [authentication?.challengePreference, authentication?.psd2?.exemption];
}

const agreement = { id: 'A-1', type: 'RECURRING', amountVariability: 'FIXED' };
const STORED = { sourceOfFunds: { provided: { card: { storedOnFile: 'STORED' } } } };

describe('the authentication request', () => {
  it('names the exemption that fits an ordinary payment', () => {
    expect(asked({})).toEqual([undefined, 'LOW_VALUE_PAYMENT']);
  });

  it('mandates a challenge for a payer who agrees to later payments, though an exemption would fit', () => {
    expect(asked({ agreement })).toEqual(['CHALLENGE_MANDATED', undefined]);
  });

  it('names the exemption for later payments where the payer has agreed to them before', () => {
    expect(asked({ agreement, ...STORED })).toEqual([undefined, 'RECURRING_PAYMENT']);
  });

  it('mandates a challenge after a soft decline', () => {
    expect(asked({}, true)).toEqual(['CHALLENGE_MANDATED', undefined]);
  });
});
