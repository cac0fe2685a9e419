/** Precedence among several authentication results of one payment. */
import { describe, expect, it } from 'vitest';
import type { RequestFields } from '../../../src/contract/request-fields.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { payerAuthentication } from '../../../src/core/cards/payer-authentication.ts';
import type { PayerAuthentication } from '../../../src/core/ports/index.ts';

const OLDER: RequestFields = {
  '3DSecure': { acsEci: '05', authenticationToken: 'b2xkZXI=', enrollmentStatus: 'ENROLLED', xid: 'eGlk' },
};
const OWN: RequestFields = {
  authentication: {
    '3ds': { acsEci: '06', authenticationToken: 'b3du', transactionId: 'of-3ds' },
    '3ds2': { dsTransactionId: 'of-3ds2', protocolVersion: '2.1.0', transactionStatus: 'A' },
  },
};
const WALLET: RequestFields = {
  sourceOfFunds: {
    provided: {
      card: { mobileWallet: { '3DSecure': { eciIndicator: '07', onlinePaymentCryptogram: new Secret('d2FsbGV0') } } },
    },
  },
};
const MADE: PayerAuthentication = {
  eci: '02',
  token: new Secret('bWFkZQ=='),
  dsTransactionId: 'made',
  transStatus: 'Y',
};

const plain = (result: PayerAuthentication | undefined) => result && { ...result, token: result.token?.reveal() };
const ofOwn = { eci: '06', token: 'b3du', dsTransactionId: 'of-3ds2', protocolVersion: '2.1.0', transStatus: 'A' };
const ofMade = { ...MADE, token: 'bWFkZQ==' };

describe('the result that is sent to the acquirer', () => {
  it.each<[string, RequestFields, PayerAuthentication | undefined, object | undefined]>([
    ['absent where there is none', {}, undefined, undefined],
    ['the older group’s', OLDER, undefined, { eci: '05', token: 'b2xkZXI=', xid: 'eGlk' }],
    ['a merchant’s own by EMV 3-D Secure', OWN, undefined, ofOwn],
    ['the merchant’s own before the older group’s, whole', { ...OLDER, ...OWN }, undefined, ofOwn],
    ['the gateway’s own before both', { ...OLDER, ...OWN }, MADE, ofMade],
    ['an empty one of the gateway, and no other', { ...OLDER, ...OWN }, {}, undefined],
    [
      'a wallet’s cryptogram before the merchant’s',
      { ...OWN, ...WALLET },
      undefined,
      { ...ofOwn, eci: '07', token: 'd2FsbGV0' },
    ],
    ['the gateway’s own before a wallet’s too', { ...OWN, ...WALLET }, MADE, ofMade],
    [
      'the gateway’s own without an indicator, and not a wallet’s',
      WALLET,
      { transStatus: 'U' },
      { transStatus: 'U', token: undefined },
    ],
    [
      'the directory server’s id by its older name',
      { authentication: { '3ds': { transactionId: 'of-3ds' } } },
      undefined,
      {
        token: undefined,
        dsTransactionId: 'of-3ds',
      },
    ],
  ])('is %s', (_, fields, made, expected) => {
    expect(plain(payerAuthentication(fields, made))).toEqual(expected);
  });
});
