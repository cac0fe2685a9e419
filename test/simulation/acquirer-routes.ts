/** Two acquirers, and the choice between them by the card's brand, so that the merchant's own routes decide it. */
import { DEFAULT_ACQUIRER } from '../../src/core/ports/index.ts';

export const SECOND_ACQUIRER = 'second';
export const ACQUIRER_NAMES = [DEFAULT_ACQUIRER, SECOND_ACQUIRER] as const;

/** The routes of the merchant's profile. */
export const ROUTES = [{ acquirer: SECOND_ACQUIRER, brands: ['VISA'] }];

const NUMBERS: Readonly<Record<string, string>> = {
  [DEFAULT_ACQUIRER]: '5123450000000008',
  [SECOND_ACQUIRER]: '4508750015741019',
};

/** Every second order is paid by a card of the second acquirer. */
export function acquirerOfOrder(orderId: string): (typeof ACQUIRER_NAMES)[number] {
  return /[02468]$/.test(orderId) ? SECOND_ACQUIRER : DEFAULT_ACQUIRER;
}

/** A gift card's brand has no route. */
export const GIFT_CARD_ACQUIRER = DEFAULT_ACQUIRER;

export function cardNumberOf(orderId: string): string | undefined {
  return NUMBERS[acquirerOfOrder(orderId)];
}

/** Each order's payer has a gift card of their own. */
export function giftCardNumberOf(orderId: string): string {
  return `600600000000${orderId.replace(/\D/g, '').padStart(4, '0')}`;
}
