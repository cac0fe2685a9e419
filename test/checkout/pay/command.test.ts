/** Which command a posted form is. */
import { expect, it } from 'vitest';
import { type CommandName, commandOf, type Offers } from '../../../src/checkout/pay/command.ts';
import type { SavedCard } from '../../../src/checkout/pay/saved-cards.ts';

const SAVED: SavedCard = {
  choice: { id: 'saved-1', brand: 'visa', lastFour: '1019' },
  token: '9000000000000000',
  sourceOfFunds: {},
  kept: undefined,
};
const OFFERS: Offers = {
  operation: 'PURCHASE',
  isConfirmation: false,
  wallets: [],
  providers: ['demoWallet'],
  savedCards: [SAVED],
  isStoredGiftCard: false,
};
const NONE: Partial<Offers> = { operation: 'NONE', providers: [], savedCards: [] };

it.each<[query: string, CommandName, Partial<Offers>?]>([
  ['', 'payEntered'],
  ['method=card&number=5123', 'payEntered'],
  ['method=giftCard&number=6006', 'payEntered'],
  ['method=giftCard&keptCard=1', 'payEntered', { isStoredGiftCard: true }],
  ['method=card', 'storeEntered', NONE],
  ['method=giftCard', 'storeEntered', NONE],
  ['method=demoWallet', 'payAtProvider'],
  ['method=demoWallet', 'payEntered', { providers: [] }],
  ['method=demoWallet', 'storeEntered', NONE],
  ['method=saved-1', 'payWithSavedCard'],
  ['method=saved-2', 'refuseUnsavedCard'],
  ['method=saved-1', 'refuseUnsavedCard', { savedCards: [] }],
  ['method=saved-1&language=fi', 'changeLanguage', { savedCards: [] }],
  ['giftCardOff=1', 'releaseGiftCard'],
  ['method=giftCard&otherCard=1', 'enterOtherGiftCard'],
  ['method=giftCard&keptCard=1&otherCard=1', 'enterOtherGiftCard', { isStoredGiftCard: true }],
  ['method=card&language=fi', 'changeLanguage'],
  ['method=card&language=', 'changeLanguage'],
  ['method=card&moreTime=1', 'extendSession'],
  ['method=giftCard&balance=1', 'askBalance'],
  ['method=giftCard&balance=1', 'askBalance', NONE],
  ['method=card&balance=1', 'payEntered'],
  ['method=card&keptCard=1&balance=1', 'askBalance', { isStoredGiftCard: true }],
  ['method=card&renew=1', 'payEntered'],
  ['method=demoWallet&giftCardOff=1&otherCard=1&language=fi&moreTime=1&balance=1', 'payAtProvider'],
  ['method=saved-1&giftCardOff=1&otherCard=1&language=fi&moreTime=1&balance=1', 'payWithSavedCard'],
  ['method=giftCard&balance=1&moreTime=1&language=fi&otherCard=1&giftCardOff=1', 'releaseGiftCard'],
  ['method=giftCard&balance=1&moreTime=1&language=fi&otherCard=1', 'enterOtherGiftCard'],
  ['method=giftCard&balance=1&moreTime=1&language=fi', 'changeLanguage'],
  ['method=giftCard&balance=1&moreTime=1', 'extendSession'],
  ['', 'confirmStoredCard', { isConfirmation: true }],
  ['method=demoWallet&giftCardOff=1', 'confirmStoredCard', { isConfirmation: true }],
])('reads "%s" as %s', (query, name, offers = {}) => {
  expect(commandOf(new URLSearchParams(query), { ...OFFERS, ...offers }).name).toBe(name);
});

it('names the provider or the saved card to pay with', () => {
  const read = (method: string) => commandOf(new URLSearchParams({ method }), OFFERS);
  expect(read('demoWallet')).toEqual({ name: 'payAtProvider', provider: 'demoWallet' });
  expect(read('saved-1')).toEqual({ name: 'payWithSavedCard', saved: SAVED });
});
