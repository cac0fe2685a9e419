/**
 * The cards for test payments. The sandbox's acquirer decides by expiry, so one number is enough. The sandbox's ACS
 * does not challenge this number.
 */

const CARD_NUMBER = '5123 4567 8901 2346';

export interface TestCard {
  readonly outcome: string;
  readonly number: string;
  /** `MM/YY`. Absent for gift cards. */
  readonly expiry?: string;
  /** The card's security code or the gift card's PIN. */
  readonly code: string;
  readonly note: string;
}

export const TEST_CARDS: readonly TestCard[] = [
  { outcome: 'Approved', number: CARD_NUMBER, expiry: '01/39', code: '100', note: 'The whole way through' },
  { outcome: 'Declined', number: CARD_NUMBER, expiry: '05/39', code: '100', note: 'The page lets you try again' },
  { outcome: 'Too little money', number: CARD_NUMBER, expiry: '02/39', code: '100', note: 'A decline with a reason' },
  { outcome: 'No answer', number: CARD_NUMBER, expiry: '08/28', code: '100', note: 'Times out, and is reversed' },
  { outcome: 'Gift card', number: '6006 0000 0000 0993', code: '1234', note: 'Starts with €990, which you can spend' },
];
