/** Whether the card of a declined payment can still pay. */
import { describe, expect, it } from 'vitest';
import { findStoredCard, isCardExpired, type StoredCardSources } from '../../../src/checkout/status/stored-card.ts';
import { namedError } from '../../../src/contract/errors/catalogue.ts';
import { Secret } from '../../../src/contract/secret.ts';
import type { StoredTransaction } from '../../../src/core/ports/index.ts';

const NUMBER = '5123450000000008';
const EXPIRY = { month: '5', year: '30' };
const card = { type: 'CARD', brand: 'MASTERCARD', scheme: 'MASTERCARD', fundingMethod: 'CREDIT', expiry: EXPIRY };
const paidWith = (more: object) =>
  ({ key: 7, request: { instrument: { ...card, ...more } } }) as unknown as StoredTransaction;

/** A store that has these cards, in clear. */
function cards(sealed: string | null, token?: object | Error): StoredCardSources {
  return {
    orders: {
      sealedCard: async () => sealed && { sealed: Buffer.from(sealed), merchantKey: 1 },
    } as unknown as StoredCardSources['orders'],
    sealer: { open: (bytes: Uint8Array) => Buffer.from(bytes).toString() } as unknown as StoredCardSources['sealer'],
    sources: {
      async token() {
        if (token instanceof Error) {
          throw token;
        }
        return { provided: { card: token } } as never;
      },
    },
  };
}

const kept = { sourceOfFunds: {}, opened: { provided: { card: { expiry: EXPIRY } } } };

describe('a card', () => {
  it.each([
    ['2030-05', false],
    ['2030-06', true],
    ['2031-01', true],
    ['2029-12', false],
    [undefined, false],
  ])('that expires in 05/30 is expired in %s: %s', (thisMonth, expected) => {
    expect(isCardExpired(kept, thisMonth)).toBe(expected);
  });

  it('that is stored with its payment is paid with by its number', async () => {
    const found = await findStoredCard(cards(NUMBER), 1, paidWith({ nameOnCard: 'Ada Byrne' }));
    const { number, ...rest } = found?.sourceOfFunds.provided?.card ?? {};
    expect([number?.reveal(), rest]).toEqual([NUMBER, { expiry: EXPIRY, nameOnCard: 'Ada Byrne' }]);
  });

  it.each([
    ['is not stored', cards(null), {}],
    ['has no expiry', cards(NUMBER), { expiry: undefined }],
    ['is a gift card', cards(NUMBER), { type: 'GIFT_CARD' }],
    ['was of a token that is gone', cards(NUMBER, namedError('PAYER_REQUIRED')), { token: 'T' }],
    ['was of a token that is no card any more', cards(NUMBER, { expiry: EXPIRY }), { token: 'T' }],
  ])('that %s is not kept', async (_, store, more) => {
    expect(await findStoredCard(store, 1, paidWith(more))).toBeUndefined();
  });

  it('of a token has the token’s present expiry', async () => {
    const now = { number: new Secret(NUMBER), expiry: { month: '6', year: '35' } };
    const found = await findStoredCard(cards(null, now), 1, paidWith({ token: 'T' }));
    expect(found?.sourceOfFunds).toEqual({ type: 'CARD', token: 'T' });
    expect(found?.opened.provided?.card?.expiry).toEqual(now.expiry);
  });

  it('of a token without an expiry has the expiry of its payment', async () => {
    const found = await findStoredCard(cards(null, { number: new Secret(NUMBER) }), 1, paidWith({ token: 'T' }));
    expect(found?.sourceOfFunds).toEqual({ type: 'CARD', token: 'T', provided: { card: { expiry: EXPIRY } } });
  });

  it('is not reported as deleted where the store fails', async () => {
    const store = cards(null, new Error('The store is away.'));
    await expect(findStoredCard(store, 1, paidWith({ token: 'T' }))).rejects.toThrow('The store is away.');
  });
});
