/** The sandbox's gift cards: the number contains the card's initial balance. */

const GIFT_CARD_BEGINNING = '6006';

/** The balance for each unit of a gift card's two digits, in major units of the currency in which it is spent. */
const MAJOR_UNITS_PER_DIGIT_VALUE = 10n;

export const GIFT_CARD_PIN = '1234';

export function isGiftCard(number: string): boolean {
  return number.startsWith(GIFT_CARD_BEGINNING);
}

/**
 * A new card's balance, in minor units: the two digits before the check digit, times ten major units.
 *
 * @param exponent digits of the currency's minor unit.
 * @example giftCardBalance('6006000000000058', 2) // 5000n: the digits are 05
 */
export function giftCardBalance(number: string, exponent: number): bigint {
  return BigInt(number.slice(-3, -1)) * MAJOR_UNITS_PER_DIGIT_VALUE * 10n ** BigInt(exponent);
}
