/** The one card of a payment: typed, stored, or in a wallet. */
import { describe, expect, it } from 'vitest';
import type { RequestFields } from '../../../src/contract/request-fields.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { paymentTokenOf, withoutReplacedCard } from '../../../src/core/cards/one-card.ts';

const ofCard = (card: object): RequestFields => ({ sourceOfFunds: { provided: { card } } }) as RequestFields;
const TOKEN = new Secret('{"version":"EC_v1"}');
const wallet = { ...ofCard({ devicePayment: { paymentToken: TOKEN } }), order: { walletProvider: 'APPLE_PAY' } };
const typed = ofCard({ number: new Secret('5123450000000008'), expiry: { month: '1', year: '39' } });

describe('a wallet’s token', () => {
  it('is read only as a secret: a previous release stored its mask', () => {
    expect(paymentTokenOf(wallet as RequestFields)).toBe(TOKEN);
    expect(paymentTokenOf(ofCard({ devicePayment: { paymentToken: '[secret]' } }))).toBeUndefined();
  });

  it('and its wallet’s name are replaced by a typed card', () => {
    const left = withoutReplacedCard(wallet as RequestFields, typed);
    expect([paymentTokenOf(left), left.order?.walletProvider]).toEqual([undefined, undefined]);
  });

  it('replaces the number and expiry of a typed card', () => {
    const card = withoutReplacedCard(typed, wallet as RequestFields).sourceOfFunds?.provided?.card;
    expect([card?.number, card?.expiry]).toEqual([undefined, undefined]);
  });
});
